// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import PageTestSupport
import Testing

/// The secret token in the forms.
struct FormTokenTests {
  @Test
  func `a token matches only itself`() {
    let token = FormToken()
    #expect(token.text.count == 64)
    #expect(token.matches(token.text))
    #expect(!token.matches(nil))
    #expect(!token.matches(""))
    #expect(!token.matches(String(token.text.dropLast())))
    #expect(!token.matches(token.text + "0"))
    #expect(!token.matches(FormToken().text))
    for index in token.text.indices {
      var other = token.text
      other.replaceSubrange(index...index, with: token.text[index] == "0" ? "1" : "0")
      #expect(!token.matches(other))
    }
  }
}
