// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension String {
  /// The text on one line and without control characters.
  ///
  /// Names and notes may come from untrusted files: escape sequences must not reach the terminal,
  /// and bidirectional control characters must not disguise a line. Non-breaking spaces become ordinary ones,
  /// which searches of the output find.
  package var printable: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        if result.last != " " { result.append(" ") }
      case .format
      where (0x202A...0x202E).contains(scalar.value)
        || (0x2066...0x2069).contains(scalar.value):
        continue
      case .spaceSeparator where scalar.value == 0xA0:
        result.append(" ")
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result.trimmingCharacters(in: .whitespaces)
  }

  /// The width of the text on a terminal, in columns.
  package var columns: Int {
    reduce(0) { $0 + ($1.isWide ? 2 : 1) }
  }

  /// The text cut to `width` columns, with an ellipsis where something was cut.
  package func truncated(to width: Int) -> String {
    guard columns > width else { return self }
    var result = ""
    var used = 0
    for character in self {
      used += character.isWide ? 2 : 1
      if used > width - 1 { break }
      result.append(character)
    }
    return result + "\u{2026}"
  }
}

extension Character {
  /// Whether a terminal draws the character two columns wide: East Asian scripts and emoji.
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return true
    default:
      return scalar.properties.isEmojiPresentation
    }
  }
}
