// Cairn
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import Testing

/// A TCP connection for arbitrary bytes.
package struct RawConnection {
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var received = ""

  package static func open<Result: Sendable>(
    port: Int, _ body: (inout RawConnection) async throws -> Result
  ) async throws -> Result {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      var connection = RawConnection(inbound: inbound.makeAsyncIterator(), outbound: outbound)
      return try await body(&connection)
    }
  }

  package func send(_ text: String) async throws {
    try await outbound.write(ByteBuffer(string: text))
  }

  /// Reads up to the end of the given text, and returns everything read.
  package mutating func text(until end: String) async throws -> String {
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

  /// True if the server closes the connection. Bytes received before that are discarded.
  package mutating func reachesEnd() async throws -> Bool {
    while try await inbound.next(isolation: #isolation) != nil {}
    return true
  }

  /// Reads a response head and a body of the declared length.
  package mutating func response() async throws -> RawResponse {
    let lines = try await text(until: "\r\n\r\n").split(separator: "\r\n")
    let status = try #require(lines.first?.split(separator: " ").dropFirst().first)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.last.map { String($0.drop { $0 == " " }) }
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while received.utf8.count < length {
      let buffer = try #require(
        try await inbound.next(isolation: #isolation), "the connection ended")
      received += String(buffer: buffer)
    }
    let body = String(decoding: received.utf8.prefix(length), as: UTF8.self)
    received = String(decoding: received.utf8.dropFirst(length), as: UTF8.self)
    return RawResponse(
      status: try #require(Int(status)), headers: headers, body: body)
  }
}
