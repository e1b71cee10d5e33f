// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How the pages look on this machine.
package struct PageSettings: Codable, Sendable, Equatable {
  /// The colors of the pages.
  package enum Theme: String, Codable, Sendable, CaseIterable {
    case automatic, light, dark
  }

  /// The size of the text, relative to the browser's.
  package enum TextSize: String, Codable, Sendable, CaseIterable {
    case normal, large, larger
  }

  package var theme = Theme.automatic
  package var textSize = TextSize.normal
  /// False for times such as 9:05 PM.
  package var is24Hour = true
  /// The first day of the week: 1 for Sunday, 2 for Monday, 7 for Saturday.
  package var firstWeekday = 2
  /// The tiles of maps.
  package var tiles = TileSetting()

  package init() {}

  /// A missing or unknown value keeps its default, so that a newer version's file can be read.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    theme = (try? container.decode(Theme.self, forKey: .theme)) ?? theme
    textSize = (try? container.decode(TextSize.self, forKey: .textSize)) ?? textSize
    is24Hour = (try? container.decode(Bool.self, forKey: .is24Hour)) ?? is24Hour
    let day = (try? container.decode(Int.self, forKey: .firstWeekday)) ?? firstWeekday
    if [1, 2, 7].contains(day) { firstWeekday = day }
    tiles = (try? container.decode(TileSetting.self, forKey: .tiles)) ?? tiles
  }
}

extension PageSettings {
  /// The fields of the appearance on the settings page.
  var fields: [SettingField] {
    [
      SettingField(
        id: "theme", label: "Colors", value: theme.rawValue,
        choices: [("automatic", "As the system"), ("light", "Light"), ("dark", "Dark")]),
      SettingField(
        id: "text-size", label: "Text size", value: textSize.rawValue,
        choices: [("normal", "Normal"), ("large", "Large"), ("larger", "Larger")]),
      SettingField(
        id: "clock", label: "Times", value: is24Hour ? "24" : "12",
        choices: [("24", "24 hours, 21:05"), ("12", "12 hours, 9:05 PM")]),
      SettingField(
        id: "first-weekday", label: "First day of the week", value: "\(firstWeekday)",
        choices: [("2", "Monday"), ("1", "Sunday"), ("7", "Saturday")]),
    ]
  }

  /// Sets the values of the appearance by a form; an absent or unknown value changes nothing.
  mutating func apply(_ form: FormFields) {
    theme = form["theme"].flatMap(Theme.init) ?? theme
    textSize = form["text-size"].flatMap(TextSize.init) ?? textSize
    if let clock = form["clock"], ["12", "24"].contains(clock) { is24Hour = clock == "24" }
    if let day = form["first-weekday"].flatMap({ Int($0) }), [1, 2, 7].contains(day) {
      firstWeekday = day
    }
  }
}

/// A field of the settings page.
package struct SettingField: Sendable, Equatable {
  /// A value that can be chosen.
  struct Choice: Sendable, Equatable {
    var value: String
    var label: String
    var isSelected: Bool
  }

  /// The name of the form field; fields of several apps with one name are shown once.
  package var id: String
  package var label: String
  package var value: String
  package var hint: String?
  var placeholder: String?
  var choices: [Choice]
  /// The reason why the value can't be used, shown below the field.
  var problem: String?
  /// Whether this browser can't change the value.
  var isDisabled = false

  /// A field with a list of choices.
  ///
  /// - Parameters:
  ///   - id: The name of the form field.
  ///   - label: The label.
  ///   - value: The present value.
  ///   - hint: A sentence below the field.
  ///   - choices: The values and their labels.
  package init(
    id: String, label: String, value: String, hint: String? = nil, choices: [(String, String)]
  ) {
    (self.id, self.label, self.value, self.hint) = (id, label, value, hint)
    self.choices = choices.map { Choice(value: $0, label: $1, isSelected: $0 == value) }
  }

  /// A field for text.
  ///
  /// - Parameters:
  ///   - id: The name of the form field.
  ///   - label: The label.
  ///   - value: The present value.
  ///   - placeholder: An example.
  ///   - hint: A sentence below the field.
  package init(
    id: String, label: String, value: String, placeholder: String, hint: String? = nil
  ) {
    (self.id, self.label, self.value, self.hint) = (id, label, value, hint)
    self.placeholder = placeholder
    choices = []
  }

  /// The field with an entered value instead of the present one; an unknown choice changes nothing.
  func entered(_ value: String) -> SettingField {
    var field = self
    if choices.isEmpty {
      field.value = value
    } else if choices.contains(where: { $0.value == value }) {
      field.value = value
      for index in choices.indices {
        field.choices[index].isSelected = choices[index].value == value
      }
    }
    return field
  }
}
