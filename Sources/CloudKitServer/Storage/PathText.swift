// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Paths as messages have them: whole, for whoever has to find the file.
enum PathText {
  /// The path in quotes; control characters, and those that turn the direction of writing, as numbers.
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
