// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport
import Testing

@Suite struct HTMLEscaperTests {
  @Test func `characters of markup become references`() {
    #expect(
      HTMLEscaper.escaped(#"<a href="x" title='y'>R&D</a>"#)
        == "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;R&amp;D&lt;/a&gt;")
  }

  @Test func `a quotation mark with a combining accent is escaped`() {
    #expect(HTMLEscaper.escaped("\"\u{301}") == "&quot;\u{301}")
  }

  @Test func `an escaped text is escaped again`() {
    #expect(HTMLEscaper.escaped("&lt;") == "&amp;lt;")
  }

  @Test func `control characters remain, are dropped, or are replaced`() {
    let text = "a\u{0}b\tc\nd\u{202E}e\u{2028}f"
    #expect(HTMLEscaper.escaped(text) == text)
    #expect(HTMLEscaper.escaped(text, controls: .drop) == "ab\tc\nd\u{202E}e\u{2028}f")
    #expect(
      HTMLEscaper.escaped(text, controls: .replace)
        == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}f")
  }

  @Test(arguments: ["", "plain", "<", "a & b", "é <ü> \u{1F600}\"", "'\u{0}\n'", "\"\u{301}"])
  func `an appended text is the escaped text`(text: String) {
    var output = Array("[".utf8)
    HTMLEscaper.append(text, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "[" + HTMLEscaper.escaped(text))
  }

  @Test func `a plain text is unchanged with any treatment of control characters`() {
    for controls in [HTMLEscaper.ControlCharacters.keep, .drop, .replace] {
      #expect(HTMLEscaper.escaped("Zürich 12", controls: controls) == "Zürich 12")
      #expect(HTMLEscaper.escaped("Vienna 12", controls: controls) == "Vienna 12")
    }
  }
}
