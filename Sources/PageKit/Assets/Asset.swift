// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A file that pages load, embedded in the program so that the binary works from any folder.
package struct Asset: Sendable {
  package var name: String
  package var mediaType: String
  package var text: String

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - name: The last component of its path, see ``Paths/asset(_:)``.
  ///   - mediaType: The media type, with the character set of a text.
  ///   - text: The content.
  package init(name: String, mediaType: String, text: String) {
    self.name = name
    self.mediaType = mediaType
    self.text = text
  }

  static let stylesheet = Asset(
    name: "cairn.css", mediaType: "text/css; charset=utf-8",
    text: [
      Stylesheet.foundation, Stylesheet.parts, Stylesheet.pictures, Stylesheet.maps,
      Stylesheet.sync, Stylesheet.charts,
      Stylesheet.conditions, Stylesheet.widths,
    ].joined(separator: "\n"))
  static let script = Asset(
    name: "cairn.js", mediaType: "text/javascript; charset=utf-8",
    text: PageScript.text + ChartScript.text)
  static let icon = Asset(
    name: "cairn.svg", mediaType: "image/svg+xml; charset=utf-8", text: Icon.text)

  /// The entity tag of the text.
  var tag: String { EntityTag(text.utf8).text }
}

extension Paths {
  /// The path of a file.
  package static func asset(_ asset: Asset) -> String { "/assets/\(asset.name)" }
}

/// The icon: three stacked stones.
package enum Icon {
  package static let text = #"""
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2f8f6b"/><stop offset="1" stop-color="#14523d"/></linearGradient></defs>
    <rect width="64" height="64" rx="16" fill="url(#sky)"/>
    <ellipse cx="32" cy="48" rx="19" ry="7" fill="#f4efe4"/>
    <ellipse cx="31" cy="34.500" rx="13.500" ry="6.200" fill="#e6dcc8"/>
    <ellipse cx="33" cy="22.500" rx="8.500" ry="5" fill="#f9b872"/>
    </svg>
    """#
}
