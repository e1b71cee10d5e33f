// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
package import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import SwiftData
import UnixSignals

/// The subcommands of `cairn` that sign in and sync.
package enum SyncCommands {
  /// `login`, `logout`, `passphrase` and `sync`.
  package static var all: [any ParsableCommand.Type] {
    [Login.self, Logout.self, PassphraseCommand.self, SyncCommand.self]
  }
}

/// `cairn sync`: syncs the data of this device.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Sync with your other devices. Run `cairn login` first.",
    discussion: """
      Without a subcommand, cairn sends and fetches changes once, or continuously with --watch: \
      see cairn sync now --help.

      EXAMPLES
        cairn sync
        cairn sync --watch
        cairn sync status
        cairn sync conflicts
      """,
    subcommands: [SyncNow.self, SyncStatusCommand.self, ConflictsCommand.self],
    defaultSubcommand: SyncNow.self
  )
}

/// `cairn sync now`: sends and fetches changes once, or continuously with `--watch`.
struct SyncNow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "now",
    abstract: "Send local changes and fetch remote changes. (default)",
    discussion: """
      One process at a time syncs a store. If another process does, such as cairn serve, the \
      command asks it to sync and waits. The exit status is 1 if a record could not be sent or \
      fetched, or was rejected; it is retried at the next sync.

      With --watch, the command keeps running. It sends changes of any program as soon as they are \
      saved, and fetches remote changes when the server reports them. If the server can't be \
      reached, it prints the error and retries. Control-C stops it. If the reader of standard \
      output exits, it stops with status 1.

      EXAMPLES
        cairn sync now
        cairn sync --watch --json
      """
  )

  @Flag(help: "Keep syncing; print one line (or JSON object) per change.")
  var watch = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let account = DeviceAccount(data)
    if watch { return try await keepSyncing(account) }
    var records: [SyncRecord] = []
    var failure: String?
    for store in try account.storesToSync() {
      do {
        let record = try await SyncRound.run(store, account)
        records.append(record)
        failure = failure ?? record.error
      } catch let error as SwiftDataError {
        // A damaged store must not prevent the sync of the others.
        failure = failure ?? CommandError.describe(error)
      }
    }
    try output.write(["stores": records]) { records.map(\.text).joined() }
    if let failure { throw CommandError(failure) }
  }

  private func keepSyncing(_ account: DeviceAccount) async throws {
    let stores = try account.storesToSync()
    let printer = SyncProgressPrinter(isJSON: output.json, account: account)
    let service = SyncService(account: account, stores: stores) { event in
      printer.write(event)
    }
    let configuration = ServiceGroupConfiguration(
      services: [.init(service: service)], gracefulShutdownSignals: [.sigint, .sigterm],
      logger: Logger(label: "cairn") { _ in SwiftLogNoOpLogHandler() })
    let group = ServiceGroup(configuration: configuration)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      tasks.addTask {
        // Stop if the reader of the output has exited, so that the parent process notices.
        while (try? await Task.sleep(for: .seconds(1))) != nil {
          if printer.failure != nil || StandardOutput.isClosed {
            await group.triggerGracefulShutdown()
          }
        }
      }
      try await tasks.next()
      tasks.cancelAll()
    }
    if let failure = printer.failure as? CommandError { throw failure }
    if printer.failure != nil || StandardOutput.isClosed { throw ExitCode.failure }
  }
}

/// `cairn sync status`: shows each store's sync status without contacting the server.
struct SyncStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the login, pending changes and the last error.",
    discussion: """
      The command needs no network, and works while another program syncs.

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
    var failure: SwiftDataError?
    if let login {
      for store in account.apps {
        do {
          guard let opened = try account.inspect(store) else { continue }
          stores.append(try StoreStatusRecord(opened, login, account))
        } catch let error as SwiftDataError {
          failure = failure ?? error
        }
      }
    }
    try output.write(StatusRecord(account: login, stores: stores)) {
      Self.text(login) + stores.map(\.text).joined()
    }
    if let failure { throw failure }
  }

  private static func text(_ login: LoginRecord?) -> String {
    guard let login else { return "No user is logged in. Run cairn login.\n" }
    let identity = "\(login.user.printable) at \(login.server.printable)"
    return login.isLoggedIn
      ? "Logged in as \(identity)\n" : "Logged out; last logged in as \(identity)\n"
  }
}
