// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import SystemSupport

/// The context of a request while it is processed.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The remote address of the connection.
  let peer: SocketAddress?
  let channel: any Channel
  /// The identifier in the response and in the log.
  let requestID: String

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    peer = source.channel.remoteAddress
    requestID = UUID().uuidString
  }
}

/// The address by which the rate limits group clients: an IPv4 address, or an IPv6 /64 network.
enum ClientAddress {
  /// The client's address.
  ///
  /// Behind a proxy it is the last entry of `X-Forwarded-For`, which the proxy itself added.
  static func of(_ request: Request, _ context: ServerContext, isBehindProxy: Bool) -> String {
    if isBehindProxy, let forwarded = request.headers[.forwardedFor]?.split(separator: ",").last {
      return text(forwarded.trimmingPrefix { $0 == " " }.prefix(64))
    }
    return context.peer?.ipAddress.map { text($0[...]) } ?? "unknown"
  }

  /// True if a program on this machine sent the request without a proxy.
  static func isLocal(_ request: Request, _ context: ServerContext) -> Bool {
    guard let address = context.peer?.ipAddress else { return false }
    return (address.hasPrefix("127.") || address == "::1" || address == "::ffff:127.0.0.1")
      && request.headers[.forwardedFor] == nil && request.headers[.forwarded] == nil
  }

  /// The prefix of an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2).
  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  private static func text(_ address: Substring) -> String {
    guard address.contains(":"),
      let parsed = try? SocketAddress(ipAddress: String(address), port: 0),
      case .v6(let v6) = parsed
    else { return String(address) }
    // In `sockaddr_in6` of every system, eight bytes of family, port and flow precede the address.
    let bytes = withUnsafeBytes(of: v6.address) { Array($0.dropFirst(8).prefix(16)) }
    if bytes.starts(with: mapped) {
      return bytes.dropFirst(mapped.count).map(String.init).joined(separator: ".")
    }
    return Hexadecimal.text(bytes.prefix(8))
  }
}

extension HTTPField.Name {
  static let forwardedFor = name("X-Forwarded-For")
  static let forwarded = name("Forwarded")
  static let referrerPolicy = name("Referrer-Policy")
  static let frameOptions = name("X-Frame-Options")
  static let accessControlRequestMethod = name("Access-Control-Request-Method")
  static let lastEventID = name("Last-Event-ID")
  static let accelBuffering = name("X-Accel-Buffering")
  static let keyID = name("X-Apple-CloudKit-Request-KeyID")
  static let signatureDate = name("X-Apple-CloudKit-Request-ISO8601Date")
  static let signature = name("X-Apple-CloudKit-Request-SignatureV1")
  static let webAuthToken = name("X-Apple-CloudKit-Web-Auth-Token")
  static let requestUUID = name("X-Apple-Request-UUID")

  /// A header name of letters, digits and hyphens.
  private static func name(_ text: String) -> Self {
    guard let name = Self(text) else { preconditionFailure("\(text) is not a header's name") }
    return name
  }
}
