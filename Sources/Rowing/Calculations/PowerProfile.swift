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
    let efforts = intervals.map { BestEfforts(work: $0) }
    for duration in Self.durations {
      let best = efforts.compactMap { $0.longestDistance(in: duration) }.max()
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

extension BestEfforts {
  /// Creates the efforts of continuous work, whose distances are joules.
  fileprivate init(work samples: [PowerSample]) {
    var points = [MotionPoint(time: 0, distance: 0)]
    points.reserveCapacity(samples.count + 1)
    var (time, work) = (0.0, 0.0)
    for sample in samples
    where sample.duration > 0 && sample.duration.isFinite && sample.power.isFinite {
      time += sample.duration
      work += sample.duration * max(0, sample.power)
      points.append(MotionPoint(time: time, distance: work))
    }
    self.init(points)
  }
}
