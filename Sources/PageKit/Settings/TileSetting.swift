// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The source of map tiles in the settings.
package struct TileSetting: Codable, Sendable, Equatable {
  /// The maximum length of each text in characters.
  static let longest = 2_000

  /// The address of a tile server with `{z}`, `{x}` and `{y}`, or the absolute path of an .mbtiles
  /// file; empty for no tiles.
  package var source: String
  /// The text that maps show; empty for the one in the file.
  package var attribution: String

  /// Creates a setting; by default, there are no tiles.
  package init(source: String = "", attribution: String = "") {
    self.source = source
    self.attribution = attribution
  }

  /// Whether the source is a file of this machine.
  var isFile: Bool { !source.isEmpty && !source.contains("://") }

  /// The name of the file, without its folder; nil for other sources.
  var fileName: String? {
    guard isFile else { return nil }
    return source.split(separator: "/").last.map { String($0) }
  }
}

extension TileSetting {
  /// The name of the form field of the source.
  static let sourceField = "tiles"
  /// The name of the form field of the attribution.
  static let attributionField = "tiles-attribution"

  /// The setting with the values of a form; an absent value changes nothing.
  func applying(_ form: FormFields) -> TileSetting {
    func text(_ name: String, _ present: String) -> String {
      guard let value = form[name] else { return present }
      return String(value.trimmingCharacters(in: .whitespacesAndNewlines).prefix(Self.longest))
    }
    return TileSetting(
      source: text(Self.sourceField, source), attribution: text(Self.attributionField, attribution))
  }
}
