// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Formats file paths for messages, without truncation.
enum PathFormatter {
  /// Quotes a path, and escapes control and bidirectional formatting characters.
  static func quoted(_ path: String) -> String {
    var text = "\""
    for scalar in path.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
