// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization

/// The address that the server listens on, and the host names that requests may use.
package final class LocalAddress: Sendable {
  private let host: String
  private let port = Mutex<Int?>(nil)

  package init(host: String) {
    self.host = host
  }

  /// Whether a host is a loopback name or address, which other machines can't reach.
  package static func isLoopback(_ host: String) -> Bool {
    ["127.0.0.1", "localhost", "::1"].contains(host)
  }

  /// Records the port that the system assigned.
  package func bound(to port: Int) {
    self.port.withLock { $0 = port }
  }

  /// The address of the start page.
  package func url(port: Int) -> URL {
    var parts = URLComponents()
    parts.scheme = "http"
    parts.host = host.contains(":") ? "[\(host)]" : host
    parts.port = port
    parts.path = Paths.home
    return parts.url ?? URL(filePath: Paths.home)
  }

  /// Whether a request's Host header names this server.
  package func isNamed(by host: String?) -> Bool {
    guard let host = host?.lowercased(), let port = port.withLock({ $0 }) else { return false }
    let names = ["127.0.0.1", "localhost", "[::1]"]
    if names.contains(where: { host == "\($0):\(port)" }) { return true }
    return port == 80 && names.contains(host)
  }

  /// Whether a request's Origin header names this server.
  package func isOrigin(_ origin: String) -> Bool {
    let scheme = "http://"
    guard origin.lowercased().hasPrefix(scheme) else { return false }
    return isNamed(by: String(origin.dropFirst(scheme.count)))
  }
}
