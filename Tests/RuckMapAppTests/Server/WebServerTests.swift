// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import PageKit
import PageTestSupport
import RuckMap
import RuckMapApp
import ServiceLifecycle
import Testing

/// Start and shutdown.
struct WebServerTests {
  @Test(.timeLimit(.minutes(15)))
  func `the error for a port in use names the port and the option for another`() async throws {
    try await TestServer.run { server in
      let second = WebServer(
        modules: [], changes: server.library.observedChanges,
        configuration: WebServerConfiguration(port: server.port))
      let error = await #expect(throws: WebServerError.self) { try await second.run() }
      #expect(error == .portInUse(server.port))
      let text = try #require(error?.errorDescription)
      #expect(text.contains("port \(server.port)"))
      #expect(text.contains("--port"))
      #expect(try await server.send("GET", "/").status == 200)
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: ["0.0.0.0", "192.168.1.2", "example.org", ""])
  func `a host that is not a loopback address is rejected`(host: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = try RuckLibrary.open(directory: folder)
    let server = WebServer(
      modules: [], changes: library.observedChanges,
      configuration: WebServerConfiguration(host: host, port: 0))
    await #expect(throws: WebServerError.hostNotLoopback(host)) { try await server.run() }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a graceful shutdown closes live streams immediately`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let library = try RuckLibrary.open(directory: folder)
    let server = WebServer(
      modules: [], changes: library.observedChanges,
      configuration: WebServerConfiguration(port: 0)
    ) { continuation.yield($0) }
    let group = ServiceGroup(
      services: [server], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await group.run() }
    var iterator = addresses.makeAsyncIterator()
    let port = try #require(await iterator.next()?.port)
    try await RawConnection.open(port: port) { connection in
      try await connection.send("GET /changes HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      _ = try await connection.text(until: "retry: ")
      await group.triggerGracefulShutdown()
      #expect(try await connection.reachesEnd())
    }
    try await running.value
  }

  @Test(.timeLimit(.minutes(15)))
  func `devices save the stylesheet and the scripts of the pages`() async throws {
    try await TestServer.run(isWebApp: true) { server in
      let report = try await server.importElsewhere(
        SampleTrack.gpx(1, name: "Hill", points: 60), named: "a.gpx")
      let ruck = try #require(report.imported.first?.ruck)
      let worker = try await server.send("GET", "/service-worker.js").body
      var files: Set<String> = []
      let id = ruck.id.uuidString.lowercased()
      for path in ["/rucks", "/rucks/\(id)", "/rucks/routes/new", "/rucks/record", "/rucks/goals"] {
        let page = try await server.send("GET", path)
        #expect(page.status == 200, "\(path)")
        let found = page.body.matches(of: /"(\/[^" ]*ruck[^" ]*\.(?:css|js))"/)
        files.formUnion(found.map { String($0.1) })
      }
      #expect(
        files.sorted() == [
          "/assets/ruckmap-record.js", "/assets/ruckmap.css", "/assets/ruckmap.js",
        ])
      for file in files {
        #expect(worker.contains("\"\(file)\""), "\(file)")
        #expect(try await server.send("GET", file).status == 200, "\(file)")
      }
    }
  }
}
