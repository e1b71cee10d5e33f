// Cairn
// SPDX-License-Identifier: Apache-2.0

import Geodesy

/// The figures of a recording, which grow with each position, in constant time and memory.
///
/// Distance and climb are those of the whole track. Energy is the sum over the stretches, since each
/// has its own load and surface.
struct RecordingMeter: Sendable {
  private var total: TrackAnalyzer
  private var current: TrackAnalyzer
  private var completed: [TrackAnalysis] = []
  /// The number of the stretch to which positions are added.
  private(set) var stretch = 0
  /// The number of positions so far.
  private(set) var count = 0

  /// Creates a meter without positions.
  ///
  /// - Parameter carrier: The person and the load of the first stretch.
  init(carrier: Carrier) {
    total = TrackAnalyzer(equation: .pandolfSantee, carrier: carrier)
    current = total
  }

  /// Begins further stretches, with other loads.
  ///
  /// - Parameters:
  ///   - number: The number of the new stretch; a smaller one than the present is ignored.
  ///   - carrier: The person and the new load.
  mutating func begin(stretch number: Int, carrier: Carrier) {
    guard number > stretch else { return }
    while stretch < number {
      completed.append(current.finish())
      stretch += 1
    }
    current = TrackAnalyzer(equation: .pandolfSantee, carrier: carrier)
  }

  /// Adds the next position.
  mutating func add(_ point: TrackPoint) {
    total.add(point)
    current.add(point)
    count += 1
  }

  /// The figures of the stretches so far.
  var stretches: [TrackAnalysis] {
    var copy = current
    return completed + [copy.finish()]
  }

  /// The figures of the whole recording so far.
  var analysis: TrackAnalysis {
    var copy = total
    var result = copy.finish()
    guard completed.isEmpty == false else { return result }
    let parts = stretches.compactMap(\.calories)
    result.calories = parts.first.map { first in
      CalorieEstimate(
        kilocalories: parts.reduce(0) { $0 + $1.kilocalories },
        low: parts.reduce(0) { $0 + $1.low }, high: parts.reduce(0) { $0 + $1.high },
        equation: first.equation, isBodyWeightAssumed: first.isBodyWeightAssumed,
        bodyWeight: first.bodyWeight)
    }
    return result
  }
}
