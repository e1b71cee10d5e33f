// Cairn
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CloudKitWire
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A server over HTTP with the credentials for a container.
final class HTTPService: CloudService {
  /// The web tokens of this service.
  private struct Tokens {
    /// The token for the next request.
    var newest: String?
    /// The token in the configuration, and the time of its storage by this program.
    var stored: String?
    var storedAt: ContinuousClock.Instant?
  }

  /// The maximum size of a response in bytes.
  private static let maximumResponseSize = 64 << 20
  /// The maximum retry delay in seconds that a server can request.
  private static let maximumRetryAfter = 86_400.0
  /// The maximum time that a new web token stays only in memory.
  private static let tokenAge = Duration.seconds(60)

  let settings: CloudKitConfiguration.Container
  let base: String
  let client: HTTPClient
  let clientID: String?
  /// Replaces the missing name of a user: other services may have another unnamed user.
  private let unnamed = UUID().uuidString
  private let tokens: Mutex<Tokens>
  private let onNewToken: @Sendable (_ token: String, _ old: String) -> Void

  /// Creates a service for a program with a client ID.
  ///
  /// `onNewToken` is called with a new web token and the one that it replaces.
  ///
  /// Throws a ``CKError`` if the address or the certificates are invalid.
  init(
    _ settings: CloudKitConfiguration.Container, clientID: String? = nil,
    onNewToken: @escaping @Sendable (_ token: String, _ old: String) -> Void
  ) throws {
    self.settings = settings
    self.clientID = clientID
    self.onNewToken = onNewToken
    guard let scheme = settings.url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      settings.url.host() != nil
    else {
      throw CKError(
        .badContainer,
        "The server's address is \"\(settings.url.absoluteString)\": expected https://HOST[:PORT].")
    }
    guard Self.hasPossiblePort(settings.url) else {
      throw CKError(
        .badContainer,
        "The server's address is \"\(settings.url.absoluteString)\": "
          + "expected a port from 1 to 65535.")
    }
    var text = settings.url.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    base = text
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(10), read: .seconds(60)))
    // The caller decides about retries.
    configuration.connectionPool.retryConnectionEstablishment = false
    if let path = settings.certificateAuthority {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(try Self.certificates(path))
      configuration.tlsConfiguration = tls
    }
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    tokens = Mutex(Tokens(newest: settings.webAuthToken, stored: settings.webAuthToken))
  }

  deinit {
    let client = client
    Task { try? await client.shutdown() }
  }

  /// Whether the service can be reused with these settings: only the web token may differ.
  func isFor(_ other: CloudKitConfiguration.Container) -> Bool {
    var (mine, others) = (settings, other)
    let known = tokens.withLock { [$0.newest, $0.stored] }
    guard known.contains(other.webAuthToken) else { return false }
    mine.webAuthToken = nil
    others.webAuthToken = nil
    return mine == others
  }

  var account: String {
    let user = settings.webAuthToken == nil ? "" : "user \(settings.user ?? unnamed)"
    return [base, settings.environment, settings.apiToken, user].joined(separator: " ")
  }

  func webAuthToken(forAPIToken apiToken: String) -> String? {
    apiToken == settings.apiToken ? tokens.withLock { $0.newest } : nil
  }

  // MARK: Requests

  func answer(_ request: ServiceRequest) async throws -> ServiceResponse {
    let token = tokens.withLock { $0.newest }
    let target =
      request.route.path
      + RequestTarget.query(
        apiToken: settings.apiToken, webAuthToken: token, clientID: clientID)
    var message = HTTPClientRequest(url: base + target)
    message.method = request.method == .get ? .GET : .POST
    message.headers.add(name: "Content-Type", value: "application/json")
    message.body = .bytes(ByteBuffer(bytes: request.body))
    return try await send(message, timeout: request.timeout) { response in
      let body = Array(buffer: try await response.body.collect(upTo: Self.maximumResponseSize))
      // Another responder, such as a captive portal, sends no token with JSON.
      if let token = response.headers.first(name: HeaderNames.webAuthToken), Self.isJSON(body) {
        self.store(token)
      }
      return body
    }
  }

  func upload(
    _ file: URL, to url: String, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceResponse {
    let size: Int
    let handle: FileHandle
    do {
      handle = try FileHandle(forReadingFrom: file)
      size = Int(try handle.seekToEnd())
      try handle.seek(toOffset: 0)
    } catch {
      throw CKError(
        .assetFileNotFound,
        "\(file.path(percentEncoded: false)) can't be read: \(error.localizedDescription)")
    }
    defer { try? handle.close() }
    var message = HTTPClientRequest(url: try checked(url, "a file"))
    message.method = .POST
    message.headers.add(name: "Content-Type", value: "application/octet-stream")
    message.body = .stream(
      FileParts(handle: handle, size: size, progress: progress), length: .known(Int64(size)))
    return try await send(message, timeout: timeout) { response in
      Array(buffer: try await response.body.collect(upTo: Self.maximumResponseSize))
    }
  }

  func download(
    _ url: String, to file: URL, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceResponse {
    let path = file.path(percentEncoded: false)
    let message = HTTPClientRequest(url: try checked(url, "a file"))
    return try await send(message, timeout: timeout) { response in
      guard (200..<300).contains(Int(response.status.code)) else {
        return Array(buffer: try await response.body.collect(upTo: Self.maximumResponseSize))
      }
      guard
        FileManager.default.createFile(
          atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      let size = response.headers.first(name: "Content-Length").flatMap(Double.init)
      var done = 0
      for try await buffer in response.body {
        try handle.write(contentsOf: Data(buffer: buffer))
        done += buffer.readableBytes
        if let size, size > 0 { progress(Swift.min(1, Double(done) / size)) }
      }
      return []
    }
  }

  // MARK: Parts

  /// Validates a URL from the server; a relative one is resolved against the server's.
  func checked(_ text: String, _ what: String) throws -> String {
    if text.hasPrefix("/") { return base + text }
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "https" || (scheme == "http" && settings.url.scheme?.lowercased() == "http")
    else {
      throw CKError(
        .assetNotAvailable,
        "The server sent the URL \"\(text)\" for \(what): expected one that begins with https://."
      )
    }
    guard Self.hasPossiblePort(url) else {
      throw CKError(
        .assetNotAvailable,
        "The server sent the URL \"\(text)\" for \(what): expected a port from 1 to 65535.")
    }
    return text
  }

  /// Whether the port is valid: NIO traps on an invalid one.
  private static func hasPossiblePort(_ url: URL) -> Bool {
    url.port.map { (1...65_535).contains($0) } ?? true
  }

  func send(
    _ request: HTTPClientRequest, timeout: TimeInterval,
    _ body: (HTTPClientResponse) async throws -> [UInt8]
  ) async throws -> ServiceResponse {
    var hasResponse = false
    do {
      let response = try await client.execute(
        request, timeout: .milliseconds(Int64(Swift.min(timeout, 86_400) * 1000)))
      hasResponse = true
      let bytes = try await body(response)
      return ServiceResponse(
        status: Int(response.status.code), body: bytes,
        retryAfter: response.headers.first(name: "Retry-After").flatMap(Double.init)
          .flatMap { $0.isFinite && $0 >= 0 ? Swift.min($0, Self.maximumRetryAfter) : nil })
    } catch let error as CKError {
      throw error
    } catch {
      throw failure(error, hasResponse: hasResponse)
    }
  }

  /// Whether a response looks like a JSON object; the caller decodes its content.
  private static func isJSON(_ body: [UInt8]) -> Bool {
    func isText(_ byte: UInt8) -> Bool { ![0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    return body.first(where: isText) == UInt8(ascii: "{")
      && body.last(where: isText) == UInt8(ascii: "}")
  }

  private func store(_ token: String) {
    let old = tokens.withLock { tokens -> String? in
      tokens.newest = token
      let now = ContinuousClock.now
      // Store the first token at once: a short-lived program would lose it otherwise.
      let isOld = tokens.storedAt.map { now - $0 >= Self.tokenAge } ?? true
      guard let stored = tokens.stored, stored != token, isOld else { return nil }
      tokens.stored = token
      tokens.storedAt = now
      return stored
    }
    if let old { onNewToken(token, old) }
  }
}

/// The chunks of a file.
private struct FileParts: AsyncSequence, Sendable {
  private static let length = 256 << 10

  let handle: FileHandle
  let size: Int
  let progress: @Sendable (Double) -> Void

  struct AsyncIterator: AsyncIteratorProtocol {
    let parts: FileParts
    var done = 0

    mutating func next() async throws -> ByteBuffer? {
      guard let data = try parts.handle.read(upToCount: FileParts.length), !data.isEmpty else {
        return nil
      }
      done += data.count
      if parts.size > 0 { parts.progress(Swift.min(1, Double(done) / Double(parts.size))) }
      return ByteBuffer(data: data)
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(parts: self) }
}
