// Cairn
// SPDX-License-Identifier: Apache-2.0

import JSONText
import Testing

/// The parser, in both dialects.
@Suite struct ParserTests {
  private static let strict = JSONDialect.strict(maximumDepth: 64)
  private static let lenient = JSONDialect.lenient(maximumDepth: 256)

  /// Calls `body` with the parsed text.
  private func parse<Result>(
    _ text: [UInt8], as dialect: JSONDialect, _ body: (ParsedJSON) throws -> Result
  ) throws -> Result {
    var parsed = ParsedJSON(textCapacity: text.count, nodeCapacity: 1)
    defer { parsed.deallocate() }
    let failure = text.withUnsafeBufferPointer { bytes -> JSONSyntaxError? in
      do throws(JSONSyntaxError) {
        try parsed.parse(bytes, as: dialect)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    return try body(parsed)
  }

  private func error(_ text: [UInt8], as dialect: JSONDialect) -> JSONSyntaxError? {
    do {
      try parse(text, as: dialect) { _ in }
      return nil
    } catch {
      return error as? JSONSyntaxError
    }
  }

  private func error(_ text: String, as dialect: JSONDialect) -> JSONSyntaxError? {
    error(Array(text.utf8), as: dialect)
  }

  @Test func `both dialects reject malformed texts at the same position`() {
    let table: [(String, JSONSyntaxError.Reason, Int)] = [
      ("", .value, 0), ("  ", .value, 2), ("[1,]", .value, 3), ("+1", .value, 0),
      ("[1 2]", .comma, 3), ("[1", .comma, 2), (#"{"a" 1}"#, .colon, 5),
      (#"{"a":1,}"#, .key, 7), ("{1:2}", .key, 1), ("{}{}", .endOfText, 2),
      ("-", .digit, 1), ("1.", .digit, 2), ("1e+", .digit, 3),
      (#"["a"#, .endOfString, 3), ("[\"a\nb\"]", .noControlCharacter, 3),
      ("\"\u{0}\"", .noControlCharacter, 1), ("1\u{0}", .endOfText, 1),
      ("\"\\", .endOfString, 2), ("\u{FEFF}1", .value, 0),
    ]
    for (text, reason, position) in table {
      for dialect in [Self.strict, Self.lenient] {
        let found = error(text, as: dialect)
        #expect(found?.reason == reason, "\(text)")
        #expect(found?.position == position, "\(text)")
      }
    }
  }

  @Test func `the strict dialect rejects texts that the lenient dialect accepts`() {
    let table: [(String, JSONSyntaxError.Reason, Int)] = [
      ("01", .noLeadingZero, 0), ("-012.5", .noLeadingZero, 1), ("\u{B}1", .value, 0),
      ("[1\u{C}]", .comma, 2), (#"["\x"]"#, .escapedCharacter, 3),
      (#"["\u12g4"]"#, .hexadecimalDigits, 4), (#"["\ud800"]"#, .loneSurrogate, 2),
      (#"["\ud800\u0041"]"#, .loneSurrogate, 2), (#"["\udc00"]"#, .loneSurrogate, 2),
      (#"{"a":1,"b":2,"a":3}"#, .duplicateKey(6), 19),
      (#"[{"ab":1,"\u0061b":2}]"#, .duplicateKey(5), 21),
    ]
    for (text, reason, position) in table {
      let found = error(text, as: Self.strict)
      #expect(found?.reason == reason, "\(text)")
      #expect(found?.position == position, "\(text)")
      #expect(error(text, as: Self.lenient) == nil, "\(text)")
    }
  }

  @Test func `a wrong literal is located by its start or by its wrong character`() {
    #expect(error("[nul]", as: Self.strict)?.position == 1)
    #expect(error("[nul]", as: Self.lenient)?.position == 4)
    for dialect in [Self.strict, Self.lenient] {
      #expect(error("[nul]", as: dialect)?.reason == .literal)
      #expect(error("tru", as: dialect)?.reason == .literal)
    }
  }

  @Test func `only the strict dialect rejects invalid UTF-8`() {
    let quote = UInt8(ascii: "\"")
    for bytes: [UInt8] in [
      [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xED, 0xA0, 0x80], [0xE0, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0x61, 0xE2, 0x28, 0xA1],
    ] {
      let text = [quote] + bytes + [quote]
      #expect(error(text, as: Self.strict)?.reason == .validUTF8, "\(bytes)")
      #expect(error(text, as: Self.lenient) == nil, "\(bytes)")
    }
    for text in ["é", "€", "😀", "\u{10FFFF}", "\u{800}", "\u{FFFF}", "a😀é€b"] {
      #expect(error("\"\(text)\"", as: Self.strict) == nil)
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func `nesting deeper than the limit is rejected without recursion`(_ opening: String) {
    let deep = String(repeating: opening, count: 100_000)
    #expect(error(deep, as: Self.strict)?.reason == .depth)
    #expect(error(deep, as: Self.lenient)?.reason == .depth)
  }

  @Test func `nesting up to the limit is accepted`() {
    for (dialect, limit) in [(Self.strict, 64), (Self.lenient, 256)] {
      let fitting = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
      #expect(error(fitting, as: dialect) == nil)
      #expect(error("[" + fitting + "]", as: dialect)?.position == limit)
    }
  }

  @Test func `keys are equal if their bytes are equal`() {
    #expect(error("{\"e\u{301}\":1,\"\u{E9}\":2}", as: Self.strict) == nil)
    var many = (0..<5_000).map { "\"k\($0)\":0" }
    #expect(error("{" + many.joined(separator: ",") + "}", as: Self.strict) == nil)
    many.append("\"k17\":0")
    let found = error("{" + many.joined(separator: ",") + "}", as: Self.strict)
    #expect(found?.reason == .duplicateKey(10_002))
  }

  @Test func `nodes are in document order, with their bytes, ends and parents`() throws {
    let text = #" { "a" : [ 1.50 , "\u0041" , { } ], "b":12, "c":null } "#
    try parse(Array(text.utf8), as: Self.strict) { parsed in
      let nodes = (0..<parsed.nodeCount).map { parsed.nodes[$0] }
      let texts = nodes.map { node in
        String(
          decoding: UnsafeBufferPointer(start: parsed.text + Int(node.start), count: node.count),
          as: UTF8.self)
      }
      #expect(
        nodes.map(\.kind) == [
          .object, .string, .array, .number, .string, .object, .string, .number, .string, .null,
        ])
      #expect(
        texts[1...] == [
          "a", #"[ 1.50 , "\u0041" , { } ]"#, "1.50", #"\u0041"#, "{ }", "b", "12", "c", "null",
        ])
      #expect(nodes.map(\.next) == [10, 2, 6, 4, 5, 6, 7, 8, 9, 10])
      #expect(nodes.map(\.parent) == [ParsedJSON.Node.none, 0, 0, 2, 2, 2, 0, 0, 0, 0])
      #expect(nodes.map(\.isEscaped).firstIndex(of: true) == 4)
      #expect(nodes.map(\.isInteger).firstIndex(of: true) == 7)
    }
    try parse(Array(text.utf8), as: Self.lenient) { parsed in
      #expect([0, 2, 5].allSatisfy { parsed.nodes[$0].end == 0 })
    }
  }

  @Test func `buffers are reused for further texts`() throws {
    var parsed = ParsedJSON(textCapacity: 4, nodeCapacity: 1)
    defer { parsed.deallocate() }
    for count in [3, 1_000, 0, 50] {
      let text = "[" + (0..<count).map { "\"\($0)\"" }.joined(separator: ",") + "]"
      let bytes = Array(text.utf8)
      #expect(throws: Never.self) {
        try bytes.withUnsafeBufferPointer { try parsed.parse($0, as: Self.lenient) }
      }
      #expect(parsed.nodeCount == count + 1)
      #expect(parsed.textCount == text.utf8.count)
    }
  }
}
