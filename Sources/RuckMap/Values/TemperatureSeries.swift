// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The temperatures of a recording in degrees Celsius, each from the time of a change to the next.
///
/// Most devices measure whole degrees, so that an hour of samples has few changes. Those of a sensor with tenths
/// are thinned before they are stored; see ``thinned()``.
struct TemperatureSeries: Sendable, Hashable {
  /// A temperature and the time of its first sample.
  struct Change: Sendable, Hashable {
    var date: Date
    var value: Double
  }

  /// The maximum number of changes; further ones are dropped.
  static let limit = 100_000
  /// The valid temperatures, a little beyond the extremes that were measured on the earth.
  static let valid = -100.0...100.0
  /// Seconds after which an equal temperature is a change, since a wrong date may be between.
  private static let longestTime = 86_400.0
  /// The smallest change in degrees that is stored, after at least ``shortestTime``.
  private static let smallestChange = 0.5
  /// The change in degrees that is stored at any time, so that those of whole degrees remain.
  private static let largeChange = 1.0
  /// The seconds between two stored changes of less than ``largeChange``.
  private static let shortestTime = 60.0

  /// The changes in the order of their samples, which is that of their times unless the clock jumped.
  private(set) var changes: [Change] = []

  /// Creates a series without temperatures.
  init() {}

  /// Creates a series of stored changes in any order.
  init(_ changes: [Change]) {
    for change in changes.sorted(by: { $0.date < $1.date }) {
      add(change.value, at: change.date)
    }
  }

  /// Adds the next sample in the order of recording.
  mutating func add(_ value: Double, at date: Date) {
    guard Self.valid.contains(value), changes.count < Self.limit else { return }
    if let last = changes.last, last.value == value,
      abs(date.timeIntervalSince(last.date)) < Self.longestTime
    {
      return
    }
    changes.append(Change(date: date, value: value))
  }

  /// The changes during a recording, in the order of their times.
  ///
  /// - Parameters:
  ///   - start: The start. Samples with a wrong date are outside.
  ///   - end: The end.
  /// - Returns: The series.
  func during(_ start: Date, _ end: Date) -> TemperatureSeries {
    TemperatureSeries(changes.filter { $0.date >= start && $0.date <= end })
  }

  /// The changes that are stored: those of a degree, and those of half a degree at most once a minute.
  ///
  /// A sensor with tenths of a degree changes with almost each sample. Its temperatures remain within a degree
  /// of the samples, and within half a degree of a change that is at least a minute after the stored one.
  ///
  /// - Returns: The series, which is thinned to itself.
  func thinned() -> TemperatureSeries {
    // Sums of tenths are not exact.
    let tolerance = 1e-6
    var series = TemperatureSeries()
    for change in changes {
      if let last = series.changes.last {
        let difference = abs(change.value - last.value) + tolerance
        let time = abs(change.date.timeIntervalSince(last.date))
        let isStored =
          difference >= Self.largeChange || time >= Self.longestTime
          || (difference >= Self.smallestChange && time >= Self.shortestTime)
        if !isStored { continue }
      }
      series.changes.append(change)
    }
    return series
  }

  /// The temperature at a time; nil before the first sample.
  func value(at date: Date) -> Double? {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].date <= date { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? changes[low - 1].value : nil
  }

  /// The lowest temperature.
  var minimum: Double? { changes.map(\.value).min() }

  /// The highest temperature.
  var maximum: Double? { changes.map(\.value).max() }

  /// The mean over time, to a tenth of a degree.
  ///
  /// - Parameter end: The end of the recording.
  /// - Returns: Degrees Celsius; nil without temperatures.
  func average(until end: Date) -> Double? {
    guard let first = changes.first else { return nil }
    var (sum, seconds) = (0.0, 0.0)
    for (index, change) in changes.enumerated() {
      let next = index + 1 < changes.count ? changes[index + 1].date : max(end, change.date)
      let time = next.timeIntervalSince(change.date)
      sum += change.value * time
      seconds += time
    }
    return ((seconds > 0 ? sum / seconds : first.value) * 10).rounded() / 10
  }
}
