// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CSwiftDataRuntime
import Foundation

/// Divides text into the terms of a full-text index.
///
/// A word is a sequence of letters, digits and combining marks. A character of a script without
/// spaces, such as Han, is a word of its own. Words are folded as `localizedStandardContains`
/// compares them: without case and diacritics.
package enum FullTextTokenizer {
  /// The version of the terms: a number that increases with each change of the rules here, and the version of
  /// Unicode in ICU, whose tables fold and classify characters.
  ///
  /// A store records the version, and its full-text tables are filled again after a difference.
  package static let version: String = {
    var unicode = [UInt8](repeating: 0, count: 4)
    swift_u_getUnicodeVersion(&unicode)
    return "1 Unicode " + unicode.map { String($0) }.joined(separator: ".")
  }()

  /// A term, and the UTF-8 offsets of its word in the text.
  struct Token: Hashable {
    let term: String
    let start: Int
    let end: Int
  }

  /// The words of a text.
  static func words(_ text: String) -> [Token] {
    var text = text
    var tokens: [Token] = []
    text.withUTF8 { bytes in
      _ = words(bytes) { term, start, end in
        tokens.append(Token(term: String(decoding: term, as: UTF8.self), start: start, end: end))
        return true
      }
    }
    return tokens
  }

  /// A text without case and diacritics.
  static func fold(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  /// Calls `body` with the folded UTF-8 bytes and the offsets of each word, until it returns false.
  ///
  /// - Returns: False if `body` has returned false.
  static func words(
    _ text: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>, Int, Int) -> Bool
  ) -> Bool {
    var folded: [UInt8] = []
    var index = 0
    while index < text.count {
      let start = index
      // Most words are ASCII, and fold byte by byte.
      folded.removeAll(keepingCapacity: true)
      while index < text.count, isWord(text[index]) {
        folded.append(lowercase(text[index]))
        index += 1
      }
      if index < text.count, text[index] >= 0x80 {
        guard unicodeWords(text, from: start, &index, body) else { return false }
      } else if index > start {
        guard folded.withUnsafeBufferPointer({ body($0, start, index) }) else { return false }
      } else {
        index += 1
      }
    }
    return true
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  /// Reports the words up to the next ASCII character that belongs to no word.
  private static func unicodeWords(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ index: inout Int,
    _ body: (UnsafeBufferPointer<UInt8>, Int, Int) -> Bool
  ) -> Bool {
    var wordStart = start
    index = start
    func report(_ end: Int) -> Bool {
      if end == wordStart { return true }
      let word = UnsafeBufferPointer(rebasing: text[wordStart..<end])
      // Folding leaves Hangul and Kana in their form of Unicode.
      var folded = fold(String(decoding: word, as: UTF8.self))
        .precomposedStringWithCanonicalMapping
      return folded.isEmpty || folded.withUTF8 { body($0, wordStart, end) }
    }
    while index < text.count {
      let (scalar, length) = scalar(text, at: index)
      var next = index + length
      if isIdeographic(scalar) {
        if next < text.count {
          let (mark, length) = self.scalar(text, at: next)
          if isVoicing(mark) { next += length }
        }
        guard report(index) else { return false }
        wordStart = index
        guard report(next) else { return false }
        wordStart = next
      } else if !isWord(scalar) {
        guard report(index) else { return false }
        index = next
        wordStart = next
        // The fast loop continues at the next ASCII character.
        if index < text.count, text[index] < 0x80 { return true }
        continue
      }
      index = next
    }
    return report(index)
  }

  /// The scalar at an offset and its length in bytes; an invalid byte is a replacement character.
  private static func scalar(_ text: UnsafeBufferPointer<UInt8>, at index: Int)
    -> (Unicode.Scalar, Int)
  {
    let first = text[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard length > 1, index + length <= text.count else { return ("\u{FFFD}", 1) }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length {
      let byte = text[index + offset]
      guard byte & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return Unicode.Scalar(value).map { ($0, length) } ?? ("\u{FFFD}", 1)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark,
      .privateUse:
      true
    default: false
    }
  }

  /// True for letters of scripts that separate words by no spaces.
  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Kana, CJK ideographs, and their extensions; Thai, Lao and Khmer.
    case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF,
      0x0E01...0x0E2E, 0x0E81...0x0EAE, 0x1780...0x17A2:
      scalar.properties.generalCategory == .otherLetter
    default: false
    }
  }

  /// True for the marks that a decomposed Kana character has.
  private static func isVoicing(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x3099 || scalar.value == 0x309A
  }

  // MARK: Substrings

  /// Calls `body` with each sequence of three characters of the folded text, until it returns
  /// false.
  static func trigrams(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    var folded: String
    if text.allSatisfy({ $0 < 0x80 }) {
      folded = String(unsafeUninitializedCapacity: text.count) { buffer in
        for index in text.indices { buffer[index] = lowercase(text[index]) }
        return text.count
      }
    } else {
      folded = fold(String(decoding: text, as: UTF8.self))
    }
    return folded.withUTF8 { bytes in
      // The offsets of the last three characters.
      var starts: [Int] = []
      for index in 0...bytes.count {
        if index < bytes.count, bytes[index] & 0xC0 == 0x80 { continue }
        if starts.count == 3 {
          guard body(UnsafeBufferPointer(rebasing: bytes[starts[0]..<index])) else { return false }
          starts.removeFirst()
        }
        starts.append(index)
      }
      return true
    }
  }
}
