// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Escaping of text for HTML and SVG, in content and in attribute values.
///
/// Escaping works on Unicode scalars: a quotation mark with a combining accent is a different
/// `Character`, but browsers still parse its first scalar as a quotation mark.
package enum HTMLEscaper {
  /// The treatment of characters without a glyph.
  package enum ControlCharacters: Sendable {
    /// All characters remain.
    case keep
    /// Characters that XML 1.0 cannot represent in a document are removed; tabs and line feeds remain.
    case drop
    /// Control and formatting characters, such as those that reverse the direction, and line separators become
    /// U+FFFD.
    case replace
  }

  /// Returns a text in which no character begins markup or ends an attribute value.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - controls: The treatment of characters without a glyph.
  /// - Returns: The escaped text.
  package static func escaped(
    _ text: String, controls: ControlCharacters = .keep
  ) -> String {
    // Most texts have no such character.
    if controls.isUnchanged(text) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      default:
        if let scalar = controls.replacement(of: scalar) { result.append(scalar) }
      }
    }
    return String(result)
  }

  /// Appends a text in UTF-8, in which no character begins markup or ends an attribute value.
  package static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      for index in bytes.indices {
        guard let replacement = replacement(of: bytes[index]) else { continue }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        replacement.withUTF8Buffer { output.append(contentsOf: $0) }
        start = index + 1
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }
  }

  /// The reference that replaces an ASCII character; nil for other bytes.
  fileprivate static func replacement(of byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}

extension HTMLEscaper.ControlCharacters {
  /// Whether a text has no character that is replaced or removed.
  fileprivate func isUnchanged(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      guard HTMLEscaper.replacement(of: byte) == nil else { return false }
      return switch self {
      case .keep: true
      case .drop: byte >= 0x20 || byte == 0x0A || byte == 0x09
      // Characters beyond ASCII need a look at their properties.
      case .replace: (0x20..<0x7F).contains(byte)
      }
    }
  }

  /// The scalar in the result; nil if it is removed.
  fileprivate func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch self {
    case .keep: return scalar
    case .drop: return scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" ? scalar : nil
    case .replace:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: return "\u{FFFD}"
      default: return scalar
      }
    }
  }
}
