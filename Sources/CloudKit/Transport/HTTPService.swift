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

/// A server over HTTP, with the credentials for one container.
final class HTTPService: CloudService {
  /// Web tokens of this service.
  private struct Tokens {
    /// What requests carry.
    var newest: String?
    /// What stands in the configuration, and since when as far as this program knows.
    var kept: String?
    var keptAt: ContinuousClock.Instant?
  }

  /// The longest answer that is read, in bytes.
  private static let longestAnswer = 64 << 20
  /// In seconds: a server that asks for more is asked again all the same.
  private static let longestPause = 86_400.0
  /// How long a new web token may stay in memory only.
  private static let tokenAge = Duration.seconds(60)

  let way: CloudKitConfiguration.Container
  let base: String
  let client: HTTPClient
  let clientID: String?
  /// Stands for a user whom the configuration doesn't name: another service may be another one's.
  private let unnamed = UUID().uuidString
  private let tokens: Mutex<Tokens>
  private let keep: @Sendable (_ token: String, _ old: String) -> Void

  /// The way to a server for a program that calls itself `clientID`.
  ///
  /// `keep` is told of a new web token, and of the one in whose place it comes.
  ///
  /// Throws a ``CKError`` if the address or the certificates are of no use.
  init(
    _ way: CloudKitConfiguration.Container, clientID: String? = nil,
    keep: @escaping @Sendable (_ token: String, _ old: String) -> Void
  ) throws {
    self.way = way
    self.clientID = clientID
    self.keep = keep
    guard let scheme = way.url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      way.url.host() != nil
    else {
      throw CKError(
        .badContainer,
        "The server's address is \"\(way.url.absoluteString)\": expected https://HOST[:PORT].")
    }
    guard Self.hasPossiblePort(way.url) else {
      throw CKError(
        .badContainer,
        "The server's address is \"\(way.url.absoluteString)\": a port is a number from 1 to 65535."
      )
    }
    var text = way.url.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    base = text
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(10), read: .seconds(60)))
    // Who asks decides about the next try.
    configuration.connectionPool.retryConnectionEstablishment = false
    if let path = way.certificateAuthority {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(try Self.certificates(path))
      configuration.tlsConfiguration = tls
    }
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    tokens = Mutex(Tokens(newest: way.webAuthToken, kept: way.webAuthToken))
  }

  deinit {
    let client = client
    Task { try? await client.shutdown() }
  }

  /// True if it can go on for this way: only the web token is newer than before.
  func isFor(_ other: CloudKitConfiguration.Container) -> Bool {
    var (mine, others) = (way, other)
    let known = tokens.withLock { [$0.newest, $0.kept] }
    guard known.contains(other.webAuthToken) else { return false }
    mine.webAuthToken = nil
    others.webAuthToken = nil
    return mine == others
  }

  var account: String {
    let user = way.webAuthToken == nil ? "" : "user \(way.user ?? unnamed)"
    return [base, way.environment, way.apiToken, user].joined(separator: " ")
  }

  func webAuthToken(forAPIToken apiToken: String) -> String? {
    apiToken == way.apiToken ? tokens.withLock { $0.newest } : nil
  }

  // MARK: Requests

  func answer(_ request: ServiceRequest) async throws -> ServiceAnswer {
    let token = tokens.withLock { $0.newest }
    let target =
      request.route.path
      + RequestTarget.query(
        apiToken: way.apiToken, webAuthToken: token, clientID: clientID)
    var message = HTTPClientRequest(url: base + target)
    message.method = request.method == .get ? .GET : .POST
    message.headers.add(name: "Content-Type", value: "application/json")
    message.body = .bytes(ByteBuffer(bytes: request.body))
    return try await send(message, timeout: request.timeout) { response in
      let body = Array(buffer: try await response.body.collect(upTo: Self.longestAnswer))
      // Something before the server, such as the page of a network that wants a login, gives none.
      if let token = response.headers.first(name: HeaderNames.webAuthToken), Self.isJSON(body) {
        self.take(token)
      }
      return body
    }
  }

  func upload(
    _ file: URL, to url: String, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceAnswer {
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
      Array(buffer: try await response.body.collect(upTo: Self.longestAnswer))
    }
  }

  func download(
    _ url: String, to file: URL, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceAnswer {
    let path = file.path(percentEncoded: false)
    let message = HTTPClientRequest(url: try checked(url, "a file"))
    return try await send(message, timeout: timeout) { response in
      guard (200..<300).contains(Int(response.status.code)) else {
        return Array(buffer: try await response.body.collect(upTo: Self.longestAnswer))
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

  /// A URL that the server gave; relative ones are its own.
  func checked(_ text: String, _ what: String) throws -> String {
    if text.hasPrefix("/") { return base + text }
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "https" || (scheme == "http" && way.url.scheme?.lowercased() == "http")
    else {
      throw CKError(
        .assetNotAvailable,
        "The server gave the address \"\(text)\" for \(what): expected one that begins with https://."
      )
    }
    guard Self.hasPossiblePort(url) else {
      throw CKError(
        .assetNotAvailable,
        "The server gave the address \"\(text)\" for \(what): a port is a number from 1 to 65535.")
    }
    return text
  }

  /// The network takes another one for a mistake of the program, and ends it.
  private static func hasPossiblePort(_ url: URL) -> Bool {
    url.port.map { (1...65_535).contains($0) } ?? true
  }

  func send(
    _ request: HTTPClientRequest, timeout: TimeInterval,
    _ body: (HTTPClientResponse) async throws -> [UInt8]
  ) async throws -> ServiceAnswer {
    var hasAnswer = false
    do {
      let response = try await client.execute(
        request, timeout: .milliseconds(Int64(Swift.min(timeout, 86_400) * 1000)))
      hasAnswer = true
      let bytes = try await body(response)
      return ServiceAnswer(
        status: Int(response.status.code), body: bytes,
        retryAfter: response.headers.first(name: "Retry-After").flatMap(Double.init)
          .flatMap { $0.isFinite && $0 >= 0 ? Swift.min($0, Self.longestPause) : nil })
    } catch let error as CKError {
      throw error
    } catch {
      throw failure(error, hasAnswer: hasAnswer)
    }
  }

  /// Whether an answer has the form of a JSON object; what is in it is read by who has asked.
  private static func isJSON(_ body: [UInt8]) -> Bool {
    func isText(_ byte: UInt8) -> Bool { ![0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    return body.first(where: isText) == UInt8(ascii: "{")
      && body.last(where: isText) == UInt8(ascii: "}")
  }

  private func take(_ token: String) {
    let old = tokens.withLock { tokens -> String? in
      tokens.newest = token
      let now = ContinuousClock.now
      // The first one is kept at once: a program that runs for a moment only lives on by it.
      let isOld = tokens.keptAt.map { now - $0 >= Self.tokenAge } ?? true
      guard let kept = tokens.kept, kept != token, isOld else { return nil }
      tokens.kept = token
      tokens.keptAt = now
      return kept
    }
    if let old { keep(token, old) }
  }
}

/// A file in parts.
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
