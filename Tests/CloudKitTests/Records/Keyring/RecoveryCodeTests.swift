// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Testing

/// The text of recovery codes.
struct RecoveryCodeTests {
  /// The code of the bytes from 0 to 19.
  private static let fixed =
    "000G-40R4-0M30-E209-185G-R38E-1W81-24GK-TVK1"

  @Test func `the stored form of codes never changes`() throws {
    #expect(try RecoveryCode(Self.fixed).text == Self.fixed)
  }

  @Test func `a code is nine groups of four symbols, and every code differs`() throws {
    let text = RecoveryCode.random().text
    let form = /([0-9A-HJKMNP-TV-Z]{4}-){8}[0-9A-HJKMNP-TV-Z]{4}/
    #expect(text.wholeMatch(of: form) != nil, "\(text)")
    #expect(RecoveryCode.random().text != text)
  }

  @Test(arguments: 0..<50)
  func `a code is read back in any usual way of typing it`(_: Int) throws {
    let code = RecoveryCode.random()
    let text = code.text
    let typed = [
      text, text.lowercased(), text.replacing("-", with: " "), text.replacing("-", with: ""),
      "  " + text + "\t", text.replacing("0", with: "O").replacing("1", with: "l"),
      text.replacing("0", with: "o").replacing("1", with: "I"),
    ]
    for text in typed { #expect(try RecoveryCode(text) == code, "\(text)") }
  }

  @Test func `a wrong or a swapped symbol does not match the checksum`() {
    let text = Self.fixed
    for (index, symbol) in text.enumerated() where symbol != "-" {
      var symbols = Array(text)
      symbols[index] = symbol == "7" ? "8" : "7"
      #expect(throws: KeyringError.codeChecksum) { try RecoveryCode(String(symbols)) }
      guard index + 1 < symbols.count, symbols[index + 1] != "-" else { continue }
      symbols[index] = symbol
      symbols.swapAt(index, index + 1)
      guard symbols != Array(text) else { continue }
      #expect(throws: KeyringError.codeChecksum) { try RecoveryCode(String(symbols)) }
    }
  }

  @Test func `the error for an impossible code names the cause`() {
    let text = Self.fixed
    let start = String(text.dropLast())
    let cases: [(String, KeyringError)] = [
      ("", .codeLength(count: 0, expected: 36)),
      (start, .codeLength(count: 35, expected: 36)),
      (text + "0", .codeLength(count: 37, expected: 36)),
      (start + "U", .codeCharacter("U")),
      (start + "ß", .codeCharacter("ß")),
      (start + "!", .codeCharacter("!")),
    ]
    for (text, error) in cases { #expect(throws: error, "\(text)") { try RecoveryCode(text) } }
  }

  @Test func `a description does not contain the code`() {
    let code = RecoveryCode.random()
    #expect(!"\(code)".contains(code.text.prefix(4)))
  }
}
