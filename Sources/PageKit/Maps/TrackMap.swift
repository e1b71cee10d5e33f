// Cairn
// SPDX-License-Identifier: Apache-2.0

import Geodesy
import Measures
import SystemSupport

/// A track on a map, with its plain picture for browsers without JavaScript.
///
/// The script `map.js` draws the map into the shadow tree of the element. Its own content stays, so
/// live updates still recognize it as unchanged. Without tiles, the script `track.js` adds the cursor
/// to the plain picture in the same way.
package struct TrackMap: Sendable {
  /// The element as HTML.
  package let html: String

  /// Creates the map of a track; nil if it has no valid position.
  init?(track: [TrackPoint], dataPath: String, unitSystem: UnitSystem, layer: TileLayer?) {
    guard let picture = TrackPicture(track: track, unitSystem: unitSystem) else { return nil }
    let attributes = MapAttributes(unitSystem: unitSystem, layer: layer)
    var list = MapAttributes.html([("data-track", dataPath)]) + attributes.html
    if layer == nil { list += MapAttributes.html([("data-frame", picture.frameText)]) }
    html = """
      <div class="\(layer == nil ? "track-view" : "map-view")"\(list)>
      \(picture.svg)
      </div>
      """
  }
}

/// The attributes with the tiles and the units of a map, for its script.
struct MapAttributes: Sendable {
  /// The attributes as HTML, each after a space.
  let html: String

  /// Creates the attributes; without tiles, those of the units alone.
  init(unitSystem: UnitSystem, layer: TileLayer?) {
    let unit: (name: String, metres: Double) =
      switch unitSystem {
      case .imperial: ("mi", Length.metresPerMile)
      case .metric: ("km", 1000)
      }
    var attributes: [(String, String)] = []
    if let layer {
      attributes += [("data-tiles", layer.template), ("data-attribution", layer.attribution)]
    }
    attributes += [("data-unit", unit.name), ("data-unit-metres", "\(unit.metres)")]
    if let layer {
      attributes += [
        ("data-min-zoom", "\(layer.zoom.lowerBound)"),
        ("data-max-zoom", "\(layer.zoom.upperBound)"),
      ]
    }
    if let bounds = layer?.bounds { attributes.append(("data-bounds", bounds.text)) }
    html = Self.html(attributes)
  }

  /// Attributes as HTML, escaped.
  static func html(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0)=\"\(HTMLEscaper.escaped($1))\"" }.joined()
  }
}
