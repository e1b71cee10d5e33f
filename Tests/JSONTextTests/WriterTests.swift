// Cairn
// SPDX-License-Identifier: Apache-2.0

import JSONText
import Testing

/// The writer.
@Suite struct WriterTests {
  private func text(_ hasShortEscapes: Bool = true, _ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(hasShortEscapes: hasShortEscapes)
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `commas separate members and elements`() {
    let written = text { writer in
      writer.beginObject()
      writer.key("a")
      writer.beginArray()
      writer.null()
      writer.bool(true)
      writer.bool(false)
      writer.string("[")
      writer.beginObject()
      writer.endObject()
      writer.endArray()
      writer.key("b" as String)
      writer.integer(1 as Int64)
      writer.string("c")
      writer.appendColon()
      writer.splice(Array("[1]".utf8))
      writer.key("d")
      writer.quotedInteger(-2)
      writer.endObject()
    }
    #expect(written == #"{"a":[null,true,false,"[",{}],"b":1,"c":[1],"d":"-2"}"#)
  }

  @Test func `integers have all their digits`() {
    for value: Int64 in [0, 9, -9, 10, -10, 999_999_999_999_999_999, .max, .min] {
      #expect(text { $0.integer(value) } == "\(value)")
    }
    #expect(text { $0.integer(UInt64.max) } == "18446744073709551615")
  }

  @Test func `doubles have their shortest text, and others become null`() {
    #expect(text { $0.double(0.1) } == "0.1")
    #expect(text { $0.double(-0.0) } == "-0.0")
    #expect(text { $0.number("12.50") } == "12.50")
    var writer = JSONWriter()
    writer.beginArray()
    writer.double(1)
    #expect(writer.nonFiniteOffset == nil)
    writer.double(.nan)
    writer.double(.infinity)
    writer.endArray()
    #expect(writer.nonFiniteOffset == 4)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[1.0,null,null]")
  }

  @Test func `control characters, quotes and backslashes are escaped`() {
    let all = "\u{0}\u{1F}\u{7F}\"\\/\u{8}\u{C}\n\r\té\u{2028}"
    #expect(
      text { $0.string(all) }
        == "\"\\u0000\\u001f\u{7F}\\\"\\\\/\\b\\f\\n\\r\\té\u{2028}\"")
    #expect(text(false) { $0.string("\u{8}\u{C}\n") } == "\"\\u0008\\u000c\\n\"")
  }

  @Test func `a string of any length is escaped and unescaped without loss`() throws {
    let parts = ["a", "\u{0}", "\n", "\"", "\\", "é", "😀", "\u{8}", "e\u{301}", "bcdefgh"]
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let original = (0..<Int.random(in: 0...20, using: &random))
        .compactMap { _ in parts.randomElement(using: &random) }.joined()
      let escaped = Array(text(Bool.random(using: &random)) { $0.string(original) }.utf8)
      let back = try #require(
        escaped.withUnsafeBufferPointer { bytes in
          bytes.baseAddress.map { JSONString.unescaped($0, from: 1, to: bytes.count - 1) }
        })
      #expect(back == Array(original.utf8))
    }
  }

  @Test func `escapes of all kinds are resolved`() throws {
    let table = [
      (#"\u0041\u00e9\ud83d\uDE00\/\b\f\n\r\t\"\\\u0000"#, "Aé😀/\u{8}\u{C}\n\r\t\"\\\u{0}"),
      // Only the lenient dialect accepts the following ones.
      (#"\x\u12"#, "x12"), (#"\ud800"#, "\u{FFFD}"), (#"\ud800a"#, "\u{FFFD}a"),
      (#"\ud800\u0041"#, "\u{FFFD}A"),
    ]
    for (escaped, plain) in table {
      let bytes = Array(escaped.utf8)
      let found = bytes.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map { JSONString.unescaped($0, from: 0, to: buffer.count) }
      }
      #expect(found == Array(plain.utf8), "\(escaped)")
    }
  }
}
