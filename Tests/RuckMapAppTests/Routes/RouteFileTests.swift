// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import Foundation
import PageTestSupport
import RuckMap
import Testing

/// Routes from GPX files, and as GPX files.
@Suite(.timeLimit(.minutes(15))) struct RouteFileTests {
  /// A file with a track of 40 positions, 33 m apart.
  private static let file = SampleTrack.gpx(1, name: "Hill", points: 40)

  private func add(_ server: TestServer, line: String) async throws -> RawResponse {
    try await server.post(
      "/rucks/routes/new",
      ["token": try await server.token(), "name": "Hill <1>", "type": "loop", "line": line])
  }

  private func positions(_ text: String) -> Int { text.matches(of: /<trkpt/).count }

  @Test func `the text of a GPX file becomes a line, which can be downloaded`() async throws {
    try await TestServer.run { server in
      #expect(try await add(server, line: Self.file).status == 303)
      let route = try #require(try await server.library.objects(RouteItem.self).first)
      #expect(route.path.points.count == 40)
      let path = "/rucks/routes/\(route.id.uuidString.lowercased())"
      let page = try await server.send("GET", path).body
      #expect(page.contains("href=\"\(path)/route.gpx\""))
      let download = try await server.send("GET", path + "/route.gpx")
      #expect(download.status == 200 && positions(download.body) == 40)
      #expect(download.headers["content-disposition"]?.hasPrefix("attachment; file") == true)
      #expect(download.body.contains("<name>Hill &lt;1"))
      // A watch would reject a point with an empty time.
      #expect(!download.body.contains("<time"))
    }
  }

  @Test func `privacy zones are cut from the file of a route`() async throws {
    try await TestServer.run { server in
      _ = try await add(server, line: Self.file)
      let route = try #require(try await server.library.objects(RouteItem.self).first)
      let first = try #require(route.path.points.first)
      _ = try await server.library.addPrivacyZone(
        name: "home", latitude: first.latitude, longitude: first.longitude, radius: 100)
      let path = "/rucks/routes/\(route.id.uuidString.lowercased())/route.gpx"
      let cut = positions(try await server.send("GET", path).body)
      #expect(cut > 0 && cut < 40)
      let whole = try await server.library.routeFile(route.id, includesPrivatePlaces: true)
      #expect(positions(String(decoding: whole, as: UTF8.self)) == 40)
    }
  }

  @Test func `a route without a line has no file, and another file is no line`() async throws {
    try await TestServer.run { server in
      _ = try await add(server, line: "")
      let route = try #require(try await server.library.objects(RouteItem.self).first)
      let path = "/rucks/routes/\(route.id.uuidString.lowercased())"
      #expect(!(try await server.send("GET", path).body).contains("route.gpx"))
      #expect(try await server.send("GET", path + "/route.gpx").status == 400)
      let unknown = "/rucks/routes/\(UUID().uuidString.lowercased())/route.gpx"
      #expect(try await server.send("GET", unknown).status == 404)
      let rejected = try await add(server, line: "<kml></kml>")
      #expect(rejected.status == 422 && rejected.body.contains("id=\"route-line-error\""))
    }
  }

  @Test func `a GPX file is chosen on the page that draws a route`() async throws {
    try await TestServer.run { server in
      let folder = server.directory.deletingLastPathComponent()
      let file = try TestServer.file(Self.file, named: "hill.gpx", in: folder)
      try await Browser.run { browser in
        try await browser.open(try server.url("/rucks/routes/new"))
        try await browser.wait(until: "document.querySelector('svg.draw') !== null")
        try await browser.type(
          file.path(percentEncoded: false), into: "#route input[type=file]")
        try await browser.wait(
          until: "document.getElementById('route-line').value.split('\\n').length === 40")
        try await browser.type("Chosen", into: "#route-name")
        try await browser.click("#route button.primary")
        try await browser.wait { $0.contains("done=added") }
        let route = try #require(try await server.library.objects(RouteItem.self).first)
        #expect(route.path.points.count == 40 && route.path.points[1].altitude == 301)
      }
    }
  }
}
