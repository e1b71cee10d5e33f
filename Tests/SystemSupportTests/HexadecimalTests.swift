// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport
import Testing

/// Hexadecimal digits, and comparisons of secrets.
struct HexadecimalTests {
  @Test(
    arguments: [
      ([], ""), ([0], "00"), ([10], "0a"), ([255, 0, 171], "ff00ab"),
    ] as [([UInt8], String)])
  func `each byte has two lower-case digits`(_ bytes: [UInt8], _ text: String) {
    #expect(Hexadecimal.text(bytes) == text)
  }

  @Test(arguments: [
    ("", "", true), ("", "a", false), ("a", "", false), ("secret", "secret", true),
    ("secres", "secret", false), ("tecret", "secret", false), ("secre", "secret", false),
    ("secrets", "secret", false), ("secret\0", "secret", false), ("é", "e\u{301}", false),
  ])
  func `texts are equal if all their bytes are`(_ one: String, _ other: String, _ areEqual: Bool) {
    #expect(ConstantTime.areEqual(one, other) == areEqual)
    #expect(ConstantTime.areEqual(Array(one.utf8), Array(other.utf8)) == areEqual)
  }
}
