// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The distances and times for which records exist.
package enum RecordPieces {
  /// Metres.
  package static let distances: [Double] = [
    100, 500, 1000, 2000, 5000, 6000, 10_000, 21_097, 42_195, 100_000,
  ]

  /// Seconds.
  package static let durations: [Double] = [60, 240, 1800, 3600]

  /// Returns the distance that a whole session rowed exactly; nil if it is no record distance.
  static func distance(_ metres: Double) -> Double? {
    distances.first { $0 == metres.rounded() && abs(metres - $0) < 0.05 }
  }

  /// Returns the time that a whole session rowed exactly, to a tenth of a second.
  static func duration(_ seconds: Double) -> Double? {
    durations.first { abs(seconds - $0) < 0.05 }
  }
}
