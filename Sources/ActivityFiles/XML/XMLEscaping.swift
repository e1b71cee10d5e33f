// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Escaping of text for XML.
package enum XMLEscaping {
  /// Appends a text, escaped for element content and for attributes in double quotes.
  ///
  /// Characters that XML 1.0 cannot represent, such as most control characters, are dropped. Line
  /// ends and tabs are written so that they survive a round trip.
  package static func append(_ text: String, isAttribute: Bool = false, to output: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output.append(contentsOf: "&amp;".utf8)
      case "<": output.append(contentsOf: "&lt;".utf8)
      case ">": output.append(contentsOf: "&gt;".utf8)
      case "\"": output.append(contentsOf: isAttribute ? "&quot;".utf8 : "\"".utf8)
      case "\r": output.append(contentsOf: "&#13;".utf8)
      case "\n" where isAttribute: output.append(contentsOf: "&#10;".utf8)
      case "\t" where isAttribute: output.append(contentsOf: "&#9;".utf8)
      case "\n", "\t": output.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
      default: output.append(contentsOf: UTF8.encode(scalar) ?? .init())
      }
    }
  }
}
