// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The two-parameter model of maximal efforts: work = W' + CP · time.
///
/// Monod and Scherrer 1965; Moritani et al. 1981. The line is fitted by least squares of work on
/// time over efforts of 2 to 15 minutes.
package struct CriticalPower: Sendable, Hashable {
  /// An effort: the highest mean power over a duration.
  package struct Effort: Sendable, Hashable {
    /// Seconds.
    package var duration: Double
    /// Watts.
    package var power: Double

    /// Creates an effort.
    package init(duration: Double, power: Double) {
      self.duration = duration
      self.power = power
    }
  }

  /// The reason why no line is fitted.
  package enum Refusal: Error, Sendable, Hashable {
    /// Fewer than two durations between 2 and 15 minutes.
    case tooFewEfforts
    /// The intercept is negative: longer efforts are stronger than shorter ones.
    case negativeWorkCapacity
    /// The critical power isn't below every effort's power.
    case aboveEffort

    /// The reason and the remedy.
    package var text: String {
      switch self {
      case .tooFewEfforts:
        "The critical power needs hard efforts of two durations between 2 and 15 minutes. Row a "
          + "test of 4 and one of 10 minutes."
      case .negativeWorkCapacity:
        "The efforts give a negative work capacity: short efforts were not maximal. Row a "
          + "maximal test of 3 to 4 minutes."
      case .aboveEffort:
        "The fitted critical power is above an effort's power: long efforts were not maximal. Row "
          + "a maximal test of 10 to 15 minutes."
      }
    }
  }

  /// The durations of efforts that are fitted, in seconds.
  package static let durations: ClosedRange<Double> = 120...900

  /// The power that can be sustained, in watts.
  package var power: Double
  /// The work above the critical power, in joules.
  package var workCapacity: Double

  /// Fits the model.
  ///
  /// - Throws: Refusal.
  package init(_ efforts: [Effort]) throws(Refusal) {
    let used = efforts.filter {
      Self.durations.contains($0.duration) && $0.power > 0 && $0.power.isFinite
    }
    guard Set(used.map(\.duration)).count >= 2 else { throw .tooFewEfforts }
    let count = Double(used.count)
    let meanTime = used.reduce(0) { $0 + $1.duration } / count
    let meanWork = used.reduce(0) { $0 + $1.duration * $1.power } / count
    var (products, squares) = (0.0, 0.0)
    for effort in used {
      let time = effort.duration - meanTime
      products += time * (effort.duration * effort.power - meanWork)
      squares += time * time
    }
    let power = products / squares
    let capacity = meanWork - power * meanTime
    guard capacity >= 0 else { throw .negativeWorkCapacity }
    guard power > 0, used.allSatisfy({ power <= $0.power }) else { throw .aboveEffort }
    self.power = power
    self.workCapacity = capacity
  }
}
