// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
package import Foundation

/// Where the server listens, what it accepts, and how it is reached.
package struct ServerConfiguration: Sendable {
  /// The address to listen on; one that other machines reach needs ``tls`` or a proxy before it.
  package var host = "127.0.0.1"
  /// The port to listen on; 0 takes any free one.
  package var port = 8333
  /// Nil to speak plain HTTP.
  package var tls: ServerTLS?
  /// The URL that clients use, without a slash at its end; nil if it is that of each request's Host.
  package var publicURL: URL?
  /// True if a proxy stands before the server: it ends TLS, and tells who asks by `X-Forwarded-For`.
  package var isBehindProxy = false
  /// Requests that one caller may make in a second, in the long run; 0 for no limit.
  package var requestsPerSecond = 500
  /// Connections that are open at a time; further ones wait to be accepted.
  package var connections = 8_192
  /// Bytes of a request's body that are read at all.
  package var requestBytes = Limits.requestBytes
  /// Bytes of bodies and of answers that are held in memory at a time, a third of it for one caller.
  package var heldBytes = 384 << 20
  /// How much work queries may make.
  package var queryLimits = QueryLimits()
  /// Bytes and number of a request's header fields.
  package var headerBytes = 32 << 10
  package var headerFields = 100
  /// Until when a request has to have come.
  package var deadlines = ConnectionDeadlines.Times()
  /// How long clients wait for notifications.
  package var courier = CourierTimes()

  package init() {}

  /// The path that the server is mounted at, such as `/ck`; empty for the root.
  var mount: String {
    guard let path = publicURL?.path(percentEncoded: true), path != "/" else { return "" }
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The names and addresses of this machine that no other machine reaches.
  package static func isLoopback(_ host: String) -> Bool {
    ["127.0.0.1", "localhost", "::1"].contains(host)
  }
}
