// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures
package import PageKit
import RuckMap
import Weather

extension RuckPages {
  /// The names of the form fields.
  private enum Field {
    static let units = "units"
    static let bodyWeight = "body-weight"
    static let height = "height"
    static let age = "age"
    static let sex = "sex"
    static let fitness = "fitness"
    static let restingHeartRate = "resting-heart-rate"
    static let maxHeartRate = "max-heart-rate"
    static let persona = "persona"
    static let privacy = "privacy"
    static let child = "child"
    static let reminders = "challenge-reminders"
    static let weather = "ruck-weather-service"
  }

  private static let switchChoices = [("0", "Off"), ("1", "On")]

  package func settings() async throws -> [SettingField] {
    let profile = try await library.profile()
    let format = MeasureFormat(unitSystem: profile.unitSystem)
    let text = RuckText(profile.unitSystem)
    var fields = [
      SettingField(
        id: Field.units, label: "Units", value: profile.unitSystem.rawValue,
        choices: [("metric", "Kilometres and kilograms"), ("imperial", "Miles and pounds")]),
      SettingField(
        id: Field.bodyWeight, label: "Body weight",
        value: profile.bodyWeight.map { format.weight($0) } ?? "",
        placeholder: profile.unitSystem == .imperial ? "180 lb" : "80 kg",
        hint: "For the energy of rucks that you import from now on. Empty: "
          + "\(format.weight(Carrier.assumedBodyMass)) is assumed."),
      SettingField(
        id: Field.height, label: "Height", value: profile.height.map(text.height) ?? "",
        placeholder: profile.unitSystem == .imperial ? "70 in" : "178 cm"),
    ]
    fields += Self.health(profile)
    fields += [
      SettingField(
        id: Field.persona, label: "Kind of rucker", value: profile.persona.rawValue,
        hint: "Selects the dashboard, the colors, and the settings below.",
        choices: RuckWords.choices(UserPersona.self)
          .filter { $0.value != UserPersona.general.rawValue || profile.persona == .general }
          .map { ($0.value, $0.title) }),
      SettingField(
        id: Field.child, label: "This is a child's profile", value: profile.isChild ? "1" : "0",
        hint: "A child's data is always private.", choices: Self.switchChoices),
      SettingField(
        id: Field.privacy, label: "Audience", value: profile.privacyLevel.rawValue,
        hint: "The largest audience of rucks, routes, goals, groups and events. Nothing is "
          + "published by this alone.",
        choices: RuckWords.choices(PrivacyLevel.self).map { ($0.value, $0.title) }),
      SettingField(
        id: Field.reminders, label: "Reminders of challenges",
        value: profile.notifications.challengeReminders ? "1" : "0",
        choices: Self.switchChoices),
    ]
    fields += DisplaySetting.allCases.map {
      SettingField(
        id: $0.rawValue, label: $0.label, value: profile.display[keyPath: $0.path] ? "1" : "0",
        choices: Self.switchChoices)
    }
    return fields + [weatherField()]
  }

  private func weatherField() -> SettingField {
    var hint =
      "Stores the weather at the start of rucks that a page records. The service receives the position of "
      + "the start, rounded to a kilometre. Empty: off."
    var service = ""
    do {
      service = try weather.service() ?? ""
    } catch {
      hint += " The stored address can't be read; saving replaces it."
    }
    return SettingField(
      id: Field.weather, label: "Weather service of rucks", value: service,
      placeholder: OpenMeteoWeather.publicService, hint: hint)
  }

  /// Returns the address of a weather service; nil for an empty text.
  private func weatherService(_ entered: String) throws -> String? {
    guard let text = FieldFormat.text(entered) else { return nil }
    guard let service = OpenMeteo.service(text) else {
      throw FieldProblem(
        "This is not the address of a web service, such as \(OpenMeteoWeather.publicService).",
        field: Field.weather)
    }
    return service
  }

  /// The fields of the body beside weight and height.
  private static func health(_ profile: UserProfile) -> [SettingField] {
    [
      SettingField(
        id: Field.age, label: "Age", value: profile.age.map(String.init) ?? "",
        placeholder: "40", hint: "In years. For heart-rate zones and the energy at rest."),
      SettingField(
        id: Field.sex, label: "Sex", value: profile.sex?.rawValue ?? "",
        hint: "For the energy at rest.",
        choices: [("", "Unknown")]
          + RuckWords.choices(BiologicalSex.self).map { ($0.value, $0.title) }),
      SettingField(
        id: Field.fitness, label: "Fitness", value: profile.fitnessLevel.rawValue,
        hint: "For the advice on pack weights.",
        choices: RuckWords.choices(FitnessLevel.self).map { ($0.value, $0.title) }),
      SettingField(
        id: Field.restingHeartRate, label: "Resting heart rate",
        value: profile.restingHeartRate.map(String.init) ?? "", placeholder: "52",
        hint: "In beats per minute. For heart-rate zones and the training load."),
      SettingField(
        id: Field.maxHeartRate, label: "Maximal heart rate",
        value: profile.maxHeartRate.map(String.init) ?? "", placeholder: "185",
        hint: "In beats per minute. Empty: it follows from the age."),
    ]
  }

  package func applySettings(_ form: FormFields) async throws {
    let profile = try await library.profile()
    var edit = UserProfileEdit(
      unitSystem: form[Field.units].flatMap(UnitSystem.init) ?? profile.unitSystem)
    try applyBody(form, profile, to: &edit)
    try applyHealth(form, profile, to: &edit)
    let persona = form[Field.persona].flatMap(UserPersona.init(rawValue:))
    if let persona, persona != profile.persona { edit.persona = persona }
    if let child = form[Field.child] { edit.isChild = child == "1" }
    let privacy = form[Field.privacy].flatMap(PrivacyLevel.init(rawValue:))
    if privacy != profile.privacyLevel { edit.privacyLevel = privacy }
    // A new persona brings its own settings, which those of the form must not replace.
    if edit.persona == nil {
      var display = profile.display
      for setting in DisplaySetting.allCases {
        if let value = form[setting.rawValue] { display[keyPath: setting.path] = value == "1" }
      }
      edit.display = display
      if let reminders = form[Field.reminders] {
        edit.notifications = profile.notifications
        edit.notifications?.challengeReminders = reminders == "1"
      }
    }
    let enteredWeather = form[Field.weather]
    let weatherService = try enteredWeather.flatMap { try self.weatherService($0) }
    do {
      try await library.setProfile(edit)
    } catch let error as UserError {
      throw FieldProblem(
        error.errorDescription ?? "The value is impossible.", field: Field.persona)
    } catch let error as RuckLibraryError {
      let field =
        switch error {
        case .invalidHeight: Field.height
        case .invalidAge: Field.age
        case .invalidHeartRate(let rate):
          rate == edit.maxHeartRate ? Field.maxHeartRate : Field.restingHeartRate
        default: Field.bodyWeight
        }
      throw FieldProblem(error.errorDescription ?? "The value is impossible.", field: field)
    }
    // A form that is refused changes nothing.
    if enteredWeather != nil { try weather.setService(weatherService) }
  }

  /// Parses body weight and height; a text that shows the stored value changes nothing.
  private func applyBody(
    _ form: FormFields, _ profile: UserProfile, to edit: inout UserProfileEdit
  ) throws(FieldProblem) {
    let unitSystem = edit.unitSystem ?? profile.unitSystem
    let shownWeight = profile.bodyWeight.map {
      MeasureFormat(unitSystem: profile.unitSystem).weight($0)
    }
    if let entered = form[Field.bodyWeight], entered != shownWeight {
      do {
        edit.bodyWeight = try FieldProblem.mass(entered, unitSystem)
      } catch {
        throw FieldProblem(error.message, field: Field.bodyWeight)
      }
      if edit.bodyWeight == nil { edit.cleared.insert(.bodyWeight) }
    }
    let shownHeight = profile.height.map { RuckText(profile.unitSystem).height($0) }
    if let entered = form[Field.height], entered != shownHeight {
      guard let text = FieldFormat.text(entered) else {
        edit.cleared.insert(.height)
        return
      }
      guard let height = try? HeightArgument(text).metres else {
        throw FieldProblem(
          "Write a height with its unit, such as \"178 cm\" or \"70 in\".", field: Field.height)
      }
      edit.height = height
    }
  }

  /// Parses age, sex, fitness and heart rates; an absent field or an unknown choice changes nothing.
  private func applyHealth(
    _ form: FormFields, _ profile: UserProfile, to edit: inout UserProfileEdit
  ) throws(FieldProblem) {
    let numbers:
      [(
        field: String, stored: Int?, value: UserProfileEdit.OptionalValue,
        path: WritableKeyPath<UserProfileEdit, Int?>
      )] = [
        (Field.age, profile.age, .age, \.age),
        (Field.restingHeartRate, profile.restingHeartRate, .restingHeartRate, \.restingHeartRate),
        (Field.maxHeartRate, profile.maxHeartRate, .maxHeartRate, \.maxHeartRate),
      ]
    for number in numbers {
      guard let entered = form[number.field] else { continue }
      let text = FieldFormat.text(entered)
      // An age that follows from the date of birth stays as it is.
      if text == number.stored.map(String.init) { continue }
      guard let text else {
        edit.cleared.insert(number.value)
        continue
      }
      guard let value = Int(text) else {
        throw FieldProblem("\(text) is not a whole number.", field: number.field)
      }
      edit[keyPath: number.path] = value
    }
    if let text = form[Field.sex] {
      edit.sex = BiologicalSex(rawValue: text)
      if text.isEmpty { edit.cleared.insert(.sex) }
    }
    edit.fitnessLevel = form[Field.fitness].flatMap(FitnessLevel.init(rawValue:))
  }
}
