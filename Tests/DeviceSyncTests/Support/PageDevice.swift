// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudTestSupport
import DeviceSync
import Foundation
import Logging
import PageKit
import PageTestSupport
import ServiceLifecycle
import SwiftData
import Testing

/// A device with a data folder, whose sync pages are served on a free port.
struct PageDevice: Sendable {
  let folder: URL
  let account: DeviceAccount
  let apps: OpenApps
  /// The sync of the process, as its pages show it.
  let activity: SyncActivity
  let address: URL
  let port: Int
  let server: URL

  /// Runs a body with a server that has the apps' containers and two users, `ann` and `bob`.
  static func withCloud<Result: Sendable>(
    hasContainers: Bool = true, _ body: (RunningCloud) async throws -> Result
  ) async throws -> Result {
    try await RunningCloud.run { cloud in
      if hasContainers { for app in DiaryApp.all { try await cloud.addContainer(app.container) } }
      for user in ["ann", "bob"] { try await cloud.addUser(user) }
      return try await body(cloud)
    }
  }

  /// Runs a body with a device.
  ///
  /// - Parameters:
  ///   - name: The name of the data folder.
  ///   - cloud: The server.
  ///   - access: The rights of the browser.
  ///   - syncs: Whether the process syncs, as `cairn serve` does.
  static func run<Result: Sendable>(
    _ name: String, _ cloud: RunningCloud, access: SyncPages.Access = .thisMachine,
    syncs: Bool = false, _ body: (PageDevice) async throws -> Result
  ) async throws -> Result {
    let folder = cloud.folder.appending(path: name, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let account = DeviceAccount(
      try DataOptions.parse(["--data", folder.path(percentEncoded: false)]), apps: DiaryApp.all)
    let (apps, activity) = (try OpenApps(available: folder, apps: DiaryApp.all), SyncActivity())
    // A loaded machine needs more time than a person waits for.
    let pages = SyncPages(
      apps, account, activity: activity, access: access,
      patience: SyncPages.Patience(sync: .seconds(200), passphrase: .seconds(200)))
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let web = WebServer(
      modules: pages.modules, changes: activity.merged(with: apps.changes),
      configuration: WebServerConfiguration(
        port: 0, timeZone: try #require(TimeZone(secondsFromGMT: 0)))
    ) { continuation.yield($0) }
    let sync = SyncService(account: account, stores: [], activity: activity) { _ in }
    let group = ServiceGroup(
      services: syncs ? [web, sync] : [web],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task {
      defer { continuation.finish() }
      try await group.run()
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = await iterator.next() else {
      try await running.value
      throw CancellationError()
    }
    let device = PageDevice(
      folder: folder, account: account, apps: apps, activity: activity, address: address,
      port: try #require(address.port), server: cloud.address)
    do {
      let result = try await body(device)
      await group.triggerGracefulShutdown()
      try await running.value
      return result
    } catch {
      await group.triggerGracefulShutdown()
      _ = await running.result
      throw error
    }
  }

  // MARK: Requests

  func send(
    _ method: String = "GET", _ path: String, body: String? = nil
  ) async throws -> RawResponse {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    if let body {
      head += "Content-Type: application/x-www-form-urlencoded\r\n"
      head += "Content-Length: \(body.utf8.count)\r\n"
    }
    let request = head + "\r\n" + (body ?? "")
    return try await RawConnection.open(port: port) { connection in
      try await connection.send(request)
      return try await connection.response()
    }
  }

  /// The text of a page.
  func page(_ path: String) async throws -> String {
    let response = try await send("GET", path)
    #expect(response.status == 200, "\(path): \(response.body)")
    return response.body
  }

  /// Sends a form with the token of the server.
  func post(_ path: String, _ fields: [String: String] = [:]) async throws -> RawResponse {
    let settings = try await send("GET", "/settings").body
    let token = try #require(settings.firstMatch(of: /name="token" value="([0-9a-f]{64})"/)).1
    let body = fields.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }
    return try await send(
      "POST", path, body: (["token=\(token)"] + body).joined(separator: "&"))
  }

  /// Sends a form that must succeed, and returns the page that it leads to.
  @discardableResult
  func submit(_ path: String, _ fields: [String: String] = [:]) async throws -> String {
    let response = try await post(path, fields)
    #expect(response.status == 303, "\(path): \(response.status) \(response.body)")
    let location = try #require(response.headers["location"])
    // The address has no entered value; paths and names of apps are none.
    for (name, value) in fields where !["app", "next"].contains(name) && value.count > 5 {
      #expect(!location.contains(value), "\(location)")
    }
    return try await page(location)
  }

  @discardableResult
  func signIn(
    _ user: String, password: String = RunningCloud.password, passphrase: String = ""
  ) async throws -> RawResponse {
    try await post(
      SyncPaths.signIn,
      [
        "server": server.absoluteString, "user": user, "password": password,
        "passphrase": passphrase,
      ])
  }

  /// Syncs once by the button of the status page.
  @discardableResult
  func sync() async throws -> String {
    let page = try await submit(SyncPaths.now)
    #expect(page.contains("Synced."), "\(page)")
    return page
  }

  // MARK: Data

  private func context(_ app: Int) -> ModelContext { ModelContext(apps.apps[app].container) }

  func add(_ title: String, secret: String? = nil, app: Int = 0) throws {
    let context = context(app)
    context.insert(DiaryEntry(title, secret: secret))
    try context.save()
  }

  /// Changes the title of all entries.
  func edit(_ title: String, app: Int = 0) throws {
    let context = context(app)
    for entry in try context.fetch(FetchDescriptor<DiaryEntry>()) { entry.title = title }
    try context.save()
  }

  func titles(app: Int = 0) throws -> [String] {
    try context(app).fetch(FetchDescriptor<DiaryEntry>()).map(\.title).sorted()
  }

  func secrets() throws -> [String?] {
    try context(0).fetch(FetchDescriptor<DiaryEntry>()).map(\.secret)
  }

  /// The files of the data folder that contain a text.
  func files(with text: String) throws -> [String] {
    let found = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var files: [String] = []
    while let url = found.nextObject() as? URL {
      guard let data = try? Data(contentsOf: url) else { continue }
      if data.range(of: Data(text.utf8)) != nil { files.append(url.lastPathComponent) }
    }
    return files
  }
}

/// Waits until a condition returns a value, at most for the time limit of the test.
@discardableResult
func wait<Value>(for condition: () async throws -> Value?) async throws -> Value {
  while true {
    if let value = try await condition() { return value }
    try await Task.sleep(for: .milliseconds(20))
  }
}
