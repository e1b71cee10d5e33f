// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap

extension RuckSummary {
  /// Seconds per kilometre over the whole time; nil without times or distance.
  var pace: Double? { pace(over: duration) }

  /// Seconds per kilometre over the time in motion; nil without times or distance.
  var movingPace: Double? { pace(over: movingTime) }

  private func pace(over time: Double) -> Double? {
    guard isTimed, time > 0, distance > 0 else { return nil }
    return time / distance * 1000
  }
}
