// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
package import Foundation

/// The addresses and limits of a server.
package struct ServerConfiguration: Sendable {
  /// The address to listen on; one that other machines can reach needs ``tls`` or a proxy.
  package var host = "127.0.0.1"
  /// The port to listen on; 0 for any free one.
  package var port = 8333
  /// Nil for plain HTTP.
  package var tls: ServerTLS?
  /// The URL that clients use, without a trailing slash; nil to derive it from each request's `Host`.
  package var publicURL: URL?
  /// True if a reverse proxy terminates TLS and adds `X-Forwarded-For`.
  package var isBehindProxy = false
  /// The sustained rate of requests per second and caller; 0 for no limit.
  package var requestsPerSecond = 500
  /// The maximum number of open connections; further ones wait to be accepted.
  package var connections = 8_192
  /// The maximum size of a request's body in bytes.
  package var requestBytes = Limits.requestBytes
  /// The budget for request and response bodies in memory, in bytes; a third of it for one caller.
  package var memoryBytes = 384 << 20
  /// The concurrency of reads; with pages of 8 MB it bounds the memory of responses under construction.
  package var reads = ConcurrencyLimiter.Limits(
    perCaller: 6, total: 12, waiting: 1_024, allWaiting: 8_192)
  /// The cost and concurrency limits of queries.
  package var queryLimits = QueryLimits()
  /// The maximum size of a request's header fields in bytes, and their maximum number.
  package var headerBytes = 32 << 10
  package var headerFields = 100
  /// The deadlines for receiving requests and sending responses.
  package var deadlines = ConnectionDeadlines.Times()
  /// The intervals of long polling and event streams.
  package var notifications = NotificationIntervals()

  package init() {}

  /// The path prefix of the server, such as `/ck`; empty for the root.
  var mount: String {
    guard let path = publicURL?.path(percentEncoded: true), path != "/" else { return "" }
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// True for the loopback names and addresses.
  package static func isLoopback(_ host: String) -> Bool {
    ["127.0.0.1", "localhost", "::1"].contains(host)
  }
}

/// The intervals of long polling and of event streams.
package struct NotificationIntervals: Sendable {
  /// The time until a poll ends with an empty response.
  package var poll = Duration.seconds(45)
  /// The interval between heartbeat comments in a stream.
  package var heartbeat = Duration.seconds(20)
  /// The time until a stream ends, so that the client reconnects and acknowledges its position.
  ///
  /// Zero disables streams, for proxies that buffer them: each notification is then a response.
  package var stream = Duration.seconds(3_600)
  /// The interval at which expired waits are ended.
  package var tick = Duration.seconds(1)

  package init() {}
}
