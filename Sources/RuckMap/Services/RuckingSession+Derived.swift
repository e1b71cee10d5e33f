// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension RuckingSession {
  /// The names of the properties that nobody writes: they follow from others, or from the change itself.
  public static let derivedProperties: Set<String> = [
    "calories", "caloriesLow", "caloriesHigh", "calorieEquation", "energyBasis", "storedPace",
    "pointCount", "lastModified", "syncStatus", "warningText",
  ]

  /// The names of those that the energy follows from.
  private static let energyProperties: Set<String> = [
    "packWeight", "bodyWeight", "distance", "duration", "elevationGain", "startDate",
  ]

  /// Sets right what follows from a property that was given another value; nil stands for the track.
  ///
  /// It is what ``RuckLibrary/edit(_:_:)`` does after its own changes. To be called inside a transaction; the
  /// caller saves.
  public func didChange(_ property: String?) {
    if property.map(Self.energyProperties.contains) ?? true {
      let points = locationPoints.sorted { $0.index < $1.index }.map(\.trackPoint)
      deriveEnergy(points)
    }
    if property == "packWeight" { didLearnPackWeight() }
    noteEdit()
  }

  /// Takes back the warning that nobody has said what the pack weighs.
  func didLearnPackWeight() {
    warnings.removeAll { $0 == ImportWarnings.unknownPackWeight }
  }

  /// Whether the energy was reckoned from other figures than the ruck has: of what two devices know of it, some
  /// is of the one and some of the other.
  var isEnergyOutdated: Bool { !energyBasis.isEmpty && energyBasis != presentEnergyBasis }

  /// What the energy would be reckoned from now, apart from the track.
  var presentEnergyBasis: String {
    let weights = "\(packWeight) \(bodyWeight.map { "\($0)" } ?? "-")"
    let way = "\(distance) \(duration) \(elevationGain) \(pointCount)"
    return "\(weights) \(way) \(startDate.timeIntervalSinceReferenceDate)"
  }

  /// The energy anew, for the body weight that was known when the ruck was stored.
  ///
  /// - Parameter track: The recorded positions in their order; empty for a ruck without.
  func deriveEnergy(_ track: [TrackPoint]) {
    let carrier = Carrier(session: self, bodyMass: bodyWeight.map(Mass.kilograms(pounds:)))
    guard pointCount > 0 else {
      return take(
        RuckingCalculator.estimate(
          weight: packWeight,
          bodyWeight: carrier.isBodyMassAssumed ? nil : Mass.pounds(kilograms: carrier.bodyMass),
          distance: distance, time: duration, elevation: elevationGain))
    }
    take(TrackAnalyzer.analyze(track, equation: .pandolfSantee, carrier: carrier).calories)
  }

  /// Notes that somebody has changed the ruck.
  func noteEdit() {
    storedPace = averagePace
    lastModified = Date()
    syncStatus = .pending
  }
}
