// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// String functions with Swift's semantics: by characters, with canonical equivalence. ASCII
// strings, by far the most common, are compared as bytes.

extension SQLFunction {
  static let text: [SQLFunction] = [
    SQLFunction(name: "cairn_contains", argumentCount: 2) { arguments in
      let (text, part) = (arguments.text(0), arguments.text(1))
      if let answer = Bytes.contains(text, part) { return .integer(answer ? 1 : 0) }
      return .integer(contains(arguments.string(0), arguments.string(1)) ? 1 : 0)
    },
    SQLFunction(name: "cairn_starts_with", argumentCount: 2) { arguments in
      let (text, part) = (arguments.text(0), arguments.text(1))
      if Bytes.areSimple(text), Bytes.areSimple(part) {
        return .integer(text.starts(with: part) ? 1 : 0)
      }
      return .integer(arguments.string(0).starts(with: arguments.string(1)) ? 1 : 0)
    },
    SQLFunction(name: "cairn_count", argumentCount: 1) { arguments in
      let text = arguments.text(0)
      return .integer(Int64(Bytes.areSimple(text) ? text.count : arguments.string(0).count))
    },
    SQLFunction(name: "cairn_localized_standard_contains", argumentCount: 2) { arguments in
      let (text, part) = (arguments.text(0), arguments.text(1))
      if hasPlainCase, let answer = Bytes.containsIgnoringCase(text, part) {
        return .integer(answer ? 1 : 0)
      }
      return .integer(
        arguments.string(0).localizedStandardContains(arguments.string(1)) ? 1 : 0)
    },
    SQLFunction(name: "cairn_case_insensitive_compare", argumentCount: 2) { arguments in
      let order = arguments.string(0).caseInsensitiveCompare(arguments.string(1))
      return .integer(Int64(order.rawValue))
    },
    SQLFunction(name: "cairn_localized_compare", argumentCount: 2) { arguments in
      let order = arguments.string(0).localizedCompare(arguments.string(1))
      return .integer(Int64(order.rawValue))
    },
  ]

  /// False in languages with other case mappings of ASCII letters (Turkish, Azeri, ...).
  static let hasPlainCase: Bool =
    !["tr", "az", "lt"].contains(Locale.current.language.languageCode?.identifier ?? "")

  /// Containment as in `PredicateExpressions`: of a collection of characters in another.
  private static func contains<Base: Collection, Part: Collection>(_ base: Base, _ part: Part)
    -> Bool
  where Base.Element == Part.Element, Base.Element: Equatable {
    base.contains(part)
  }
}

/// Operations on UTF-8 bytes.
enum Bytes {
  typealias Text = UnsafeBufferPointer<UInt8>

  /// True if each byte is a character: ASCII without CR, since CR LF is one character.
  static func areSimple(_ text: Text) -> Bool {
    text.allSatisfy { $0 < 0x80 && $0 != 0x0D }
  }

  /// Whether a text contains another; nil if bytes are not sufficient to decide.
  static func contains(_ text: Text, _ part: Text) -> Bool? {
    guard areSimple(part), areSimple(text) else { return nil }
    return find(part, in: text) { $0 }
  }

  /// Whether a text contains another, ignoring case; nil if bytes are not sufficient to decide.
  static func containsIgnoringCase(_ text: Text, _ part: Text) -> Bool? {
    guard !part.isEmpty, areSimple(part), areSimple(text), !part.contains(0), !text.contains(0)
    else { return nil }
    return find(part, in: text) { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }

  private static func find(_ part: Text, in text: Text, _ fold: (UInt8) -> UInt8) -> Bool {
    guard let first = part.first.map(fold) else { return true }
    if part.count > text.count { return false }
    for start in 0...(text.count - part.count) where fold(text[start]) == first {
      var index = 1
      while index < part.count, fold(text[start + index]) == fold(part[index]) { index += 1 }
      if index == part.count { return true }
    }
    return false
  }

  static func decodingHex(_ text: Text) -> Data {
    func digit(_ byte: UInt8) -> UInt8 { byte < 0x3A ? byte & 0x0F : (byte & 0x0F) + 9 }
    var data = Data(capacity: text.count / 2)
    var index = 0
    while index + 1 < text.count {
      data.append(digit(text[index]) << 4 | digit(text[index + 1]))
      index += 2
    }
    return data
  }
}
