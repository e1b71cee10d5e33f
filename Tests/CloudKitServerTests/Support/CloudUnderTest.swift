// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Crypto
import Foundation
import Logging
import NIOSSL
import ServiceLifecycle
import Testing

/// A server on a free port, with a file of its own, one container and one user.
struct CloudUnderTest: Sendable {
  static let container = "iCloud.org.example.app"
  static let password = "correct horse"

  let folder: ScratchFolder
  let accounts: Accounts
  let clock: TestClock
  let log: LogLines
  let group: ServiceGroup
  let address: URL
  let port: Int
  let authority: NIOSSLCertificate?
  /// The API token of the development environment, limited to one origin.
  let apiToken: String
  let signingKey: P256.Signing.PrivateKey
  let keyID: String

  static let origin = "https://app.example"

  /// Runs a body with a server, which is shut down gracefully before the function returns.
  static func run<Result: Sendable>(
    isSecure: Bool = false, configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (CloudUnderTest) async throws -> Result
  ) async throws -> Result {
    let (folder, clock, log) = (try ScratchFolder(), TestClock(), LogLines())
    let store = try SQLiteServerStore(folder.url.appending(path: "cloud.sqlite"))
    let accounts = Accounts(
      storage: SQLiteAccountStorage(store), data: store, hasher: PasswordHasher(cost: .quick),
      now: { clock.now })
    try await accounts.createContainer(container)
    _ = try await accounts.createUser("ann", password: password)
    let key = P256.Signing.PrivateKey()
    let keyID = try await accounts.createKey(
      container: container, environment: .development,
      publicKey: key.publicKey.pemRepresentation)
    var configuration = ServerConfiguration()
    configuration.port = 0
    var authority: NIOSSLCertificate?
    if isSecure {
      let tls = folder.url.appending(path: "tls")
      configuration.tls = try SelfSignedCertificate.inFolder(
        tls, names: ["localhost"])
      authority = try NIOSSLCertificate.fromPEMFile(
        tls.appending(path: SelfSignedCertificate.authorityFile).path
      ).first
    }
    configure(&configuration)
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    let server = CloudServer(
      store: store, accounts: accounts, assetFolder: folder.url.appending(path: "assets"),
      configuration: configuration, logger: log.logger
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
    let apiToken = try await accounts.createToken(
      container: container, environment: .development, allowedOrigins: [origin]
    ).token
    let test = CloudUnderTest(
      folder: folder, accounts: accounts, clock: clock, log: log, group: group, address: address,
      port: try #require(address.port), authority: authority, apiToken: apiToken,
      signingKey: key, keyID: keyID)
    let result: Result
    do {
      result = try await body(test)
    } catch {
      await group.triggerGracefulShutdown()
      _ = await running.result
      throw error
    }
    await group.triggerGracefulShutdown()
    try await running.value
    return result
  }

  /// The path of an operation.
  func path(
    _ operation: String, container: String = Self.container, environment: String = "development",
    query: String? = nil
  ) -> String {
    "/database/1/\(container)/\(environment)/\(operation)" + (query ?? "?ckAPIToken=\(apiToken)")
  }

  /// The query with an API token and a web token.
  func query(_ webToken: String) -> String {
    RequestTarget.query(apiToken: apiToken, webAuthToken: webToken)
  }

  func webToken(user: String = "ann", container: String = Self.container) async throws -> String {
    try await accounts.webToken(
      forUser: user, container: container, environment: .development, persistent: false)
  }

  /// Sends a request on a new connection.
  func send(
    _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil
  ) async throws -> WireAnswer {
    let text = request(method, path, headers: headers, body: body)
    return try await WireConnection.open(port: port, authority: authority, name: "localhost") {
      try await $0.send(text)
      return try await $0.answer()
    }
  }

  func request(
    _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil
  ) -> String {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
    return head + "\r\n" + (body ?? "")
  }

  /// Sends a signed request.
  func sendSigned(
    _ path: String, body: String, signing subpath: String? = nil, at seconds: Double = 0
  ) async throws -> WireAnswer {
    let signature = try RequestSignature(
      keyID: keyID, date: clock.now + seconds, body: Array(body.utf8), subpath: subpath ?? path,
      key: signingKey)
    return try await send(
      "POST", path,
      headers: [
        (HeaderNames.keyID, signature.keyID), (HeaderNames.date, signature.date),
        (HeaderNames.signature, signature.signature),
      ], body: body)
  }
}
