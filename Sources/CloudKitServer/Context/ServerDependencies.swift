// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The dependencies that middleware and routes share.
struct ServerDependencies: Sendable {
  let configuration: ServerConfiguration
  let logger: Logger
  let metrics: ServerMetrics
  let memory: MemoryBudget
  let limiter: RateLimiter
  /// Limits the responses that are built at a time.
  let reads: ConcurrencyLimiter
  let authenticator: Authenticator
  let signIn: SignIn
  let csrfTokens: CSRFTokens
  let endpoints: EndpointTable
  let data: ServiceContext
  let assets: AssetService
  let notifications: NotificationService
  let now: @Sendable () -> Date
  let health: @Sendable () async throws -> Void

  /// An absolute URL of this server, based on the public URL or else the request's host.
  func url(of request: Request, path: String) -> String {
    if let base = configuration.publicURL {
      let text = base.absoluteString
      return (text.hasSuffix("/") ? String(text.dropLast()) : text) + path
    }
    let scheme = configuration.tls == nil ? "http" : "https"
    // A server that only this machine can reach has no other host name.
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

  /// True if the request's host is a loopback name, the configured host or the public URL's host.
  ///
  /// This prevents DNS rebinding: a hostile page's own host name fails the check.
  func isNamed(by request: Request) -> Bool {
    guard let authority = request.head.authority,
      let host = URLComponents(string: "http://\(authority)")?.host?.lowercased()
    else { return false }
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    return ServerConfiguration.isLoopback(name) || name == configuration.host.lowercased()
      || name == configuration.publicURL?.host()?.lowercased()
  }
}
