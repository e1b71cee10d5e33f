// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// An error that prevents the server's start.
package enum CloudServerError: Error, LocalizedError, Equatable {
  case portInUse(Int)
  case portNotAllowed(Int)
  case cannotListen(host: String, port: Int, reason: String)
  /// Other machines can reach the address, and plain HTTP would expose their credentials.
  case plainHTTP(host: String)
  case badPublicURL(String)
  case badCertificate(file: String, reason: String)

  package var errorDescription: String? {
    switch self {
    case .portInUse(let port):
      "Another program listens on port \(port). Choose another with --port, such as "
        + "--port \(port < 65535 ? port + 1 : 8333), or --port 0 for any free one."
    case .portNotAllowed(let port):
      "The system does not let this user listen on port \(port). Choose one above 1023 with "
        + "--port, such as --port 8333."
    case .cannotListen(let host, let port, let reason):
      "The server can't listen on \(host), port \(port): \(reason)"
    case .plainHTTP(let host):
      "Other machines reach \(host), and passwords and tokens must not travel in plain HTTP. Give "
        + "--tls-certificate and --tls-key, or --self-signed. If a proxy on this machine ends TLS, "
        + "give --behind-proxy and leave out --host: the proxy reaches 127.0.0.1."
    case .badPublicURL(let text):
      "\(WireError.quoted(text)) is not a URL that clients can use: give scheme and host, and a path "
        + "if the server is mounted there, such as https://example.org/ck."
    case .badCertificate(let file, let reason):
      "\(file) can't be used for TLS: \(reason)"
    }
  }
}
