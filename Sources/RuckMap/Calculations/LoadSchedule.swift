// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy

/// The loads and surfaces of a ruck over time, for its energy.
///
/// A part of the track with its own load is integrated apart, so that a change takes effect at its
/// time and not at the end of a leg.
struct LoadSchedule: Sendable {
  /// A time with its own load or surface.
  struct Part: Sendable, Hashable {
    var start: Date
    var end: Date
    var carrier: Carrier
  }

  /// The person and the pack outside of the parts.
  var base: Carrier
  /// The parts in the order of their starts.
  var parts: [Part]

  init(base: Carrier, parts: [Part] = []) {
    self.base = base
    self.parts = parts.filter { $0.end > $0.start }.sorted { $0.start < $1.start }
  }

  /// The person and the pack at a time; the part that starts last has precedence.
  func carrier(at date: Date) -> Carrier {
    parts.last { $0.start <= date && date < $0.end }?.carrier ?? base
  }

  /// Returns the energy of a track.
  ///
  /// - Parameters:
  ///   - track: Points in the order of recording.
  ///   - equation: The equation.
  /// - Returns: The estimate; nil without usable times.
  func estimate(_ track: [TrackPoint], equation: EnergyEquation) -> CalorieEstimate? {
    let analysis = TrackAnalyzer.analyze(track, equation: equation, carrier: base)
    guard !parts.isEmpty, let whole = analysis.calories else { return analysis.calories }
    var sum = CalorieEstimate(
      kilocalories: 0, low: 0, high: 0, equation: whole.equation,
      isBodyWeightAssumed: whole.isBodyWeightAssumed, bodyWeight: whole.bodyWeight)
    for (carrier, points) in stretches(of: track) {
      var analyzer = TrackAnalyzer(equation: equation, carrier: carrier)
      for point in points { analyzer.add(point) }
      guard let part = analyzer.energyEstimate() else { continue }
      sum.kilocalories += part.kilocalories
      sum.low += part.low
      sum.high += part.high
    }
    return sum
  }

  /// The stretches of a track with one carrier each; a stretch begins with the last point of the
  /// previous one, so that no step is lost.
  func stretches(of track: [TrackPoint]) -> [(Carrier, ArraySlice<TrackPoint>)] {
    var stretches: [(Carrier, ArraySlice<TrackPoint>)] = []
    var start = track.startIndex
    var current = track.lazy.compactMap(\.timestamp).first.map(carrier(at:)) ?? base
    for index in track.indices {
      guard let time = track[index].timestamp else { continue }
      let carrier = carrier(at: time)
      guard carrier != current else { continue }
      stretches.append((current, track[start...index]))
      start = index
      current = carrier
    }
    stretches.append((current, track[start...]))
    return stretches
  }
}
