// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Testing

/// Documents and their errors.
@Suite struct JSONTests {
  private func reason(_ bytes: [UInt8]) -> String? {
    do throws(WireError) {
      _ = try JSONDocument(bytes, from: .client)
      return nil
    } catch {
      return error.reason
    }
  }

  private func reason(_ text: String) -> String? { reason(Array(text.utf8)) }

  @Test func `malformed JSON is rejected with its path and offset`() {
    let table: [(String, String)] = [
      ("", "the body: found the end of the body, expected a value"),
      ("[1,]", #"[1]: found "]" at byte 3, expected a value"#),
      ("[1 2]", #"[1]: found "2" at byte 3, expected , or ]"#),
      (#"{"a" 1}"#, #"a: found "1" at byte 5, expected a colon"#),
      (#"{"a":1,}"#, #"a: found "}" at byte 7, expected a key in quotes"#),
      (#"{"a":[{"b":"#, "a[0].b: found the end of the body, expected a value"),
      ("{}{}", #"the body: found "{" at byte 2, expected the end of the body"#),
      ("01", #"the body: found "0" at byte 0, expected a number without leading zeros"#),
      ("-", "the body: found the end of the body, expected a digit"),
      ("1.", "the body: found the end of the body, expected a digit"),
      ("1e+", "the body: found the end of the body, expected a digit"),
      ("+1", #"the body: found "+" at byte 0, expected a value"#),
      ("NaN", #"the body: found "N" at byte 0, expected a value"#),
      (#"["a"#, "[0]: found the end of the body, expected the end of a string"),
      ("[\"a\nb\"]", #"[0]: found "\u{a}" at byte 3, expected no control character in a string"#),
      (
        #"["\x"]"#,
        #"[0]: found "x" at byte 3, expected one of " \ / b f n r t u after a backslash"#
      ),
      (#"["\u12g4"]"#, #"[0]: found "1" at byte 4, expected four hexadecimal digits"#),
      (#"["\ud800"]"#, "[0]: found a lone surrogate at byte 2, expected Unicode text"),
      (
        #"["\ud800\u0041"]"#, "[0]: found a lone surrogate at byte 2, expected Unicode text"
      ),
      (#"["\udc00"]"#, "[0]: found a lone surrogate at byte 2, expected Unicode text"),
      ("\u{FEFF}1", "the body: found the byte 0xEF at byte 0, expected a value"),
      ("1\u{0}", #"the body: found "\u{0}" at byte 1, expected the end of the body"#),
    ]
    for (text, expected) in table { #expect(reason(text) == expected) }
  }

  @Test func `invalid UTF-8 is rejected`() {
    let quote = UInt8(ascii: "\"")
    #expect(
      reason([quote, 0x61, 0xC3, quote])
        == "the body: found the byte 0xC3 at byte 2, expected UTF-8")
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"]) func `nesting deeper than 64 levels is rejected`(
    _ opening: String
  ) {
    let deep = String(repeating: opening, count: 100_000)
    #expect(reason(deep)?.hasSuffix("at most 64 levels of arrays and objects") == true)
    let fitting = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(reason(fitting) == nil)
    #expect(reason("[" + fitting + "]") != nil)
  }

  @Test func `duplicate keys are rejected, also if they are escaped`() {
    #expect(
      reason(#"{"a":1,"b":2,"a":3}"#) == "a: found a duplicate key, expected each key once")
    #expect(reason(#"[{"ab":1,"\u0061b":2}]"#)?.hasPrefix("[0].ab") == true)
    // Two texts that are equal by Swift's `==` are two keys if their bytes differ.
    #expect(reason("{\"e\u{301}\":1,\"\u{E9}\":2}") == nil)
    let many = (0..<100).map { "\"k\($0)\":0" } + ["\"k17\":0"]
    #expect(reason("{" + many.joined(separator: ",") + "}")?.hasPrefix("k17:") == true)
  }

  @Test func `strings survive encoding and decoding`() throws {
    let texts = [
      "", "a", "\u{0}", "\u{1F}\u{7F}", "\"\\/\u{8}\u{C}\n\r\t", "é", "😀", "e\u{301}", "\u{202E}x",
      String(repeating: "a", count: 100) + "\n" + String(repeating: "é", count: 50), "\u{2028}",
    ]
    for text in texts {
      var writer = JSONWriter()
      writer.string(text)
      let document = try JSONDocument(writer.bytes, from: .client)
      #expect(Array(try document.root.string().utf8) == Array(text.utf8))
    }
    let escaped = #""\u0041\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\\u0000""#
    #expect(
      try JSONDocument(Array(escaped.utf8), from: .client).root.string()
        == "Aé😀/\u{8}\u{C}\n\r\t\"\\\u{0}")
  }

  @Test func `numbers survive encoding and decoding`() throws {
    for value: Int64 in [0, -9, .max, .min] {
      var writer = JSONWriter()
      writer.integer(value)
      #expect(try JSONDocument(writer.bytes, from: .client).root.int64() == value)
    }
    for value in [0, -0.0, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e22] {
      var writer = JSONWriter()
      writer.double(value)
      let back = try JSONDocument(writer.bytes, from: .client).root.number()
      #expect(back.bitPattern == value.bitPattern, "\(value)")
    }
    for (text, value) in [("1e2", 100), ("5.0", 5), ("-0", 0), ("9007199254740992.0", 1 << 53)] {
      #expect(try JSONDocument(Array(text.utf8), from: .client).root.int64() == Int64(value))
    }
    let long = String(repeating: "9", count: 100_000)
    for text in ["9223372036854775808", "1e19", "0.5", long, "9007199254740994.0"] {
      #expect(throws: WireError.self) {
        try JSONDocument(Array(text.utf8), from: .client).root.int64()
      }
    }
    #expect(throws: WireError.self) {
      try JSONDocument(Array("1e400".utf8), from: .client).root.number()
    }
    let error = #expect(throws: WireError.self) {
      try JSONDocument(Array(long.utf8), from: .client).root.number()
    }
    #expect((error?.reason.count ?? 0) < 150)
  }

  @Test func `the first number that JSON lacks has a path`() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("a")
    writer.element([1, 2] as [Int64])
    writer.key("b")
    writer.beginArray()
    writer.double(1)
    writer.double(.infinity)
    writer.double(.nan)
    writer.endArray()
    writer.endObject()
    #expect(writer.unwritable == "b[1]")
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":[1,2],"b":[1.0,null,null]}"#)
  }

  @Test func `values retain their exact bytes`() throws {
    let text = #" { "a" : [ 1.50 , "\u0041" , { } ] } "#
    let root = try JSONDocument(Array(text.utf8), from: .client).root
    let array = try #require(try root.object().find("a"))
    #expect(String(decoding: array.json, as: UTF8.self) == #"[ 1.50 , "\u0041" , { } ]"#)
    #expect(
      try array.array().map { String(decoding: $0.json, as: UTF8.self) }
        == ["1.50", #""\u0041""#, "{ }"])
    #expect(try array.array().map(\.path) == ["a[0]", "a[1]", "a[2]"])
  }
}
