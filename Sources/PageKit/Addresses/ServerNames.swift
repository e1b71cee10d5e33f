// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The names of a server, which requests must use.
///
/// ``LocalAddress`` has the names of the loopback interface, and ``LANAccess`` the names of the
/// certificate. Neither accepts the names of the other.
package protocol ServerNames: Sendable {
  /// Whether a request's Host header names this server.
  func isNamed(by host: String?) -> Bool
  /// Whether a request's Origin header names this server.
  func isOrigin(_ origin: String) -> Bool
}

extension LocalAddress: ServerNames {}

/// The comparison of Host and Origin headers with names and a port.
enum HostHeader {
  /// Whether a Host header contains one of the names with the port.
  ///
  /// - Parameters:
  ///   - host: The header.
  ///   - names: Host names in lower case, and IP addresses.
  ///   - port: The port of the server.
  ///   - standardPort: The port that a browser omits.
  /// - Returns: False without a header.
  static func names(_ host: String?, _ names: [String], port: Int, standardPort: Int) -> Bool {
    guard let host = host?.lowercased() else { return false }
    return names.contains { name in
      let name = name.contains(":") ? "[\(name)]" : name
      return host == "\(name):\(port)" || (port == standardPort && host == name)
    }
  }
}
