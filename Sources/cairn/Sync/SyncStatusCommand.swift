// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitMirroring
import Foundation

/// `cairn sync status`: how far each store is, without asking the server.
struct SyncStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say who is logged in, what waits to be sent, and what went wrong last.",
    discussion: """
      It needs no network, and works while another program syncs.

      EXAMPLE
        cairn sync status --json
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let account = DeviceAccount(data)
    let login = try account.login()
    var stores: [StoreStatusRecord] = []
    if let login {
      for store in AppStore.all {
        guard let opened = try account.look(at: store) else { continue }
        stores.append(try StoreStatusRecord(opened, login, account))
      }
    }
    try output.write(StatusRecord(account: login, stores: stores)) {
      Self.text(login) + stores.map(\.text).joined()
    }
  }

  private static func text(_ login: LoginRecord?) -> String {
    guard let login else { return "Nobody is logged in: see cairn login.\n" }
    let place = "\(login.user.printable) at \(login.server.printable)"
    return login.isLoggedIn ? "Logged in as \(place)\n" : "Logged out; it was \(place)\n"
  }
}
