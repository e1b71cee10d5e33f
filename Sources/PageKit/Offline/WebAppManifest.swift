// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The web app manifest, by which a browser installs the pages (W3C Web Application Manifest).
struct WebAppManifest: Encodable {
  /// An icon of the manifest.
  struct Icon: Encodable {
    var src: String
    var sizes = "any"
    var type = "image/svg+xml"
    var purpose: String
  }

  let id = Paths.home
  let name = "Cairn"
  let shortName = "Cairn"
  let description = "Your activities, trips and records on your own machine."
  let lang = "en"
  let startURL = Paths.home
  let scope = Paths.home
  let display = "standalone"
  let backgroundColor = "#e9efe9"
  let themeColor = OfflineHead.themeColor
  let icons = [
    Icon(src: Paths.asset(.icon), purpose: "any"),
    Icon(src: OfflinePaths.icon, purpose: "maskable"),
  ]

  enum CodingKeys: String, CodingKey {
    case id, name, description, lang, scope, display, icons
    case shortName = "short_name"
    case startURL = "start_url"
    case backgroundColor = "background_color"
    case themeColor = "theme_color"
  }

  /// The manifest as JSON.
  ///
  /// - Throws: `EncodingError`, for no known reason.
  static func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(Self()), as: UTF8.self) + "\n"
  }

  /// The icon without rounded corners, since the system masks it; the stones are in the safe zone.
  static let maskableIcon = PageKit.Icon.text.replacing(#" rx="16""#, with: "")
}
