// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CommandTestSupport
import DeviceSync
import Foundation
import Logging
import PageKit
import PageTestSupport
import Rowing
import RowingApp
import ServiceLifecycle
import SwiftData
import Testing

/// A web server with the rowing pages on a free port, with its own store on disk.
struct RowServer: Sendable {
  let library: RowingLibrary
  /// The folder of the store.
  let directory: URL
  let address: URL
  let port: Int

  /// Runs a body with a server.
  ///
  /// On return the server has shut down, and no upload file is left.
  static func run<Result: Sendable>(
    maximumUploadSize: Int = 1 << 30, _ body: (RowServer) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-row-\(UUID().uuidString)")
    let (store, uploads) = (folder.appending(path: "store"), folder.appending(path: "uploads"))
    try FileManager.default.createDirectory(at: uploads, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = try RowingLibrary.open(directory: store)
    let zone = try #require(TimeZone(secondsFromGMT: 0))
    let configuration = WebServerConfiguration(
      port: 0, maximumUploadSize: maximumUploadSize, timeZone: zone, uploadDirectory: uploads)
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let account = DeviceAccount(
      try DataOptions.parse(["--data", store.path(percentEncoded: false)]), apps: [RowApp()])
    let apps = try OpenApps(in: store, apps: [RowApp()])
    let sync = SyncPages(apps, account, activity: SyncActivity(), access: .thisMachine)
    let server = WebServer(
      modules: sync.modules, changes: apps.changes, configuration: configuration
    ) {
      continuation.yield($0)
    }
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
    let test = RowServer(
      library: library, directory: store, address: address, port: try #require(address.port))
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

  /// Imports files through another connection to the same store.
  @discardableResult
  func importElsewhere(
    _ files: [RowingFixture], athlete: UUID? = nil
  ) async throws -> RowingImportReport {
    let other = try RowingLibrary.open(directory: directory)
    let report = await other.importFiles(
      files.map(\.url), options: RowingImportOptions(athlete: athlete))
    try #require(report.failed.isEmpty, "\(report.failed)")
    return report
  }

  /// Sends a request and returns the response.
  func send(
    _ method: String = "GET", _ path: String, headers: [(String, String)] = [],
    body: String? = nil
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

  /// The form token of the list page.
  func token() async throws -> String {
    let page = try await send("GET", "/rowing")
    let match = try #require(page.body.firstMatch(of: /name="token" value="([0-9a-f]{64})"/))
    return String(match.1)
  }

  /// Sends a form with this server's token.
  func post(_ path: String, _ fields: [String: String]) async throws -> RawResponse {
    let token = try await token()
    let body = try fields.merging(["token": token]) { given, _ in given }.map { name, value in
      let text = try #require(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      return "\(name)=\(text)"
    }.joined(separator: "&")
    return try await send(
      "POST", path, headers: [("Content-Type", "application/x-www-form-urlencoded")], body: body)
  }

  /// Sends files as the upload form does.
  func upload(
    to path: String = "/rowing/import", _ files: [(name: String, text: String)],
    fields: [(String, String)] = [], headers: [(String, String)] = []
  ) async throws -> RawResponse {
    let form = UploadBody(token: try await token(), fields: fields, files: files)
    return try await send(
      "POST", path, headers: [form.contentType] + headers, body: form.text)
  }
}
