// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why the page server can't start.
public struct WebServerError: Error, LocalizedError, Equatable, Sendable {
  private enum Reason: Equatable {
    case portInUse(Int)
    case portNotAllowed(Int)
    case hostNotLoopback(String)
    case cannotListen(String, Int, String)
  }

  private let reason: Reason

  /// Another program listens on that port.
  public static func portInUse(_ port: Int) -> Self { Self(reason: .portInUse(port)) }

  /// The system keeps that port for privileged programs.
  public static func portNotAllowed(_ port: Int) -> Self { Self(reason: .portNotAllowed(port)) }

  /// The address is reachable from other machines.
  public static func hostNotLoopback(_ host: String) -> Self {
    Self(reason: .hostNotLoopback(host))
  }

  /// The system refuses to listen for another reason.
  public static func cannotListen(host: String, port: Int, reason: String) -> Self {
    Self(reason: .cannotListen(host, port, reason))
  }

  /// What is wrong and what to do.
  public var errorDescription: String? {
    switch reason {
    case .portInUse(let port):
      "Another program listens on port \(port). Choose another with --port, such as "
        + "--port \(port < 65535 ? port + 1 : 8080), or --port 0 for any free one."
    case .portNotAllowed(let port):
      "The system does not let this user listen on port \(port). Choose one above 1023 with "
        + "--port, such as --port 8080."
    case .hostNotLoopback(let host):
      "The pages have no sign-in, so they can't be served on \(host), where other machines reach "
        + "them. Use 127.0.0.1, localhost or ::1."
    case .cannotListen(let host, let port, let reason):
      "The pages can't be served on \(host), port \(port): \(reason) Choose another port with "
        + "--port."
    }
  }
}
