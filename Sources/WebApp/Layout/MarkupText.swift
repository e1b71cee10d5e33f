// Cairn
// SPDX-License-Identifier: Apache-2.0

import Mustache

/// Escapes text for HTML, also where it stands in an attribute.
///
/// It goes by Unicode scalars: going by characters, a quotation mark with an accent on it would be
/// another character and stay as it is, and browsers would still take it for a quotation mark.
struct MarkupText: MustacheContentType {
  /// The name by which templates ask for it.
  static let name = "MARKUP"

  func escapeText(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
