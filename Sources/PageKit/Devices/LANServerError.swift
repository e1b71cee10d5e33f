// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A reason that the pages can't be served to other devices.
package enum LANServerError: Error, LocalizedError, Equatable, Sendable {
  /// Another process serves other devices with the files of the folder.
  case folderInUse(String)
  /// The list of paired devices can't be decoded.
  case damagedSessions(String)
  /// Another program listens on the port.
  case portInUse(Int)
  /// The system reserves the port for privileged programs.
  case portNotAllowed(Int)
  /// The system can't listen on the port for another reason.
  case cannotListen(port: Int, reason: String)

  /// The failure and its remedy.
  package var errorDescription: String? {
    switch self {
    case .folderInUse(let path):
      "Another cairn serves the pages to other devices with \(path). Stop it, or start this one "
        + "without --lan."
    case .damagedSessions(let path):
      "The list of paired devices in \(path) can't be read. Restore the file from a backup, or "
        + "delete it and pair the devices again."
    case .portInUse(let port):
      "Another program listens on port \(port). Choose another with --lan-port, such as "
        + "--lan-port \(port < 65535 ? port + 1 : LANConfiguration.defaultPort)."
    case .portNotAllowed(let port):
      "The system does not let this user listen on port \(port). Choose one above 1023 with "
        + "--lan-port, such as --lan-port \(LANConfiguration.defaultPort)."
    case .cannotListen(let port, let reason):
      "The pages can't be served to other devices on port \(port): \(reason) Choose another port "
        + "with --lan-port."
    }
  }
}
