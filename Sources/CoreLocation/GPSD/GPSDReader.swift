// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Turns the lines of gpsd into locations, with corrected dates and a limit of their rate.
struct GPSDReader {
  /// The maximum number of reports decoded in a second; the others are skipped.
  static let rateLimit = 500
  /// The seconds for which fixes without a time are skipped; afterwards they get the clock's time.
  static let untimedPatience: TimeInterval = 10

  private var lines = LineBuffer()
  private var second = -Double.infinity
  private var reports = 0
  private var firstUntimed: Date?
  private var hasTime = false
  private var last: (time: Date, coordinate: CLLocationCoordinate2D)?

  /// Reads received bytes.
  ///
  /// - Parameters:
  ///   - bytes: The received bytes.
  ///   - now: The time of this machine's clock.
  /// - Returns: The new locations.
  mutating func read(_ bytes: ArraySlice<UInt8>, at now: Date) -> [CLLocation] {
    var found: [ArraySlice<UInt8>] = []
    lines.append(bytes) { if GPSDReport.isReport($0) { found.append($0) } }
    return found.compactMap { location($0, at: now) }
  }

  private mutating func location(_ line: ArraySlice<UInt8>, at now: Date) -> CLLocation? {
    let current = now.timeIntervalSinceReferenceDate.rounded(.down)
    if current != second { (second, reports) = (current, 0) }
    reports += 1
    guard reports <= Self.rateLimit, let report = GPSDReport(bytes: line),
      let coordinate = report.coordinate, let time = time(of: report, at: now)
    else { return nil }
    // gpsd repeats a fix for each of a receiver's sentences.
    if let last, last.time == time, last.coordinate.latitude == coordinate.latitude,
      last.coordinate.longitude == coordinate.longitude
    {
      return nil
    }
    last = (time, coordinate)
    return report.location(at: time)
  }

  private mutating func time(of report: GPSDReport, at now: Date) -> Date? {
    if let time = report.time {
      hasTime = true
      return GPSWeek.current(time, at: now)
    }
    if hasTime { return nil }
    let first = firstUntimed ?? now
    firstUntimed = first
    return now.timeIntervalSince(first) >= Self.untimedPatience ? now : nil
  }
}
