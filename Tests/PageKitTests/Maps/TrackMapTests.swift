// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import PageKit
import PageTestSupport
import Testing

/// The HTML of maps.
struct TrackMapTests {
  private let track = SampleTrack.points(20)

  private func picture(_ unitSystem: UnitSystem) throws -> String {
    try #require(TrackPicture(track: track, unitSystem: unitSystem)).svg
  }

  @Test
  func `a map has the address of data and tiles, and the plain picture inside`() async throws {
    try await SampleTileFile().use { url in
      let tiles = try MapTiles(argument: url.path, attribution: nil)
      let maps = PageMaps(tiles: tiles, leaflet: LeafletFiles())
      let map = try #require(
        maps.map(of: track, dataPath: "/a/track.json", unitSystem: .metric))
      let version = try #require(map.html.firstMatch(of: /\?file=([0-9a-f]+)"/)).1
      let expected = """
        <div class="map-view" data-track="/a/track.json" data-tiles="/tiles/{z}/{x}/{y}?file=\(version)" \
        data-attribution="© Example &amp; others" data-unit="km" data-unit-metres="1000.0" \
        data-min-zoom="1" data-max-zoom="2" data-bounds="14.0,45.5,15.0,46.5">
        \(try picture(.metric))
        </div>
        """
      #expect(map.html == expected)
      #expect(maps.warning == nil)
      #expect(
        maps.scripts == """
          <script src="/assets/leaflet/leaflet.js" defer></script>
          <script src="/assets/map.js" defer></script>
          """)
      #expect(maps.trackScripts == maps.scripts)
    }
  }

  @Test
  func `a map of a tile server escapes its attribution`() throws {
    let tiles = try MapTiles(
      argument: "https://tile.example.org/{z}/{x}/{y}.png?a=1&b=2",
      attribution: "© \"Example\" <b>Org</b>")
    let maps = PageMaps(tiles: tiles, leaflet: LeafletFiles())
    let map = try #require(maps.map(of: track, dataPath: "/t", unitSystem: .imperial))
    #expect(map.html.contains(#"data-attribution="© &quot;Example&quot; Org""#))
    #expect(
      map.html.contains(#"data-tiles="https://tile.example.org/{z}/{x}/{y}.png?a=1&amp;b=2""#))
    #expect(map.html.contains(#"data-unit="mi" data-unit-metres="1609.344""#))
    #expect(maps.imageOrigin == "https://tile.example.org")
  }

  @Test
  func `without tiles or Leaflet the plain picture is shown, with the frame of its cursor`()
    throws
  {
    let server = try MapTiles(
      argument: "https://tile.example.org/{z}/{x}/{y}.png", attribution: "Example")
    let absent = PageMaps(
      tiles: server, leaflet: LeafletFiles(folder: URL(filePath: "/nowhere")))
    #expect(absent.warning?.contains("libjs-leaflet") == true)
    let plain = PageMaps(tiles: .none, leaflet: LeafletFiles())
    #expect(plain.warning == nil)
    for maps in [absent, plain, .none] {
      let map = try #require(maps.map(of: track, dataPath: "/t", unitSystem: .metric))
      let frame = try #require(map.html.firstMatch(of: /data-frame="([^"]+)"/)).1
      #expect(
        try map.html == """
          <div class="track-view" data-track="/t" data-unit="km" data-unit-metres="1000.0" \
          data-frame="\(frame)">
          \(picture(.metric))
          </div>
          """)
      #expect(frame.split(separator: " ").compactMap { Double($0) }.count == 5)
      #expect(maps.scripts.isEmpty)
      #expect(maps.trackScripts == #"<script src="/assets/track.js" defer></script>"#)
      #expect(maps.imageOrigin == nil)
    }
  }

  @Test
  func `a track without positions has no map`() throws {
    #expect(PageMaps.none.map(of: [], dataPath: "/t", unitSystem: .metric) == nil)
  }
}
