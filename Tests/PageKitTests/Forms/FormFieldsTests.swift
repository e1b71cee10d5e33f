// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import PageTestSupport
import Testing

/// URL-encoded forms.
struct FormFieldsTests {
  @Test(arguments: [
    ("a=1", "1"), ("a=", ""), ("a", ""), ("b=2&a=1", "1"), ("a=1&a=2", "2"),
    ("a=x+y%20z", "x y z"), ("a=%C3%BC", "ü"), ("a=100%", "100%"), ("a=%zz", "%zz"),
    ("a=b=c", "b=c"), ("a=%FF", "\u{FFFD}"), ("a=%2B", "+"), ("%61=x", "x"),
  ])
  func `a field is decoded`(form: String, value: String) {
    #expect(FormFields(form)["a"] == value)
  }

  @Test
  func `a missing field is nil`() {
    #expect(FormFields("")["a"] == nil)
    #expect(FormFields("&&=x")["a"] == nil)
  }
}
