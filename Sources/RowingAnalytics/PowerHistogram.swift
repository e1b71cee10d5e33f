// Cairn
// SPDX-License-Identifier: Apache-2.0

import Rowing

/// The time of a session at each whole watt.
///
/// Zones have bounds in whole watts, so the histogram gives the exact time in any of them. A change
/// of an athlete's zones therefore reads no strokes.
struct PowerHistogram: Codable, Sendable, Hashable {
  /// The highest power with an entry of its own.
  private static let highest = 5000

  /// Milliseconds by watts, rounded down.
  private var milliseconds: [Int: Int]

  init(_ samples: [PowerSample]) {
    var seconds: [Int: Double] = [:]
    for sample in samples
    where sample.power.isFinite && sample.duration > 0 && sample.duration < 1e9 {
      let watts = Int(max(0, min(sample.power, Double(Self.highest))).rounded(.down))
      seconds[watts, default: 0] += sample.duration
    }
    milliseconds = seconds.mapValues { Int(($0 * 1000).rounded()) }
  }

  /// Returns the seconds of a range of watts; `nil` has no upper bound.
  func seconds(from: Int, to: Int?) -> Double {
    let sum = milliseconds.reduce(0) { sum, entry in
      entry.key >= from && entry.key < to ?? .max ? sum + entry.value : sum
    }
    return Double(sum) / 1000
  }
}
