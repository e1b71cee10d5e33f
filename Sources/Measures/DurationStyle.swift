// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The units of a formatted duration.
///
/// ```swift
/// MeasureFormat.duration(183_660)                   // "51 h 1 min"
/// MeasureFormat.duration(183_660, style: .days)     // "2 days 3 h"
/// MeasureFormat.duration(3_661, style: .minutes)    // "1 h 1 min"
/// ```
public enum DurationStyle: Sendable, Hashable, CaseIterable {
  /// Hours, minutes and seconds: "1 h 1 min 1 s".
  case seconds
  /// Hours and minutes: "1 h 1 min".
  case minutes
  /// Hours and minutes; from one day on, days and hours: "2 days 3 h".
  case days
  /// The abbreviated style of `DateComponentsFormatter`: "1h 1m 1s".
  case abbreviated

  /// The parts of a duration, from the largest unit to the smallest.
  func parts(_ seconds: TimeInterval) -> [(count: Int, unit: String)] {
    switch self {
    case .seconds, .abbreviated:
      let total = Int(seconds.rounded())
      let (minute, second) = self == .seconds ? ("min", "s") : ("m", "s")
      return [(total / 3600, "h"), (total / 60 % 60, minute), (total % 60, second)]
    case .minutes:
      let total = Int((seconds / 60).rounded())
      return [(total / 60, "h"), (total % 60, "min")]
    case .days:
      let total = Int((seconds / 60).rounded())
      guard total >= 1440 else { return [(total / 60, "h"), (total % 60, "min")] }
      let days = total / 1440
      return [(days, days == 1 ? "day" : "days"), (total / 60 % 24, "h")]
    }
  }

  /// The unit of a duration of 0.
  var smallestUnit: String {
    switch self {
    case .seconds, .abbreviated: "s"
    case .minutes, .days: "min"
    }
  }

  /// The space between a number and its unit.
  var space: String { self == .abbreviated ? "" : "\u{A0}" }
}
