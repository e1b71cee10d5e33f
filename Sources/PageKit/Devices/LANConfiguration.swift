// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The port, folder and names of the pages in the local network.
///
/// `cairn serve --lan --lan-port 8443` sets ``port`` and ``folder``; tests also set the rest.
package struct LANConfiguration: Sendable {
  /// The port without `--lan-port`.
  package static let defaultPort = 8443

  /// The port to listen on; 0 selects any free port, which paired devices don't find again.
  package var port: Int
  /// The folder of the certificate, the authority and the sessions.
  package var folder: URL
  /// The names by which devices reach this machine; queried once a minute.
  package var names: @Sendable () -> LocalNames
  /// The current time.
  package var now: @Sendable () -> Date

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - port: The port to listen on.
  ///   - dataFolder: The data folder; the files are in its subfolder `devices`.
  ///   - names: The names by which devices reach this machine.
  ///   - now: The current time.
  package init(
    port: Int = LANConfiguration.defaultPort, dataFolder: URL,
    names: @escaping @Sendable () -> LocalNames = { .current() },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.port = port
    folder = dataFolder.appending(path: "devices", directoryHint: .isDirectory)
    self.names = names
    self.now = now
  }

  /// The file of the sessions.
  var sessionsFile: URL { folder.appending(path: "sessions.json") }
  /// The file whose lock a process holds while it serves other devices.
  var lockFile: URL { folder.appending(path: "lock") }
}
