// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A reason that the page server can't start.
package struct WebServerError: Error, LocalizedError, Equatable, Sendable {
  private enum Reason: Equatable {
    case portInUse(Int)
    case portNotAllowed(Int)
    case hostNotLoopback(String)
    case cannotListen(String, Int, String)
  }

  private let reason: Reason

  /// Another program listens on the port.
  package static func portInUse(_ port: Int) -> Self { Self(reason: .portInUse(port)) }

  /// The system reserves the port for privileged programs.
  package static func portNotAllowed(_ port: Int) -> Self { Self(reason: .portNotAllowed(port)) }

  /// The address is reachable from other machines.
  package static func hostNotLoopback(_ host: String) -> Self {
    Self(reason: .hostNotLoopback(host))
  }

  /// The system can't listen on the port for another reason.
  package static func cannotListen(host: String, port: Int, reason: String) -> Self {
    Self(reason: .cannotListen(host, port, reason))
  }

  /// The failure and its remedy.
  package var errorDescription: String? {
    switch reason {
    case .portInUse(let port):
      "Another program listens on port \(port). Choose another with --port, such as "
        + "--port \(port < 65535 ? port + 1 : 8080), or --port 0 for any free one."
    case .portNotAllowed(let port):
      "The system does not let this user listen on port \(port). Choose one above 1023 with "
        + "--port, such as --port 8080."
    case .hostNotLoopback(let host):
      "The pages have no sign-in, so they can't be served on \(host), which other machines can "
        + "reach. Use 127.0.0.1, localhost or ::1."
    case .cannotListen(let host, let port, let reason):
      "The pages can't be served on \(host), port \(port): \(reason) Choose another port with "
        + "--port."
    }
  }
}
