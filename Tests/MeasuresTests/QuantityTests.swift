// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures
import Testing

@Suite struct QuantityTests {
  @Test(arguments: [
    ("35 lb", UnitSystem.metric, 15.87573295), ("35lbs", .metric, 15.87573295),
    (" 16 kg ", .imperial, 16), ("16.5KG", .imperial, 16.5), ("20", .metric, 20),
    ("35", .imperial, 15.87573295), ("0", .metric, 0),
  ])
  func `a mass is parsed with its unit or the default unit`(
    text: String, system: UnitSystem, kilograms: Double
  ) throws {
    #expect(abs(try Mass.parse(text, default: system) - kilograms) < 1e-12)
  }

  @Test(arguments: [
    ("5 mi", UnitSystem.metric, 8046.72), ("8.2km", .imperial, 8200), ("300 ft", .metric, 91.44),
    ("12 m", .imperial, 12), ("70 in", .metric, 1.778), ("178 cm", .imperial, 1.78),
    ("2", .imperial, 3218.688), ("2", .metric, 2000),
  ])
  func `a length is parsed with its unit or the default unit`(
    text: String, system: UnitSystem, metres: Double
  ) throws {
    #expect(abs(try Length.parse(text, default: system) - metres) < 1e-9)
  }

  @Test(arguments: ["", "lb", "3,5 kg", "heavy", "--3 kg", "nan kg", "1e3 kg", "٣ kg"])
  func `a mass without a valid number is rejected`(text: String) {
    #expect(throws: UnitError.self) { try Mass.parse(text, default: .metric) }
  }

  @Test func `an error names the invalid unit or value and the valid units`() {
    #expect(throws: UnitError.unknownUnit("stone", kind: .mass)) {
      try Mass.parse("12 stone", default: .imperial)
    }
    #expect(throws: UnitError.outOfRange("-3 kg", kind: .mass)) {
      try Mass.parse("-3 kg", default: .imperial)
    }
    #expect(throws: UnitError.outOfRange("900 kg", kind: .mass)) {
      try Mass.parse("900 kg", default: .imperial)
    }
    let text = UnitError.unknownUnit("stone", kind: .mass).errorDescription
    #expect(text == "\"stone\" is not a unit of mass. Use lb or kg, such as \"35 lb\".")
  }
}
