// Cairn
// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text for HTML content and attribute values.
  ///
  /// Templates escape by themselves; pictures and self-contained files use this property. It works on
  /// Unicode scalars, since browsers parse a quotation mark before a combining accent.
  package var escapedForHTML: String {
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
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
