// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Logging
import Measures
import PageKit
import PageTestSupport
import ServiceLifecycle
import Testing

/// A server on a free port whose only page is a track with its map.
struct MapServer {
  let port: Int

  /// Runs a body with a server.
  static func run<Result: Sendable>(
    _ maps: MapSource, settings: SettingsStore = SettingsStore(),
    modules: [any PageModule] = [],
    _ body: (MapServer) async throws -> Result
  ) async throws -> Result {
    let configuration = WebServerConfiguration(port: 0, settings: settings, maps: maps)
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let server = WebServer(
      modules: [MapModule()] + modules, changes: { AsyncThrowingStream { $0.finish() } },
      configuration: configuration
    ) { continuation.yield($0) }
    let group = ServiceGroup(
      services: [server], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task {
      defer { continuation.finish() }
      try await group.run()
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = await iterator.next() else {
      try await running.value
      throw CancellationError()
    }
    do {
      let result = try await body(MapServer(port: try #require(address.port)))
      await group.triggerGracefulShutdown()
      try await running.value
      return result
    } catch {
      await group.triggerGracefulShutdown()
      _ = await running.result
      throw error
    }
  }

  /// Sends a request and returns the response.
  func send(
    _ path: String, headers: [(String, String)] = []
  ) async throws -> RawResponse {
    var head = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    let request = head + "\r\n"
    return try await RawConnection.open(port: port) { connection in
      try await connection.send(request)
      return try await connection.response()
    }
  }
}

extension MapServer {
  /// Sends the settings form with its token.
  func save(_ fields: String) async throws -> RawResponse {
    let page = try await send("/settings")
    let token = try #require(page.body.firstMatch(of: /name="token" value="([0-9a-f]{64})"/)).1
    let body = "token=\(token)&\(fields)"
    let request = """
      POST /settings HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/x-www-form-urlencoded\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """
    return try await RawConnection.open(port: port) { connection in
      try await connection.send(request)
      return try await connection.response()
    }
  }
}

/// A page with a map, its profiles, and the data of its track.
private struct MapModule: PageModule {
  let templates: [String: String] = [:]
  let navigation: PageLink? = PageLink("Track", "/track")

  func addRoutes(to router: PageRouter, site: Site) {
    let track = SampleTrack.points(200)
    router.get("/track") { _, _ in
      let maps = site.maps
      let map = maps.map(of: track, dataPath: "/track.json", unitSystem: .metric)
      let profile = ProfilePicture(.elevation, track: track, unitSystem: .metric)
      return site.page(
        title: "Track",
        """
        <section class="card glass flush map">\(map?.html ?? "")</section>
        <section class="card glass profiles">\(profile?.svg ?? "")</section>
        \(maps.trackScripts)
        """)
    }
    router.get("/track.json") { _, _ in try TrackMapData(track: track).response() }
  }
}
