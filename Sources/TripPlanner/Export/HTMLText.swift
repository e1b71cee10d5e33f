// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Escaping of text in HTML and SVG.
package enum HTMLText {
  /// Returns a text in which no character begins markup or ends an attribute.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default:
        if scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
