// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import PageKit

/// The options by which `cairn serve` also serves the pages to other devices.
struct LANOptions: ParsableArguments {
  @Flag(
    name: .customLong("lan"),
    help: "Serve the pages over TLS to devices of the local network that you pair by a code.")
  var isServing = false

  @Option(
    name: .customLong("lan-port"), parsing: .unconditional,
    help: ArgumentHelp(
      "The port for other devices; requires --lan. (default: \(LANConfiguration.defaultPort))",
      valueName: "port"))
  var port: Int?

  func validate() throws {
    guard let port else { return }
    guard isServing else { throw ValidationError("--lan-port requires --lan.") }
    guard (0...65535).contains(port) else {
      throw ValidationError("--lan-port \(port) is not a port: give a number from 0 to 65535.")
    }
  }

  /// Loads the certificate and the paired devices.
  ///
  /// - Parameter data: The data folder.
  /// - Returns: Nil without `--lan`.
  /// - Throws: `LANServerError` or `PrivateFile.Failure` if a file can't be used.
  func access(in data: URL) throws -> LANAccess? {
    guard isServing else { return nil }
    return try LANAccess(
      LANConfiguration(port: port ?? LANConfiguration.defaultPort, dataFolder: data))
  }

  /// Makes a code for the first device.
  ///
  /// - Parameter access: A running server.
  /// - Returns: The lines for the terminal: QR code, address, code and fingerprint.
  static func announcement(_ access: LANAccess) -> String {
    let offer = access.pairing.makeOffer()
    let isColored = isatty(STDOUT_FILENO) == 1
    let text = try? DevicePages.terminalText(offer, access, isColored: isColored)
    return text ?? "Pair a device by the code \(offer.displayCode).\n"
  }
}
