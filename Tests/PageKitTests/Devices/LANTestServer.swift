// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Logging
import PageKit
import ServiceLifecycle
import Synchronization
import Testing

/// A LAN server and the local pages of its devices, on free ports, with a notebook as the app.
struct LANTestServer: Sendable {
  let access: LANAccess
  let notebook: Notebook
  let folder: URL
  let clock: TestClock
  let port: Int
  let localPort: Int
  var client: TLSClient { TLSClient(port: port) }

  /// The names of the server; the tests connect to 127.0.0.1.
  static let names = LocalNames(hosts: ["desk", "desk.local"], addresses: ["127.0.0.1"])

  /// Runs a body with both servers in one folder.
  static func run<Result: Sendable>(
    names: @escaping @Sendable () -> LocalNames = { Self.names },
    _ body: (LANTestServer) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-lan-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await run(in: folder, names: names, body)
  }

  /// Runs a body with both servers in a folder, which remains.
  static func run<Result: Sendable>(
    in folder: URL, names: @escaping @Sendable () -> LocalNames = { Self.names },
    _ body: (LANTestServer) async throws -> Result
  ) async throws -> Result {
    let (clock, notebook) = (TestClock(), Notebook())
    let access = try LANAccess(
      LANConfiguration(port: 0, dataFolder: folder, names: names, now: { clock.date }))
    let replays = try ReplayLog(file: ReplayLog.file(in: folder), now: { clock.date })
    let (ports, continuation) = AsyncStream.makeStream(of: (Int, isLocal: Bool).self)
    let changes: @Sendable () -> AsyncThrowingStream<Void, any Error> = {
      AsyncThrowingStream { $0.finish() }
    }
    let configuration = WebServerConfiguration(
      port: 0, maps: MapSource(leaflet: LeafletFiles()))
    let local = WebServer(
      modules: [NotebookPages(notebook), DevicePages(access), OfflinePages()], changes: changes,
      configuration: configuration
    ) { continuation.yield(($0.port ?? 0, true)) }
    let server = LANServer(
      access, modules: [NotebookPages(notebook)], changes: changes,
      configuration: configuration, replays: replays
    ) { continuation.yield(($0.urls.first?.port ?? 0, false)) }
    let group = ServiceGroup(
      services: [local, server], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task {
      defer { continuation.finish() }
      try await group.run()
    }
    var found: [Bool: Int] = [:]
    var iterator = ports.makeAsyncIterator()
    while found.count < 2, let (port, isLocal) = await iterator.next() { found[isLocal] = port }
    guard let port = found[false], let localPort = found[true] else {
      try await running.value
      throw CancellationError()
    }
    let test = LANTestServer(
      access: access, notebook: notebook, folder: folder, clock: clock, port: port,
      localPort: localPort)
    do {
      let result = try await body(test)
      await group.triggerGracefulShutdown()
      try await running.value
      return result
    } catch {
      await group.triggerGracefulShutdown()
      _ = await running.result
      throw error
    }
  }

  /// Sends a request to the LAN server.
  func send(
    _ method: String = "GET", _ path: String, host: String? = nil, cookie: String? = nil,
    headers: [(String, String)] = [], body: String = ""
  ) async throws -> LANResponse {
    let cookies = cookie.map { [("Cookie", $0)] } ?? []
    return try await client.send(
      method, path, host: host ?? "127.0.0.1:\(port)", headers: cookies + headers, body: body)
  }

  /// Sends a request to the local pages, without TLS.
  func sendLocally(_ method: String = "GET", _ path: String, body: String = "") async throws
    -> (status: Int, body: String)
  {
    let text =
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(localPort)\r\nConnection: close\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let bytes = try await TLSClient(port: localPort).exchange(text, isSecure: false)
    let answer = String(decoding: bytes, as: UTF8.self)
    let status = try #require(answer.split(separator: " ").dropFirst().first)
    return (try #require(Int(status)), answer)
  }

  /// Pairs a device, and returns its cookie.
  func pair(userAgent: String = "Mozilla/5.0 (iPhone) Safari/604") async throws -> String {
    let code = access.pairing.makeOffer().code
    let response = try await send(
      "POST", "/pair", headers: [("User-Agent", userAgent)], body: "code=\(code)")
    #expect(response.status == 303)
    let cookie = try #require(response.headers["set-cookie"])
    return String(cookie.prefix { $0 != ";" })
  }

  /// The form token of the LAN server, for a paired device.
  func token(_ cookie: String) async throws -> String {
    let response = try await send(
      "GET", "/token", cookie: cookie, headers: [("Sec-Fetch-Site", "same-origin")])
    let match = try #require(response.body.firstMatch(of: /[0-9a-f]{64}/))
    return String(match.0)
  }
}

/// A clock that a test sets forward, from the present: TLS checks certificates by the system's clock.
final class TestClock: Sendable {
  private let state = Mutex(
    Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)))

  var date: Date { state.withLock { $0 } }

  func advance(by seconds: Double) {
    state.withLock { $0 += seconds }
  }
}

/// The data of the app: a list of notes.
final class Notebook: Sendable {
  private let state = Mutex<[String]>([])

  var notes: [String] { state.withLock { $0 } }

  func add(_ note: String) {
    state.withLock { $0.append(note) }
  }
}

/// The app's pages: GET /secret-notes shows the notes and a form, POST adds a note; a secret address has the notes as
/// text.
struct NotebookPages: PageModule {
  private struct Model {
    var notes: [String]
    var token: String
  }

  let templates = [
    "notebook": """
    <ul id="notes">{{#notes}}<li>{{.}}</li>{{/notes}}</ul>
    <form method="post" action="/secret-notes"><input type="hidden" name="token" value="{{token}}">
    <input id="note" name="note" type="text"><button>Add</button></form>
    """
  ]
  /// The address of the notes as text.
  static let feed = "/feeds/" + String(repeating: "5a", count: 16)

  let navigation: PageLink? = PageLink("Secret notes", "/secret-notes")
  let secretFolders = ["/feeds"]
  private let notebook: Notebook

  init(_ notebook: Notebook) { self.notebook = notebook }

  func addRoutes(to router: PageRouter, site: Site) {
    router.get("/secret-notes") { _, _ in
      let model = Model(notes: notebook.notes, token: site.token.text)
      return site.page(title: "Notes", site.templates.render("notebook", model))
    }
    router.get("/feeds/address") { request, _ in
      site.html(site.address(Self.feed, for: request))
    }
    router.get("/feeds/:secret") { request, _ in
      guard request.uri.path == Self.feed else { throw PageError.notFound }
      return site.html(notebook.notes.joined())
    }
    router.post("/feeds/:secret") { _, _ in
      notebook.add("Posted")
      return site.redirect(to: "/secret-notes")
    }
    router.post("/secret-notes") { request, _ in
      let fields = try await FormFields(request, token: site.token)
      guard let note = fields["note"], !note.isEmpty else { throw PageError.badForm("No note.") }
      notebook.add(note)
      return site.redirect(to: "/secret-notes")
    }
  }
}
