// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Geodesy
package import Measures

/// The maps of the pages: their tiles, and the files of Leaflet.
///
/// ```swift
/// let tiles = try MapTiles(argument: "region.mbtiles", attribution: nil)
/// let maps = PageMaps(tiles: tiles, leaflet: LeafletFiles())
/// let map = maps.map(of: track, dataPath: "/rucks/1/track.json", unitSystem: .metric)
/// ```
///
/// Without tiles, or without Leaflet, pages show the plain picture of a track.
package struct PageMaps: Sendable {
  /// No maps: the plain picture of a track.
  package static let none = PageMaps(tiles: .none, leaflet: nil)

  private let tiles: MapTiles
  private let leaflet: LeafletFiles?

  /// Creates the maps.
  ///
  /// - Parameters:
  ///   - tiles: The source of the background.
  ///   - leaflet: The files of Leaflet; nil if they are not installed.
  package init(tiles: MapTiles, leaflet: LeafletFiles?) {
    self.tiles = tiles
    self.leaflet = leaflet
  }

  /// The tile layer; nil if maps can't be drawn.
  var layer: TileLayer? { leaflet == nil ? nil : tiles.layer }

  /// The origin of images that the content security policy must allow; nil if there is none.
  package var imageOrigin: String? { layer == nil ? nil : tiles.imageOrigin }

  /// The reason why maps are not drawn although there are tiles; nil if there is none.
  package var warning: String? {
    guard leaflet == nil, tiles.layer != nil else { return nil }
    return "Maps need Leaflet, which is not in \(LeafletFiles.folder.path). The pages show plain "
      + "tracks. Install the Debian package libjs-leaflet, and restart the server."
  }

  /// The elements that a page with maps has once, after its content; empty without maps.
  package var scripts: String {
    guard layer != nil else { return "" }
    return """
      <script src="/assets/leaflet/leaflet.js" defer></script>
      <script src="\(Paths.asset(MapScript.script))" defer></script>
      """
  }

  /// The elements that a page with one track and its profiles has once, after its content.
  ///
  /// Without tiles they select positions on the plain picture.
  package var trackScripts: String {
    guard layer == nil else { return scripts }
    return #"<script src="\#(Paths.asset(TrackScript.script))" defer></script>"#
  }

  /// The attributes with the tiles and the units, for a script that draws on a map of its own.
  ///
  /// Without tiles, or without Leaflet, they are those of the units.
  ///
  /// - Parameter unitSystem: The units of distances.
  /// - Returns: The attributes as HTML, each after a space.
  package func attributes(unitSystem: UnitSystem) -> String {
    MapAttributes(unitSystem: unitSystem, layer: layer).html
  }

  /// The tile file that this server serves; nil if there is none.
  var file: MBTiles? {
    guard layer != nil, case .file(let file) = tiles else { return nil }
    return file
  }

  /// The map of a track; nil if the track has no valid position.
  ///
  /// - Parameters:
  ///   - track: The track, which the plain picture shows.
  ///   - dataPath: The path of the route that serves the track's ``TrackMapData``.
  ///   - unitSystem: The units of the distance marks.
  /// - Returns: The map.
  package func map(
    of track: [TrackPoint], dataPath: String, unitSystem: UnitSystem
  ) -> TrackMap? {
    TrackMap(track: track, dataPath: dataPath, unitSystem: unitSystem, layer: layer)
  }
}
