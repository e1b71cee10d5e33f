// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Logging
import ServiceLifecycle
import Testing

extension CloudUnderTest {
  /// Sends a body as a signed-in user and requires status 200.
  @discardableResult
  func post(
    _ operation: String, _ body: String, as web: String, client: String? = nil, port: Int? = nil
  ) async throws -> String {
    let query = query(web) + (client.map { "&clientId=\($0)" } ?? "")
    let text = request("POST", path(operation, query: query), body: body)
    let answer = try await WireConnection.open(port: port ?? self.port) {
      try await $0.send(text)
      return try await $0.answer()
    }
    try #require(answer.status == 200, "\(answer)")
    return answer.body
  }

  /// The path of a new device's notification stream.
  func courier(as web: String, client: String? = nil) async throws -> String {
    let id = client.map { #","clientId":"\#($0)""# } ?? ""
    let answer = try await send(
      "POST",
      "/device/1/\(Self.container)/development/tokens/create" + query(web),
      body: #"{"apnsEnvironment":"development"\#(id)}"#)
    try #require(answer.status == 200, "\(answer)")
    let url = try #require(
      URL(string: CreateTokenResponse(body: Array(answer.body.utf8)).webcourierURL))
    #expect(url.port == port)
    return url.path
  }

  /// Creates a zone and a subscription to its notes.
  func subscribe(as web: String) async throws {
    try await post(
      "private/zones/modify",
      #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Zone"}}}]}"#, as: web
    )
    try await note("seed", as: web)
    try await post(
      "private/subscriptions/modify",
      #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"notes","#
        + #""subscriptionType":"query","query":{"recordType":"Note"},"firesOn":["create"]}}]}"#,
      as: web)
  }

  /// Creates a note.
  func note(_ name: String, as web: String, client: String? = nil, port: Int? = nil) async throws {
    try await post(
      "private/records/modify",
      #"{"zoneID":{"zoneName":"Zone"},"operations":[{"operationType":"create","record":{"#
        + #""recordName":"\#(name)","recordType":"Note"}}]}"#,
      as: web, client: client, port: port)
  }

  /// Waits until the given number of clients wait for notifications.
  func isWaited(_ count: Int, port: Int? = nil) async throws {
    while try await waiting(port ?? self.port) != count { await Task.yield() }
  }

  private func waiting(_ port: Int) async throws -> Int? {
    let text = request("GET", "/metrics")
    let answer = try await WireConnection.open(port: port) {
      try await $0.send(text)
      return try await $0.answer()
    }
    let line = answer.body.split(separator: "\n").first { $0.hasPrefix("cairn_waiting_devices ") }
    return line?.split(separator: " ").last.flatMap { Int($0) }
  }

  /// Runs a body with a second server on the same file, like another process.
  func withSecondServer<Result: Sendable>(_ body: (Int) async throws -> Result) async throws
    -> Result
  {
    let store = try SQLiteServerStore(folder.url.appending(path: "cloud.sqlite"))
    let (clock, log) = (clock, log)
    let accounts = Accounts(
      storage: SQLiteAccountStorage(store), data: store, hasher: PasswordHasher(cost: .quick),
      now: { clock.now })
    var configuration = ServerConfiguration()
    configuration.port = 0
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let server = CloudServer(
      store: store, accounts: accounts, assetFolder: folder.url.appending(path: "assets"),
      configuration: configuration, logger: log.logger
    ) { continuation.yield($0) }
    let group = ServiceGroup(
      services: [server], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await group.run() }
    var iterator = addresses.makeAsyncIterator()
    let port = try #require(await iterator.next()?.port)
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await body(port))
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await running.value
    return try result.get()
  }
}

extension WireAnswer {
  /// A short description of the notification in the body; nil if there is none.
  var brief: String? { (try? PushNotification(body: Array(body.utf8)))?.brief }
}
