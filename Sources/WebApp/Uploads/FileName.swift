// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A name that an upload may have on disk.
package enum FileName {
  /// The longest name in bytes; file systems allow 255.
  package static let longest = 200

  /// The last part of what a browser sent, without what a file system or a terminal could take for
  /// something else; the ending is kept where a name must be cut.
  package static func safe(_ name: String, fallback: String = "upload.gpx") -> String {
    let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
    var scalars = last.unicodeScalars.filter {
      switch $0.properties.generalCategory {
      case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    while scalars.first == "." || scalars.first == " " { scalars.removeFirst() }
    while scalars.last == " " { scalars.removeLast() }
    var text = String(String.UnicodeScalarView(scalars))
    guard !text.isEmpty else { return fallback }
    guard text.utf8.count > longest else { return text }
    let ending = text.lastIndex(of: ".").map { String(text[$0...]) } ?? ""
    let kept = ending.utf8.count <= 20 ? ending : ""
    text = String(text.dropLast(kept.count))
    while text.utf8.count + kept.utf8.count > longest { text.removeLast() }
    return text + kept
  }
}
