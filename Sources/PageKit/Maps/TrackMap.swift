// Cairn
// SPDX-License-Identifier: Apache-2.0

import Geodesy
import Measures
import SystemSupport

/// A track on a map, with its plain picture for browsers without JavaScript.
///
/// The script `map.js` draws the map into the shadow tree of the element. Its own content stays, so
/// live updates still recognize it as unchanged.
package struct TrackMap: Sendable {
  /// The element as HTML; without tiles, the plain picture alone.
  package let html: String

  /// Creates the map of a track; nil if it has no valid position.
  init?(track: [TrackPoint], dataPath: String, unitSystem: UnitSystem, layer: TileLayer?) {
    guard let picture = TrackPicture(track: track, unitSystem: unitSystem) else { return nil }
    guard let layer else {
      html = picture.svg
      return
    }
    let unit: (name: String, metres: Double) =
      switch unitSystem {
      case .imperial: ("mi", Length.metresPerMile)
      case .metric: ("km", 1000)
      }
    var attributes = [
      ("data-track", dataPath), ("data-tiles", layer.template),
      ("data-attribution", layer.attribution), ("data-unit", unit.name),
      ("data-unit-metres", "\(unit.metres)"), ("data-min-zoom", "\(layer.zoom.lowerBound)"),
      ("data-max-zoom", "\(layer.zoom.upperBound)"),
    ]
    if let bounds = layer.bounds { attributes.append(("data-bounds", bounds.text)) }
    let list = attributes.map { " \($0)=\"\(HTMLEscaper.escaped($1))\"" }.joined()
    html = """
      <div class="map-view"\(list)>
      \(picture.svg)
      </div>
      """
  }
}
