// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import PageTestSupport
import Testing

/// The tiles of maps in the settings.
@Suite(.timeLimit(.minutes(15)))
struct TileSettingTests {
  private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private func form(_ source: String, _ attribution: String = "") -> String {
    "tiles=\(encoded(source))&tiles-attribution=\(encoded(attribution))"
  }

  private func images(_ page: RawResponse) -> Substring? {
    page.headers["content-security-policy"]?.split(separator: "; ")
      .first { $0.hasPrefix("img-src") }
  }

  @Test
  func `a change takes effect at once, for pages, tiles and the content security policy`()
    async throws
  {
    try await SampleTileFile().use { url in
      try await MapServer.run(MapSource(leaflet: LeafletFiles())) { server in
        #expect(try await !server.send("/track").body.contains("map-view"))
        #expect(try await server.send("/tiles/1/0/0").status == 404)

        #expect(try await server.save(form(url.path)).status == 303)
        let local = try await server.send("/track")
        #expect(local.body.contains(#"data-tiles="/tiles/{z}/{x}/{y}?file="#))
        #expect(local.body.contains(#"data-attribution="© Example &amp; others""#))
        #expect(images(local) == "img-src 'self'")
        #expect(try await server.send("/tiles/1/0/0").body == "RIFF0000WEBPVP8 north-west")

        let tiles = "https://tile.example.org/{z}/{x}/{y}.png"
        #expect(try await server.save(form(tiles, "Example")).status == 303)
        let remote = try await server.send("/track")
        #expect(remote.body.contains(#"data-tiles="\#(tiles)""#))
        #expect(images(remote) == "img-src 'self' https://tile.example.org")
        #expect(try await server.send("/tiles/1/0/0").status == 404)

        #expect(try await server.save(form("  ")).status == 303)
        let plain = try await server.send("/track")
        #expect(!plain.body.contains("map-view") && plain.body.contains("track-line"))
        #expect(images(plain) == "img-src 'self'")
      }
    }
  }

  @Test(arguments: [
    ("region.mbtiles", "", "tiles", "neither an address nor an absolute path"),
    ("/nowhere/region.mbtiles", "", "tiles", "region.mbtiles doesn&#39;t exist"),
    ("/dev/zero", "", "tiles", "zero is not an MBTiles file: it is not a regular file"),
    ("/tmp", "", "tiles", "it is not a regular file"),
    ("http://tile.example.org/{z}/{x}/{y}.png", "Map", "tiles", "must begin with https://"),
    ("https://{s}.example.org/{z}/{x}/{y}.png", "Map", "tiles", "its host has a placeholder"),
    ("https://a.org/{z}/{x}/{y}.png", "", "tiles-attribution", "needs an attribution"),
    ("https://a.org/{z}/{x}/{y}.png\"><b>", "Map", "tiles", "characters that an address"),
  ])
  func `an impossible source is explained beside its field, and nothing is saved`(
    source: String, attribution: String, field: String, reason: String
  ) async throws {
    let settings = SettingsStore()
    try await MapServer.run(MapSource(leaflet: LeafletFiles()), settings: settings) { server in
      let page = try await server.save(form(source, attribution) + "&theme=dark")
      #expect(page.status == 422)
      let start = try #require(page.body.firstRange(of: #"id="\#(field)-problem">"#))
      #expect(page.body[start.upperBound...].prefix(300).contains(reason))
      #expect(page.body.matches(of: /aria-invalid="true"/).count == 1)
      #expect(page.body.contains(#"aria-describedby="\#(field)-problem \#(field)-hint""#))
      #expect(page.body.contains(#"role="alert">Your settings are not saved: check “Map "#))
      #expect(!page.body.contains("<b>"))
      #expect(settings.current == PageSettings())
    }
  }

  @Test
  func `a file that has disappeared is reported, and prevents no other change`() async throws {
    let settings = SettingsStore()
    var saved = PageSettings()
    saved.tiles = TileSetting(source: "/nowhere/region.mbtiles")
    try settings.save(saved)
    try await MapServer.run(MapSource(leaflet: LeafletFiles()), settings: settings) { server in
      #expect(try await !server.send("/track").body.contains("map-view"))
      #expect(
        try await server.send("/settings").body.contains("region.mbtiles doesn&#39;t exist"))
      let answer = try await server.save(form("/nowhere/region.mbtiles") + "&theme=dark")
      #expect(answer.status == 303)
      #expect(settings.current.theme == .dark && settings.current.tiles == saved.tiles)
    }
  }

  @Test
  func `a file that returns is used after the settings are saved again`() async throws {
    try await SampleTileFile().use { url in
      let away = url.appendingPathExtension("away")
      try FileManager.default.moveItem(at: url, to: away)
      let settings = SettingsStore()
      var saved = PageSettings()
      saved.tiles = TileSetting(source: url.path)
      try settings.save(saved)
      try await MapServer.run(MapSource(leaflet: LeafletFiles()), settings: settings) { server in
        #expect(try await !server.send("/track").body.contains("map-view"))
        try FileManager.default.moveItem(at: away, to: url)
        #expect(try await server.save(form(url.path)).status == 303)
        #expect(try await server.send("/track").body.contains("map-view"))
      }
    }
  }

  @Test
  func `the option of the command overrides the settings, and the page states it`() async throws {
    let option = try MapTiles(
      argument: "https://option.example.org/{z}/{x}/{y}.png", attribution: "Option")
    let source = MapSource(option: option, leaflet: LeafletFiles())
    let settings = SettingsStore()
    try await MapServer.run(source, settings: settings) { server in
      let tiles = "https://tile.example.org/{z}/{x}/{y}.png"
      #expect(try await server.save(form(tiles, "Example")).status == 303)
      #expect(settings.current.tiles.source == tiles)
      let page = try await server.send("/track")
      #expect(page.body.contains("https://option.example.org/"))
      #expect(images(page) == "img-src 'self' https://option.example.org")
      let shown = try await server.send("/settings").body
      #expect(shown.contains("started with --tiles, which overrides these settings"))
    }
    try await MapServer.run(MapSource(leaflet: LeafletFiles())) { server in
      let shown = try await server.send("/settings").body
      #expect(!shown.contains("--tiles"))
    }
  }

  // MARK: Paired devices

  @Test
  func `a paired device can't choose a file, nor learn which files exist`() async throws {
    try await SampleTileFile().use { url in
      try await LANTestServer.run { server in
        let cookie = try await server.pair()
        let token = try await server.token(cookie)
        var answers: [String] = []
        for path in [url.path, "/nowhere/none.mbtiles", "none.mbtiles"] {
          let page = try await server.send(
            "POST", "/settings", cookie: cookie, body: "token=\(token)&" + form(path))
          #expect(page.status == 422)
          #expect(page.body.contains("Only the pages on the first machine can choose a tile file"))
          answers.append(page.body.replacing(path, with: ""))
        }
        #expect(Set(answers).count == 1)
        let local = try await server.sendLocally("GET", "/settings")
        #expect(local.body.contains(#"name="tiles" type="text" value="""#))
      }
    }
  }

  @Test
  func `a change on a paired device is seen on the first machine at once, and the reverse`()
    async throws
  {
    try await SampleTileFile().use { url in
      try await LANTestServer.run { server in
        let cookie = try await server.pair()
        let token = try await server.token(cookie)
        func send(_ fields: String) async throws -> LANResponse {
          try await server.send(
            "POST", "/settings", cookie: cookie, body: "token=\(token)&" + fields)
        }
        let tiles = "https://tile.example.org/{z}/{x}/{y}.png"
        #expect(try await send(form(tiles, "Example") + "&theme=dark").status == 303)
        let local = try await server.sendLocally("GET", "/settings").body
        #expect(local.contains(#"data-theme="dark""#))
        #expect(local.contains(#"value="\#(tiles)""#))
        #expect(local.contains("img-src 'self' https://tile.example.org;"))

        let own = try #require(local.firstMatch(of: /name="token" value="([0-9a-f]{64})"/)).1
        let saved = try await server.sendLocally(
          "POST", "/settings", body: "token=\(own)&theme=light&" + form(url.path))
        #expect(saved.status == 303)
        let page = try await server.send("GET", "/settings", cookie: cookie).body
        #expect(page.contains(#"data-theme="light""#))
        #expect(page.contains(#"value="region.mbtiles""#) && page.contains(" disabled"))
        #expect(!page.contains(url.deletingLastPathComponent().path), "the folder is shown")
        // The device gets tiles of the file, but can't replace it.
        #expect(try await server.send("GET", "/tiles/1/0/0", cookie: cookie).status == 200)
        #expect(try await send(form("")).status == 422)
        #expect(try await send("theme=dark").status == 303)
        #expect(try await server.sendLocally("GET", "/settings").body.contains(url.path))
      }
    }
  }
}
