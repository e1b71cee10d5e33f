// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Logging
import PageKit
import PageTestSupport
import ServiceLifecycle
import SwiftData
import Testing
import TripPlanner
import TripPlannerApp

/// A web server with the trips' pages on a free port, with its own store on disk.
struct TripServer: Sendable {
  let library: TripLibrary
  /// The folder of the store.
  let directory: URL
  let address: URL
  let port: Int

  /// Runs a body with a server; on return the server has shut down, and no upload file is left.
  ///
  /// - Parameters:
  ///   - maximumUploadSize: The maximum size of an upload in bytes.
  ///   - hasSample: Whether the store has the sample.
  ///   - isWebApp: Whether the service worker and the form token are served, too.
  ///   - body: The body.
  /// - Returns: The body's result.
  static func run<Result: Sendable>(
    maximumUploadSize: Int = 1 << 30, hasSample: Bool = false, isWebApp: Bool = false,
    _ body: (TripServer) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-trips-\(UUID().uuidString)")
    let (store, uploads) = (folder.appending(path: "store"), folder.appending(path: "uploads"))
    try FileManager.default.createDirectory(at: uploads, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if hasSample { try await TripApp().addSample(in: store) }
    let apps = try OpenApps(in: store, apps: [TripApp()])
    let container = try #require(apps.apps.first?.container)
    let configuration = WebServerConfiguration(
      port: 0, maximumUploadSize: maximumUploadSize,
      timeZone: try #require(TimeZone(secondsFromGMT: 0)), uploadDirectory: uploads)
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let webApp: [any PageModule] = isWebApp ? [OfflinePages()] : []
    let server = WebServer(
      modules: apps.modules + webApp, changes: apps.changes, configuration: configuration
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
    let test = TripServer(
      library: TripLibrary(modelContainer: container), directory: store, address: address,
      port: try #require(address.port))
    do {
      let result = try await body(test)
      await group.triggerGracefulShutdown()
      try await running.value
      let left = try FileManager.default.contentsOfDirectory(atPath: uploads.path)
      #expect(left.isEmpty, "uploads left behind: \(left)")
      return result
    } catch {
      await group.triggerGracefulShutdown()
      _ = await running.result
      throw error
    }
  }

  /// An address on the server.
  func url(_ path: String) throws -> URL {
    try #require(URL(string: path, relativeTo: address)).absoluteURL
  }

  /// Sends a request and returns the response.
  func send(
    _ method: String = "GET", _ path: String, headers: [(String, String)] = [], body: String? = nil
  ) async throws -> RawResponse {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
    let request = head + "\r\n" + (body ?? "")
    return try await RawConnection.open(port: port) { connection in
      try await connection.send(request)
      return try await connection.response()
    }
  }

  /// The form token of the page with the form of a new trip.
  func token() async throws -> String {
    let page = try await send("GET", "/trips/new")
    let match = try #require(page.body.firstMatch(of: /name="token" value="([0-9a-f]{64})"/))
    return String(match.1)
  }

  /// Sends a form with fields and the token.
  func post(_ path: String, _ fields: [String: String] = [:]) async throws -> RawResponse {
    var allowed = CharacterSet.alphanumerics
    allowed.insert("-")
    let all = fields.merging(["token": try await token()]) { own, _ in own }
    let body = try all.map { name, value in
      "\(name)=\(try #require(value.addingPercentEncoding(withAllowedCharacters: allowed)))"
    }.joined(separator: "&")
    return try await send(
      "POST", path, headers: [("Content-Type", "application/x-www-form-urlencoded")], body: body)
  }

  /// Sends files to a form for uploads, as the browser or the form's script does.
  func upload(
    _ files: [(name: String, text: String)], fields: [(String, String)] = [],
    to path: String = "/trips/import", isScript: Bool = false
  ) async throws -> RawResponse {
    let form = UploadBody(token: try await token(), fields: fields, files: files)
    let accept = isScript ? [("Accept", "application/json")] : []
    return try await send("POST", path, headers: [form.contentType] + accept, body: form.text)
  }
}

extension RawResponse {
  /// The path of a redirect, without the report of its result.
  var location: String {
    get throws {
      let path = try #require(headers["location"])
      return String(path.split(separator: "?")[0])
    }
  }
}

/// The fixture files of this target.
enum TripFixture {
  static func url(_ name: String) throws -> URL {
    let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    return folder.appending(path: name)
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: url(name), encoding: .utf8)
  }
}
