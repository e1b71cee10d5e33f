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
}

extension HTMLEscaper.ControlCharacters {
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
