// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// What the routes share.
struct CloudSite: Sendable {
  let configuration: ServerConfiguration
  let logger: Logger
  let metrics: ServerMetrics
  let held: HeldBytes
  let limiter: RateLimiter
  let authenticator: Authenticator
  let signIn: SignIn
  let formTokens: FormTokens
  let endpoints: EndpointTable
  let data: CloudData
  let assets: AssetService
  let notifications: NotificationService
  let now: @Sendable () -> Date
  let health: @Sendable () async throws -> Void

  /// A URL on this server as clients see it: the public one, or by the name that a request has used.
  func url(of request: Request, path: String) -> String {
    if let base = configuration.publicURL {
      let text = base.absoluteString
      return (text.hasSuffix("/") ? String(text.dropLast()) : text) + path
    }
    let scheme = configuration.tls == nil ? "http" : "https"
    // Who is reached from this machine only has no other name.
    guard !ServerConfiguration.isLoopback(configuration.host) || isNamed(by: request) else {
      return "\(scheme)://\(configuration.host):\(configuration.port)\(path)"
    }
    let host = request.head.authority ?? ""
    let isHost =
      !host.isEmpty && host.utf8.count <= 300
      && host.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || "-.:[]".utf8.contains($0)
      }
    return "\(scheme)://\(isHost ? host : configuration.host)\(path)"
  }

  /// True if a request calls the server by a name of this machine, or by that which it was given: a page
  /// whose name leads here by a trick of its DNS does not.
  func isNamed(by request: Request) -> Bool {
    guard let authority = request.head.authority,
      let host = URLComponents(string: "http://\(authority)")?.host?.lowercased()
    else { return false }
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    return ServerConfiguration.isLoopback(name) || name == configuration.host.lowercased()
      || name == configuration.publicURL?.host()?.lowercased()
  }
}
