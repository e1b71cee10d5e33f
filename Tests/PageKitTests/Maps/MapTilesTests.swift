// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// The argument of `--tiles`.
struct MapTilesTests {
  private func server(_ template: String) throws(MapTilesError) -> TileServer {
    try TileServer(template: template, attribution: "Map")
  }

  @Test(arguments: [nil, ""])
  func `without an argument there are no tiles`(argument: String?) throws {
    let tiles = try MapTiles(argument: argument, attribution: "Map")
    guard case .none = tiles else {
      Issue.record("\(tiles)")
      return
    }
    #expect(tiles.imageOrigin == nil)
  }

  @Test
  func `a path is opened as a tile file, which needs no other origin`() async throws {
    try await SampleTileFile().use { url in
      let tiles = try MapTiles(argument: url.path, attribution: nil)
      guard case .file(let file) = tiles else {
        Issue.record("\(tiles)")
        return
      }
      #expect(file.name == "region.mbtiles")
      #expect(tiles.imageOrigin == nil)
    }
    #expect(throws: MapTilesError.missing("none.mbtiles")) {
      try MapTiles(argument: "/nowhere/none.mbtiles", attribution: nil)
    }
  }

  @Test(arguments: [
    ("https://tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org"),
    ("HTTPS://Tile.Example.org:8443/a/{z}/{y}/{x}?key=1&v={x", nil),
    ("https://tile.example.org:8443/a/{z}/{y}/{x}?key=1", "https://tile.example.org:8443"),
    ("http://localhost:3000/{z}/{x}/{y}.png", "http://localhost:3000"),
    ("http://127.0.0.1:3000/{z}/{x}/{y}.png", "http://127.0.0.1:3000"),
    ("http://tile.example.org/{z}/{x}/{y}.png", nil),
    ("ftp://tile.example.org/{z}/{x}/{y}.png", nil),
    ("https://{s}.example.org/{z}/{x}/{y}.png", nil),
    ("https://tile.example.org/{z}/{x}/{y}{r}.png", nil),
    ("https://tile.example.org/{z}/{x}/{x}/{y}.png", nil),
    ("https://tile.example.org/{z}/{x}.png", nil),
    ("https://tile.example.org", nil),
    ("https://tile.example.org?{z}{x}{y}", nil),
    ("https://tile.example.org/#{z}{x}{y}", nil),
    ("https://user:word@tile.example.org/{z}/{x}/{y}.png", nil),
    ("https://*/{z}/{x}/{y}.png", nil),
    ("https:///{z}/{x}/{y}.png", nil),
    ("https://a.org:0/{z}/{x}/{y}.png", nil),
    ("https://a.org:port/{z}/{x}/{y}.png", nil),
    ("https://a.org; script-src *;/{z}/{x}/{y}.png", nil),
    ("https://a.org/{z}/{x}/{y}.png\"><script>", nil),
    ("https://tïle.example.org/{z}/{x}/{y}.png", nil),
  ])
  func `a tile server has one origin, or is rejected`(template: String, origin: String?) throws {
    do {
      let server = try server(template)
      #expect(server.origin == origin)
      #expect(server.template == template)
    } catch {
      guard case .badServer(template, _) = error else {
        Issue.record(error)
        return
      }
      #expect(origin == nil, "\(error.localizedDescription)")
    }
  }

  @Test(arguments: [nil, "", "<b></b>"])
  func `a tile server needs an attribution`(attribution: String?) throws {
    let address = "https://tile.example.org/{z}/{x}/{y}.png"
    #expect(throws: MapTilesError.attributionMissing(address)) {
      try MapTiles(argument: address, attribution: attribution)
    }
  }
}
