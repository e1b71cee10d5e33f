// Cairn
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import Testing

/// A connection that sends arbitrary bytes.
struct WireConnection {
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var received = ""

  /// Opens a connection; with an authority it uses TLS and trusts only that authority.
  static func open<Result: Sendable>(
    port: Int, authority: NIOSSLCertificate? = nil, name: String? = nil,
    upTo version: TLSVersion? = nil,
    _ body: (inout WireConnection) async throws -> Result
  ) async throws -> Result {
    var context: NIOSSLContext?
    if let authority {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.trustRoots = .certificates([authority])
      if let version {
        configuration.minimumTLSVersion = .tlsv1
        configuration.maximumTLSVersion = version
      }
      context = try NIOSSLContext(configuration: configuration)
    }
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { [context] channel in
        channel.eventLoop.makeCompletedFuture {
          if let context {
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: context, serverHostname: name))
          }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      var connection = WireConnection(inbound: inbound.makeAsyncIterator(), outbound: outbound)
      return try await body(&connection)
    }
  }

  func send(_ text: String) async throws {
    try await sender(text)
  }

  func send(bytes: [UInt8]) async throws {
    try await outbound.write(ByteBuffer(bytes: bytes))
  }

  /// A function that sends text from another task than the reader's.
  var sender: @Sendable (String) async throws -> Void {
    { [outbound] text in try await outbound.write(ByteBuffer(string: text)) }
  }

  /// Reads until a delimiter is received, and returns the text up to its end.
  mutating func text(until end: String) async throws -> String {
    while true {
      if let range = received.firstRange(of: end) {
        let text = String(received[..<range.upperBound])
        received.removeSubrange(..<range.upperBound)
        return text
      }
      let buffer = try #require(
        try await inbound.next(isolation: #isolation), "the connection ended: \(received)")
      received += String(buffer: buffer)
    }
  }

  /// Reads until the server closes the connection.
  mutating func rest() async -> String {
    while let buffer = try? await inbound.next(isolation: #isolation) {
      received += String(buffer: buffer)
    }
    return received
  }

  /// Reads a head and a body, by content length or in chunks.
  mutating func answer() async throws -> WireAnswer {
    var answer = try await head()
    guard answer.headers["transfer-encoding"] == "chunked" else {
      let length = answer.headers["content-length"].flatMap { Int($0) } ?? 0
      answer.body = try await bytes(length)
      return answer
    }
    while let piece = try await piece() { answer.body += piece }
    return answer
  }

  /// Reads a head.
  mutating func head() async throws -> WireAnswer {
    let lines = try await text(until: "\r\n\r\n").split(separator: "\r\n")
    let status = try #require(lines.first?.split(separator: " ").dropFirst().first)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.last.map { String($0.drop { $0 == " " }) }
    }
    return WireAnswer(status: try #require(Int(status)), headers: headers, body: "")
  }

  /// Reads the next chunk of a chunked body; nil at its end.
  mutating func piece() async throws -> String? {
    let size = try await text(until: "\r\n").dropLast()
    let piece = try await bytes(try #require(Int(size, radix: 16)))
    _ = try await text(until: "\r\n")
    return piece.isEmpty ? nil : piece
  }

  private mutating func bytes(_ count: Int) async throws -> String {
    while received.utf8.count < count {
      let buffer = try #require(
        try await inbound.next(isolation: #isolation), "the connection ended")
      received += String(buffer: buffer)
    }
    let text = String(decoding: received.utf8.prefix(count), as: UTF8.self)
    received = String(decoding: received.utf8.dropFirst(count), as: UTF8.self)
    return text
  }
}
