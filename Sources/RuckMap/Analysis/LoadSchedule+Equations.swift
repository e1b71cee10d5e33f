// Cairn
// SPDX-License-Identifier: Apache-2.0

import Geodesy

extension LoadSchedule {
  /// Calculates the energy of a track by each equation, each stretch with its own load and surface.
  ///
  /// - Parameters:
  ///   - track: Points in the order of recording, with times.
  ///   - legs: The legs of the whole track, if they are known.
  /// - Returns: The results, in the order of the equations' publication. A load is valid if that of
  ///   every stretch is.
  func equations(_ track: [TrackPoint], legs: [TrackLeg]? = nil) -> [EquationResult] {
    guard !parts.isEmpty else {
      return EquationComparison(legs: legs ?? TrackAnalyzer.legs(of: track), carrier: base).results
    }
    var sums: [(result: EquationResult, moving: Double)] = []
    for (carrier, points) in stretches(of: track) {
      let legs = TrackAnalyzer.legs(of: points)
      let moving = legs.reduce(0) { $0 + $1.movingTime }
      for result in EquationComparison(legs: legs, carrier: carrier).results {
        guard let index = sums.firstIndex(where: { $0.result.equation == result.equation }) else {
          sums.append((result, moving))
          continue
        }
        let total = sums[index].moving + moving
        if total > 0 {
          sums[index].result.validShare =
            (sums[index].result.validShare * sums[index].moving + result.validShare * moving)
            / total
        }
        sums[index].moving = total
        sums[index].result.kilocalories += result.kilocalories
        sums[index].result.low += result.low
        sums[index].result.high += result.high
        sums[index].result.isLoadValid = sums[index].result.isLoadValid && result.isLoadValid
      }
    }
    return sums.map(\.result)
  }

  /// Calculates the energy of a track by an equation, if it is in the range of the equation.
  ///
  /// - Parameters:
  ///   - track: Points in the order of recording.
  ///   - equation: The equation.
  ///   - loads: The valid loads as a fraction of the body mass.
  /// - Returns: The estimate; nil if a load or the speeds are out of range.
  func validEstimate(
    _ track: [TrackPoint], equation: EnergyEquation, loads: ClosedRange<Double>
  ) -> CalorieEstimate? {
    guard ([base] + parts.map(\.carrier)).allSatisfy({ loads.contains($0.relativeLoad) }) else {
      return nil
    }
    let analysis = TrackAnalyzer.analyze(track, equation: equation, carrier: base)
    // A few wrong positions can make up to one twentieth of the motion too fast.
    guard analysis.tooFastShare <= 0.05 else { return nil }
    return parts.isEmpty ? analysis.calories : estimate(track, equation: equation)
  }
}
