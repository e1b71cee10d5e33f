// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures

extension RuckingSession {
  /// The names of derived properties, which users don't edit.
  public static let derivedProperties: Set<String> = [
    "calories", "caloriesLow", "caloriesHigh", "calorieEquation", "energyBasis", "storedPace",
    "pointCount", "lastModified", "syncStatus", "warningText", "figures",
  ]

  /// The names of the properties from which the energy is calculated.
  private static let energyProperties: Set<String> = [
    "packWeight", "bodyWeight", "distance", "duration", "elevationGain", "startDate", "figures",
  ]

  /// Updates derived properties after a property was changed; nil means the track.
  ///
  /// ``RuckLibrary/edit(_:_:)`` does the same after its changes. Call it inside a transaction; the
  /// caller saves.
  public func didChange(_ property: String?) {
    if property == "figures" { applyFigures() }
    if property == "packWeight" { alignLoad() }
    if property.map(Self.energyProperties.contains) ?? true {
      let points = locationPoints.sorted { $0.index < $1.index }.map(\.trackPoint)
      deriveEnergy(points)
    }
    if property == "packWeight" { removePackWeightWarning() }
    markEdited()
  }

  /// Removes the warning for an unknown pack weight.
  func removePackWeightWarning() {
    importWarnings.removeAll { $0.code == .unknownPackWeight }
  }

  /// Whether the energy was calculated from other values than the current ones, as after a merge of
  /// two devices' changes.
  var isEnergyOutdated: Bool { !energyBasis.isEmpty && energyBasis != currentEnergyBasis }

  /// The current inputs of the energy calculation, except the track.
  var currentEnergyBasis: String {
    let weights = "\(packWeight) \(bodyWeight.map { "\($0)" } ?? "-")"
    let totals = "\(distance) \(duration) \(elevationGain) \(pointCount)"
    let basis = "\(weights) \(totals) \(startDate.timeIntervalSinceReferenceDate)"
    return basis + surfaceBasis
  }

  /// The surfaces and the loads of segments; empty without them, as before version 5 of the schema.
  private var surfaceBasis: String {
    let parts = segments.filter { $0.packWeight != nil || $0.surface != nil }
      .map { segment in
        let load = segment.packWeight.map { "\($0)" } ?? "-"
        let times = [segment.startTime, segment.endTime]
          .map { "\($0.timeIntervalSinceReferenceDate)" }.joined(separator: "-")
        return "\(times) \(load) \(segment.surface?.rawValue ?? "-")"
      }
    guard surface != nil || !parts.isEmpty else { return "" }
    return " " + ([surface?.rawValue ?? "-"] + parts.sorted()).joined(separator: ", ")
  }

  /// Recalculates the energy, for the body weight known when the ruck was stored.
  ///
  /// - Parameter track: The recorded positions in order; empty if there are none.
  func deriveEnergy(_ track: [TrackPoint]) {
    let schedule = LoadSchedule(self, bodyMass: bodyWeight.map(Mass.kilograms(pounds:)))
    let carrier = schedule.base
    guard pointCount > 0 else {
      return apply(
        RuckingCalculator.estimate(
          weight: packWeight,
          bodyWeight: carrier.isBodyMassAssumed ? nil : Mass.pounds(kilograms: carrier.bodyMass),
          distance: distance, time: duration, elevation: elevationGain))
    }
    apply(schedule.estimate(track, equation: .pandolfSantee))
    deriveLoadEnergy(track, schedule)
  }

  /// Marks the ruck as changed by the user.
  func markEdited() {
    storedPace = averagePace
    lastModified = Date()
    if isCompleted { recordFigures() }
    for use in equipmentUses where use.refresh() { use.equipment?.refreshTotals() }
  }
}
