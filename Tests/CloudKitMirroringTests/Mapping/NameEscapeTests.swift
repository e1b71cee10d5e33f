// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Testing

/// Escapes in names of fields and record types.
@Suite struct NameEscapeTests {
  @Test(arguments: ["distance", "a", "A1_b", "parent"])
  func `names that CloudKit accepts are not escaped`(name: String) {
    #expect(NameEscape.field(name) == name)
    #expect(NameEscape.property(name) == name)
    #expect(NameEscape.recordType(name) == name)
  }

  @Test(arguments: [
    ("größe", "esc_gr_c3_b6_c3_9fe"), ("_private", "esc___private"),
    ("cairn_clocks", "esc_cairn__clocks"), ("esc_x", "esc_esc__x"),
    ("recordName", "esc_recordName"), ("🥾", "esc__f0_9f_a5_be"),
  ])
  func `other names are escaped reversibly`(name: String, field: String) {
    #expect(NameEscape.field(name) == field)
    #expect(NameEscape.property(field) == name)
  }

  @Test func `an entity named Users is escaped, since CloudKit reserves the type`() {
    #expect(NameEscape.recordType("Users") == "esc_Users")
    #expect(NameEscape.entity("esc_Users") == "Users")
    #expect(NameEscape.recordType("User") == "User")
  }

  @Test(arguments: [
    "cairn_clocks", "esc_a_", "esc_a_5", "esc_a_zz", "esc__ff", "esc_a_5f", "esc_a-b",
  ])
  func `reserved and malformed field names have no property`(field: String) {
    #expect(NameEscape.property(field) == nil)
  }

  @Test func `random names are escaped reversibly to valid field names`() {
    var generator = SeededGenerator(seed: 3)
    let letters = Array("aZ09_éß🥾ー\u{301}")
    var seen: [String: String] = [:]
    for _ in 0..<5_000 {
      let name = String(
        (0..<Int.random(in: 1...8, using: &generator)).map { _ in
          letters.randomElement(using: &generator) ?? "a"
        })
      let field = NameEscape.field(name)
      #expect(field.utf8.first.map { Character(UnicodeScalar($0)).isLetter } == true)
      #expect(
        field.utf8.allSatisfy {
          $0 == 0x5F || Character(UnicodeScalar($0)).isLetter || (0x30...0x39).contains($0)
        })
      #expect(NameEscape.property(field).map { Array($0.utf8) } == Array(name.utf8))
      let known = seen.updateValue(name, forKey: field)
      #expect(known == nil || known == name)
    }
  }
}
