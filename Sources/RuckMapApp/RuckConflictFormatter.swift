// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKitMirroring
import Foundation
import Measures
import RuckMap
import SwiftData

/// Formats the conflicts of rucks, users, routes, gear and all other objects.
struct RuckConflictFormatter: ConflictFormatter {
  private static let ruck = "RuckingSession"
  private static let user = "User"

  func isDerived(_ conflict: Conflict) -> Bool {
    conflict.propertyName.map { RuckMapStore.isDerived($0, of: conflict.entityName) } ?? false
  }

  func descriptions(
    of conflicts: [Conflict], in container: ModelContainer
  ) async throws -> [ConflictDescription] {
    guard !conflicts.isEmpty else { return [] }
    let library = RuckLibrary(modelContainer: container)
    let text = RuckText(try await library.profile().unitSystem)
    let users = try ModelContext(container).fetch(FetchDescriptor<User>())
    let rucks = try await library.rucks().map { ($0.id.idText, $0) }
    let known = Dictionary(rucks) { first, _ in first }
    var descriptions: [ConflictDescription] = []
    for conflict in conflicts {
      var description = ConflictDescription(conflict)
      if description.entity != Self.ruck, description.entity != Self.user,
        let id = UUID(uuidString: description.id)
      {
        description.title = try await library.objectTitle(description.entity, id)
        if description.title != nil { description.path = Self.path(description.entity, id) }
      }
      if description.entity == Self.ruck, let ruck = known[description.id] {
        let name = ruck.name.flatMap { $0.isEmpty ? nil : $0 }
        description.title = name ?? ruck.date?.localText ?? text.title(of: ruck)
        description.path = RuckPaths.ruck(ruck.id)
      }
      if conflict.entityName != Self.user, let property = conflict.propertyName,
        let number = description.value.flatMap(Double.init)
      {
        description.value = Self.text(number, of: property, text.format) ?? description.value
      }
      if conflict.entityName == Self.user, let property = conflict.propertyName,
        let value = description.value
      {
        let user = users.first { $0.id.idText == description.id }
        description.value =
          UserConflictFormatter(formatter: text, user: user).text(value, of: property) ?? value
      }
      descriptions.append(description)
    }
    return descriptions
  }

  /// The page of an object, or its form; nil for an object without one.
  private static func path(_ entity: String, _ id: UUID) -> String? {
    let text = RuckPaths.text(id)
    return switch entity {
    case "Equipment": "\(RuckTab.gear.path)/\(text)"
    case "Route": "\(RuckTab.routes.path)/\(text)"
    case "Group": "\(RuckTab.groups.path)/\(text)"
    case "TrainingPlan": "\(RuckTab.plans.path)/\(text)"
    case "PlannedRuck": "\(ObjectKind<PlannedRuckItem>.plannedRucks.path)/\(text)/edit"
    case "Challenge": "\(ObjectKind<ChallengeItem>.challenges.path)/\(text)"
    case "Goal": "\(RuckTab.goals.path)/\(text)/edit"
    case "Event": "\(ObjectKind<EventItem>.events.path)/\(text)/edit"
    case "EmergencyContact": "\(ObjectKind<ContactItem>.contacts.path)/\(text)/edit"
    case "BodyMeasurement": "\(RuckTab.health.path)/\(text)/edit"
    default: nil
    }
  }

  func currentValues(
    _ current: [String?], of conflicts: [Conflict], in container: ModelContainer
  ) async throws -> [String?] {
    let replaced = zip(conflicts, current).map { $0.replacingValue(with: $1) }
    var texts = try await descriptions(of: replaced, in: container).map(\.value)
    guard conflicts.contains(where: { $0.entityName == Self.user }) else { return texts }
    let unitSystem = try await RuckLibrary(modelContainer: container).profile().unitSystem
    let formatter = UserConflictFormatter(formatter: RuckText(unitSystem), user: nil)
    for (index, conflict) in conflicts.enumerated() where conflict.entityName == Self.user {
      guard let property = conflict.propertyName, let value = current[index] else { continue }
      // Only the parts that differ from the overwritten value are of interest.
      texts[index] =
        formatter.text(value, of: property, comparedWith: conflict.valueDescription)
        ?? texts[index]
    }
    return texts
  }

  func didRestore(_ conflict: Conflict, in model: any PersistentModel) {
    if isDerived(conflict) { return }
    switch model {
    case let ruck as RuckingSession: ruck.didChange(conflict.propertyName)
    case let route as Route: route.lastModified = Date()
    case let item as Equipment: item.lastModified = Date()
    default: break
    }
  }

  /// A value in the user's units; nil for a value without a unit.
  ///
  /// All models have miles, feet, pounds and seconds.
  private static func text(
    _ number: Double, of property: String, _ format: MeasureFormat
  ) -> String? {
    switch property {
    case "packWeight", "bodyWeight", "weight", "minimumPackWeight", "recommendedPackWeight":
      format.weight(Mass.kilograms(pounds: number))
    case "distance", "minimumDistance": format.distance(Length.metres(miles: number))
    case "elevationGain", "elevationLoss", "elevationGainRecorded", "deviceElevationGain":
      format.elevation(Length.metres(feet: number))
    case "duration", "movingTime", "pausedTime", "estimatedDuration", "timeLimit":
      format.duration(number)
    case "calories", "caloriesLow", "caloriesHigh": format.calories(number)
    case "storedPace":
      format.pace(secondsPerKilometre: number * 60 / Length.metresPerMile * 1000)
    case let name where name.hasPrefix("is"): number == 0 ? "no" : "yes"
    case let name where name.hasSuffix("Date") || name == "lastModified" || name == "date":
      Date(timeIntervalSinceReferenceDate: number).localText
    default: nil
    }
  }
}

/// Formats overwritten values of a user.
struct UserConflictFormatter {
  let formatter: RuckText
  /// The current user; nil if deleted.
  let user: User?

  /// A value as text; nil for a value printed unchanged.
  ///
  /// - Parameters:
  ///   - value: The value in words.
  ///   - property: The name of its property.
  ///   - other: The value whose equal parts are left out; nil for the user's current value.
  /// - Returns: The text.
  func text(_ value: String, of property: String, comparedWith other: String? = nil) -> String? {
    switch property {
    case "createdAt", "modifiedAt", "lastSyncDate", "birthDate":
      Double(value).map { Date(timeIntervalSinceReferenceDate: $0).localText }
    case "isActive": value == "0" ? "no" : "yes"
    case "healthProfile":
      difference(value, other.flatMap { decoded($0) } ?? user?.healthProfile) { health($0) }
    case "preferences":
      difference(value, other.flatMap { decoded($0) } ?? user?.preferences) { preferences($0) }
    default: nil
    }
  }

  /// The parts of a value that differ from the current value.
  private func difference<Value: Decodable>(
    _ value: String, _ now: Value?, _ parts: (Value) -> [(name: String, text: String?)]
  ) -> String? {
    guard let overwritten: Value = decoded(value) else { return nil }
    let present = now.map(parts)
    var differences: [String] = []
    for (index, part) in parts(overwritten).enumerated() {
      guard let present else {
        if let text = part.text { differences.append("\(part.name) \(text)") }
        continue
      }
      guard present[index].text != part.text else { continue }
      differences.append(part.text.map { "\(part.name) \($0)" } ?? "no \(part.name)")
    }
    if differences.isEmpty { return present == nil ? nil : "unchanged" }
    return differences.joined(separator: ", ")
  }

  private func decoded<Value: Decodable>(_ text: String) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  private func health(_ profile: HealthProfile) -> [(name: String, text: String?)] {
    func rate(_ beats: Int?) -> String? { beats.map { "\($0) bpm" } }
    let conditions = profile.healthConditions.map(\.rawValue).joined(separator: " and ")
    return [
      ("age", profile.age.map(String.init)),
      ("weight", profile.weight.map { formatter.format.weight(Mass.kilograms(pounds: $0)) }),
      ("height", profile.height.map { formatter.height(Length.metres(inches: $0)) }),
      ("sex", profile.sex?.rawValue),
      ("fitness", profile.fitnessLevel.rawValue),
      ("conditions", conditions.isEmpty ? nil : conditions),
      ("maximal heart rate", rate(profile.maxHeartRate)),
      ("resting heart rate", rate(profile.restingHeartRate)),
    ]
  }

  private func preferences(_ value: UserPreferences) -> [(name: String, text: String?)] {
    func isOn(_ setting: Bool) -> String { setting ? "on" : "off" }
    let display = value.displaySettings
    return [
      ("units", value.unitSystem.rawValue),
      ("privacy", value.privacyLevel.rawValue),
      ("challenge reminders", isOn(value.notificationSettings.challengeReminders)),
      ("military time", isOn(display.showMilitaryTime)),
      ("distance first", isOn(display.emphasizeDistance)),
      ("calories", isOn(display.showCalories)),
      ("heart rate", isOn(display.showHeartRate)),
      ("social features", isOn(display.showSocialFeatures)),
      ("large text", isOn(display.largeText)),
      ("simple pages", isOn(display.simplifiedUI)),
      ("elevation", isOn(display.showElevation)),
      ("weather", isOn(display.showWeather)),
    ]
  }
}
