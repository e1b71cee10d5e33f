// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A file that pages load, part of the program itself so that the binary works wherever it is moved.
package struct Asset: Sendable {
  package var name: String
  package var mediaType: String
  package var text: String

  static let stylesheet = Asset(
    name: "cairn.css", mediaType: "text/css; charset=utf-8",
    text: [Stylesheet.foundation, Stylesheet.parts, Stylesheet.pictures, Stylesheet.conditions]
      .joined(separator: "\n"))
  static let script = Asset(
    name: "cairn.js", mediaType: "text/javascript; charset=utf-8", text: PageScript.text)
  static let icon = Asset(
    name: "cairn.svg", mediaType: "image/svg+xml; charset=utf-8", text: Icon.text)

  /// All assets by name.
  static let all = Dictionary(
    uniqueKeysWithValues: [stylesheet, script, icon].map { ($0.name, $0) })

  /// Changes with the text: FNV-1a, 64 bits.
  ///
  /// It tells versions of one file apart and guards nothing.
  var tag: String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "\"\(String(hash, radix: 16))\""
  }
}
