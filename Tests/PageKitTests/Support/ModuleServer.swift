// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import PageKit
import PageTestSupport
import ServiceLifecycle
import Testing

/// A server on a free port with the modules of a test.
struct ModuleServer {
  let port: Int

  /// Runs a body with a server.
  static func run<Result: Sendable>(
    _ modules: [any PageModule], settingsFile: URL? = nil,
    _ body: (ModuleServer) async throws -> Result
  ) async throws -> Result {
    let configuration = WebServerConfiguration(
      port: 0, timeZone: try #require(TimeZone(secondsFromGMT: 0)),
      settings: SettingsStore(file: settingsFile))
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let server = WebServer(
      modules: modules, changes: { AsyncThrowingStream { $0.finish() } },
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
      let result = try await body(ModuleServer(port: try #require(address.port)))
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
  func send(_ path: String, method: String = "GET", body: String = "") async throws -> RawResponse {
    let request = """
      \(method) \(path) HTTP/1.1\r
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

  /// Sends the settings form with its token.
  func save(_ fields: String) async throws -> RawResponse {
    let page = try await send("/settings")
    let token = try #require(page.body.firstMatch(of: /name="token" value="([0-9a-f]{64})"/)).1
    return try await send("/settings", method: "POST", body: "token=\(token)&\(fields)")
  }
}
