// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import PageTestSupport
import Testing

/// The routes of tiles and of Leaflet, over a socket.
struct MapRouteTests {
  private func maps(_ argument: String?) throws -> MapSource {
    MapSource(
      option: try MapTiles(argument: argument, attribution: "Example"),
      leaflet: LeafletFiles())
  }

  @Test
  func `a tile is served with its type, and 304 while it is unchanged`() async throws {
    try await SampleTileFile().use { url in
      try await MapServer.run(maps(url.path)) { server in
        let tile = try await server.send("/tiles/1/0/0")
        #expect(tile.status == 200)
        #expect(tile.body == "RIFF0000WEBPVP8 north-west")
        #expect(tile.headers["content-type"] == "image/webp")
        #expect(tile.headers["cache-control"] == "private, max-age=3600")
        #expect(tile.headers["x-content-type-options"] == "nosniff")
        let tag = try #require(tile.headers["etag"])
        for value in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
          let same = try await server.send("/tiles/1/0/0", headers: [("If-None-Match", value)])
          #expect(same.status == 304)
          #expect(same.headers["etag"] == tag)
        }
        let other = try await server.send("/tiles/1/0/1", headers: [("If-None-Match", tag)])
        #expect(other.status == 200)
      }
    }
  }

  @Test
  func `a missing tile is 404 and is cached for a short time`() async throws {
    try await SampleTileFile().use { url in
      try await MapServer.run(maps(url.path)) { server in
        for path in ["/tiles/1/1/0", "/tiles/1/9/9", "/tiles/31/0/0", "/tiles/9999999999/0/0"] {
          let missing = try await server.send(path)
          #expect(missing.status == 404, "\(path)")
          #expect(missing.headers["cache-control"] == "private, max-age=60", "\(path)")
          #expect(missing.body.isEmpty)
        }
        for path in ["/tiles/1/0/-1", "/tiles/1/0/+0", "/tiles/1/0/0.png", "/tiles/1/0/%30x"] {
          let wrong = try await server.send(path)
          #expect(wrong.status == 404, "\(path)")
          #expect(wrong.headers["cache-control"] == "no-store", "\(path)")
        }
      }
    }
  }

  @Test(arguments: [
    ("leaflet.js", "text/javascript; charset=utf-8"), ("leaflet.css", "text/css; charset=utf-8"),
    ("images/layers.png", "image/png"), ("images/marker-icon-2x.png", "image/png"),
  ])
  func `the files of Leaflet are served from the package`(
    name: String, mediaType: String
  ) async throws {
    let tiles = "https://tile.example.org/{z}/{x}/{y}.png"
    try await MapServer.run(maps(tiles)) { server in
      let file = try await server.send("/assets/leaflet/\(name)")
      #expect(file.status == 200)
      #expect(file.headers["content-type"] == mediaType)
      let tag = try #require(file.headers["etag"])
      let same = try await server.send(
        "/assets/leaflet/\(name)", headers: [("If-None-Match", tag)])
      #expect(same.status == 304)
    }
  }

  @Test(arguments: [
    "leaflet.min.js.map", "leaflet.esm.js", "images", "images/none.png", "..%2f..%2fpasswd",
    "images/..%2fleaflet.js", "../leaflet/leaflet.css.gz",
  ])
  func `other files of the package are not served`(name: String) async throws {
    let tiles = "https://tile.example.org/{z}/{x}/{y}.png"
    try await MapServer.run(maps(tiles)) { server in
      let response = try await server.send("/assets/leaflet/\(name)")
      #expect(response.status == 404)
    }
  }

  @Test
  func `the content security policy allows the tile server alone`() async throws {
    func images(_ maps: MapSource) async throws -> Substring? {
      try await MapServer.run(maps) { server in
        let page = try await server.send("/track")
        #expect(page.status == 200)
        let policy = try #require(page.headers["content-security-policy"])
        #expect(!policy.contains("unsafe"))
        return policy.split(separator: "; ").first { $0.hasPrefix("img-src") }
      }
    }
    let server = "https://tile.example.org:8443/{z}/{x}/{y}.png"
    #expect(try await images(maps(server)) == "img-src 'self' https://tile.example.org:8443")
    #expect(try await images(MapSource()) == "img-src 'self'")
    try await SampleTileFile().use { url in
      let policy = try await images(maps(url.path))
      #expect(policy == "img-src 'self'")
    }
  }

  @Test
  func `without maps there are no routes of tiles and Leaflet`() async throws {
    try await MapServer.run(MapSource()) { server in
      #expect(try await server.send("/tiles/1/0/0").status == 404)
      #expect(try await server.send("/assets/leaflet/leaflet.js").status == 404)
      let page = try await server.send("/track")
      #expect(page.body.contains("track-line"))
      #expect(!page.body.contains("map-view") && !page.body.contains("map.js"))
    }
  }
}
