// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The times of a recording, without those that a device recorded with a wrong date.
///
/// A receiver without a fix can report the first day of its calendar, and a damaged file has times of
/// any year. Times that are near each other form a period. The period with most times is the
/// recording, if all others together have few times. Otherwise all times count: the file contains
/// several recordings.
struct RecordingTimes: Sendable {
  /// Seconds between two periods.
  static let longestGap = 30 * 86_400.0
  /// The share of times with a wrong date up to which they are left out.
  static let wrongShare = 0.1
  /// The maximum number of periods, which bounds the memory.
  private static let mostPeriods = 64

  private struct Period {
    var start: Date
    var end: Date
    var count: Int

    /// Seconds between the period and a time; 0 inside.
    func gap(to time: Date) -> TimeInterval {
      max(0, start.timeIntervalSince(time), time.timeIntervalSince(end))
    }
  }

  private var periods: [Period] = []
  /// The period of the last time.
  private var current = 0
  /// The number of times before an earlier time of their period.
  private(set) var backwardCount = 0

  /// Adds the next time in the order of recording.
  mutating func add(_ time: Date) {
    if periods.isEmpty || periods[current].gap(to: time) > Self.longestGap {
      current = periods.firstIndex { $0.gap(to: time) <= Self.longestGap } ?? periods.count
      if current == periods.count {
        // Of a file with arbitrary times, the last period has the rest.
        if current == Self.mostPeriods {
          current -= 1
        } else {
          periods.append(Period(start: time, end: time, count: 0))
        }
      }
    }
    if time < periods[current].end { backwardCount += 1 }
    periods[current].start = min(periods[current].start, time)
    periods[current].end = max(periods[current].end, time)
    periods[current].count += 1
  }

  /// The period of the recording, and the number of times outside of it; nil without times.
  var recording: (start: Date, end: Date, wrong: Int)? {
    var merged: [Period] = []
    for period in periods.sorted(by: { $0.start < $1.start }) {
      // Periods that grew towards each other are one.
      if let last = merged.last, last.gap(to: period.start) <= Self.longestGap {
        merged[merged.count - 1].end = max(last.end, period.end)
        merged[merged.count - 1].count += period.count
      } else {
        merged.append(period)
      }
    }
    guard let first = merged.first, let last = merged.last,
      let main = merged.max(by: { $0.count < $1.count })
    else { return nil }
    let wrong = merged.reduce(0) { $0 + $1.count } - main.count
    guard Double(wrong) <= Self.wrongShare * Double(wrong + main.count) else {
      return (first.start, last.end, 0)
    }
    return (main.start, main.end, wrong)
  }
}
