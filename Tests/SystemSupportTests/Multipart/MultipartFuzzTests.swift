// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport
import Testing

/// Fuzzing: the result does not depend on the chunks, for valid and for corrupted forms.
struct MultipartFuzzTests {
  private typealias Form = MultipartParserTests.Form

  /// Random bytes with fragments of delimiters.
  private static func body(using random: inout SeededGenerator) -> [UInt8] {
    let fragments = ["\r\n", "--", "AaB03x", "\r", "\n", "-", "--AaB03", "x", "\r\n--AaB03"]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      if Bool.random(using: &random), let fragment = fragments.randomElement(using: &random) {
        bytes += Array(fragment.utf8)
      } else {
        bytes.append(UInt8.random(in: 0...255, using: &random))
      }
    }
    // A body must not contain a delimiter: an empty body replaces it.
    let delimiter = Array("\r\n--AaB03x".utf8)
    let framed = Array("\r\n".utf8) + bytes
    let holds = framed.indices.contains { framed[$0...].starts(with: delimiter) }
    return holds ? [] : bytes
  }

  private static func pieces(_ bytes: [UInt8], using random: inout SeededGenerator) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 0...20, using: &random))
      rest = rest.dropFirst(piece.count)
      pieces.append(Array(piece))
    }
    return pieces
  }

  private static func form(using random: inout SeededGenerator) -> (bytes: [UInt8], form: Form) {
    var form = Form(hasEnded: true)
    var bytes: [UInt8] = []
    for index in 0..<Int.random(in: 0...5, using: &random) {
      let isFile = Bool.random(using: &random)
      let part = MultipartPart(name: "n\(index)", filename: isFile ? "f\(index)" : nil)
      let content = body(using: &random)
      form.parts.append(part)
      form.bodies.append(content)
      let file = isFile ? "; filename=\"f\(index)\"" : ""
      bytes += Array(
        "--AaB03x\r\nContent-Disposition: form-data; name=\"n\(index)\"\(file)\r\n\r\n".utf8)
      bytes += content + Array("\r\n".utf8)
    }
    return (bytes + Array("--AaB03x--\r\n".utf8), form)
  }

  @Test(arguments: 0..<400)
  func `a random form is parsed to its parts`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (bytes, form) = Self.form(using: &random)
    #expect(try MultipartParserTests.read([bytes]) == form)
    #expect(try MultipartParserTests.read(Self.pieces(bytes, using: &random)) == form)
  }

  @Test(arguments: 0..<600)
  func `a corrupted form yields the same result in any chunks`(seed: Int) throws {
    var random = SeededGenerator(seed: 1_000_000 + UInt64(seed))
    var bytes = Self.form(using: &random).bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: index)
      default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
      }
    }
    let isLenient = Bool.random(using: &random)
    let pieces = Self.pieces(bytes, using: &random)
    let whole = Result { try MultipartParserTests.read([bytes], isLenient: isLenient) }
    let cut = Result { try MultipartParserTests.read(pieces, isLenient: isLenient) }
    switch (whole, cut) {
    case (.success(let form), .success(let other)): #expect(form == other)
    case (.failure(let error), .failure(let other)):
      #expect(error as? MultipartError == other as? MultipartError)
      #expect(error is MultipartError)
    default: Issue.record("whole: \(whole), in pieces: \(cut)")
    }
  }
}
