// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap

/// The words for what a merge did not keep of a user.
struct UserConflicts {
  let text: RuckText
  /// The user as he is now; nil if he isn't there.
  let user: User?

  /// A value in words; nil for one that is told as it is.
  func words(_ value: String, of property: String) -> String? {
    switch property {
    case "createdAt", "modifiedAt", "lastSyncDate", "birthDate":
      Double(value).map { Date(timeIntervalSinceReferenceDate: $0).localText }
    case "isActive": value == "0" ? "no" : "yes"
    case "healthProfile":
      difference(value, user?.healthProfile) { health($0) }
    case "preferences":
      difference(value, user?.preferences) { preferences($0) }
    default: nil
    }
  }

  /// The parts of a value that are other ones than now.
  private func difference<Value: Decodable>(
    _ value: String, _ now: Value?, _ parts: (Value) -> [(name: String, text: String?)]
  ) -> String? {
    guard let lost = try? JSONDecoder().decode(Value.self, from: Data(value.utf8)) else {
      return nil
    }
    let present = now.map(parts)
    var words: [String] = []
    for (index, part) in parts(lost).enumerated() {
      guard let present else {
        if let text = part.text { words.append("\(part.name) \(text)") }
        continue
      }
      guard present[index].text != part.text else { continue }
      words.append(part.text.map { "\(part.name) \($0)" } ?? "no \(part.name)")
    }
    if words.isEmpty { return present == nil ? nil : "as it is now" }
    return words.joined(separator: ", ")
  }

  private func health(_ profile: HealthProfile) -> [(name: String, text: String?)] {
    func rate(_ beats: Int?) -> String? { beats.map { "\($0) bpm" } }
    let conditions = profile.healthConditions.map(\.rawValue).joined(separator: " and ")
    return [
      ("age", profile.age.map(String.init)),
      ("weight", profile.weight.map { text.format.weight(Mass.kilograms(pounds: $0)) }),
      ("height", profile.height.map { text.height(Length.metres(inches: $0)) }),
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
