// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A part of a session with constant power.
package struct PowerSample: Sendable, Hashable {
  /// Seconds.
  package var duration: Double
  /// Watts.
  package var power: Double

  /// Creates a sample.
  package init(duration: Double, power: Double) {
    self.duration = duration
    self.power = power
  }
}

/// The highest mean power of a session for each of a fixed list of durations.
package struct PowerProfile: Sendable, Hashable {
  /// The durations in seconds.
  package static let durations: [Double] = [
    1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 420, 480, 600, 720, 900,
    1200, 1500, 1800, 2400, 3000, 3600, 5400, 7200, 10_800, 14_400, 21_600, 36_000,
  ]

  /// Watts for the first durations, up to the longest continuous work.
  package var powers: [Double]

  /// Creates the profile of continuous intervals; means are weighted by time.
  package init(_ intervals: [[PowerSample]]) {
    var powers: [Double] = []
    let windows = intervals.map { WorkWindow($0) }
    for duration in Self.durations {
      let best = windows.compactMap { $0.mostWork(in: duration) }.max()
      guard let best else { break }
      powers.append(best / duration)
    }
    self.powers = powers
  }

  /// Reads the stored form: 4 bytes for each power.
  package init(data: Data) {
    let bytes = [UInt8](data)
    powers = stride(from: 0, to: bytes.count - 3, by: 4).map { start in
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
      return Double(Float(bitPattern: bits))
    }
  }

  /// The stored form.
  package var data: Data {
    var data = Data(capacity: powers.count * 4)
    for power in powers {
      let bits = Float(power).bitPattern
      for shift in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: bits >> UInt32(shift))) }
    }
    return data
  }
}

/// Work over time, for the window with the most of it.
private struct WorkWindow {
  /// Seconds at the bounds of the samples, from 0.
  private var times: [Double] = [0]
  /// Joules up to each bound.
  private var work: [Double] = [0]

  init(_ samples: [PowerSample]) {
    for sample in samples
    where sample.duration > 0 && sample.duration.isFinite && sample.power.isFinite {
      times.append(times[times.count - 1] + sample.duration)
      work.append(work[work.count - 1] + sample.duration * max(0, sample.power))
    }
  }

  /// Returns the joules of the best window; nil if there is less time.
  func mostWork(in duration: Double) -> Double? {
    let points = zip(times, work).map { MotionPoint(time: $0, distance: $1) }
    return BestEfforts(points).longestDistance(in: duration)
  }
}
