// Cairn
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import Testing

/// A response of the LAN server.
struct LANResponse: Sendable {
  var status: Int
  /// The header fields by lower-case name.
  var headers: [String: String]
  var body: String
  /// The body as bytes.
  var bytes: [UInt8]
}

/// Requests over TLS, each on a connection of its own.
struct TLSClient {
  let port: Int
  /// The check of the server's certificates; nil accepts all.
  var accepts: (@Sendable ([NIOSSLCertificate]) async throws -> Bool)?

  func send(
    _ method: String, _ path: String, host: String, headers: [(String, String)], body: String
  ) async throws -> LANResponse {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if method != "GET" { head += "Content-Length: \(body.utf8.count)\r\n" }
    return try Self.parse(try await exchange(head + "\r\n" + body, isSecure: true))
  }

  /// Sends a text, and returns all bytes until the server closes the connection.
  func exchange(_ text: String, isSecure: Bool) async throws -> [UInt8] {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = accepts == nil ? .none : .noHostnameVerification
    let context = try NIOSSLContext(configuration: configuration)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          if isSecure {
            try channel.pipeline.syncOperations.addHandler(handler(context))
          }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      var bytes: [UInt8] = []
      do {
        for try await buffer in inbound { bytes += buffer.readableBytesView }
      } catch NIOSSLError.uncleanShutdown {
        // The server closes the connection without a farewell after "Connection: close".
      }
      return bytes
    }
  }

  private func handler(_ context: NIOSSLContext) throws -> NIOSSLClientHandler {
    guard let accepts else {
      return try NIOSSLClientHandler(context: context, serverHostname: nil)
    }
    return try NIOSSLClientHandler(
      context: context, serverHostname: nil,
      customVerificationCallback: { certificates, promise in
        promise.completeWithTask {
          try await accepts(certificates) ? .certificateVerified : .failed
        }
      })
  }

  private static func parse(_ bytes: [UInt8]) throws -> LANResponse {
    let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)), "no response")
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let status = try #require(lines.first?.split(separator: " ").dropFirst().first)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.last.map { String($0.drop { $0 == " " }) }
    }
    let body = Array(bytes[end.upperBound...])
    return LANResponse(
      status: try #require(Int(status)), headers: headers,
      body: String(decoding: body, as: UTF8.self), bytes: body)
  }
}
