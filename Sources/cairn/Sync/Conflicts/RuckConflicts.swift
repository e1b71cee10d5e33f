// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import RuckMap
import SwiftData

/// How the app of the rucks speaks of what merges did not keep.
struct RuckConflicts: ConflictSpeech {
  private static let ruck = "RuckingSession"
  private static let user = "User"

  func isDerived(_ conflict: Conflict) -> Bool {
    guard let property = conflict.propertyName else { return false }
    return switch conflict.entityName {
    case Self.ruck: RuckingSession.derivedProperties.contains(property)
    case Self.user: User.derivedProperties.contains(property)
    default: false
    }
  }

  func words(_ conflicts: [Conflict], _ container: ModelContainer) async throws -> [ConflictWords] {
    guard !conflicts.isEmpty else { return [] }
    let library = RuckLibrary(modelContainer: container)
    let text = RuckText(try await library.profile().unitSystem)
    let users = try ModelContext(container).fetch(FetchDescriptor<User>())
    let rucks = try await library.rucks().map { ($0.id.idText, $0) }
    let known = Dictionary(rucks) { first, _ in first }
    return conflicts.map { conflict in
      var words = ConflictWords(conflict)
      if words.entity == Self.ruck, let ruck = known[words.id] {
        words.title = ruck.name.flatMap { $0.isEmpty ? nil : $0 } ?? ruck.startedAt.localText
      }
      if conflict.entityName == Self.ruck, let property = conflict.propertyName,
        let number = words.value.flatMap(Double.init)
      {
        words.value = Self.text(number, of: property, text.format) ?? words.value
      }
      if conflict.entityName == Self.user, let property = conflict.propertyName,
        let value = words.value
      {
        let user = users.first { $0.id.idText == words.id }
        words.value = UserConflicts(text: text, user: user).words(value, of: property) ?? value
      }
      return words
    }
  }

  func didRestore(_ conflict: Conflict, in model: any PersistentModel) {
    guard let ruck = model as? RuckingSession, !isDerived(conflict) else { return }
    ruck.didChange(conflict.propertyName)
  }

  /// A ruck's figure in the user's units; nil for one without a unit.
  private static func text(
    _ number: Double, of property: String, _ format: RuckFormat
  ) -> String? {
    switch property {
    case "packWeight", "bodyWeight": format.weight(Mass.kilograms(pounds: number))
    case "distance": format.distance(Length.metres(miles: number))
    case "elevationGain", "elevationLoss", "elevationGainRecorded":
      format.elevation(Length.metres(feet: number))
    case "duration", "movingTime": format.duration(number)
    case "calories", "caloriesLow", "caloriesHigh": format.calories(number)
    case "storedPace":
      format.pace(secondsPerKilometre: number * 60 / Length.metresPerMile * 1000)
    case "startDate", "endDate", "lastModified":
      Date(timeIntervalSinceReferenceDate: number).localText
    default: nil
    }
  }
}
