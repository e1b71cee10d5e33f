// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKit
import CloudKitMirroring
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// `cairn sync now`: one round, or with `--watch` all of them.
struct SyncNow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "now",
    abstract: "Send what was changed here and fetch what was changed elsewhere. (default)",
    discussion: """
      One program at a time syncs a store. If another one does, such as cairn serve, it is asked to, and \
      this one waits for it. The status is 1 if something could not be sent or fetched, or is refused: it \
      stays here, and is tried again with the next sync.

      With --watch it stays: what is saved here, by whatever program, is sent at once, and what others \
      change is fetched when the server tells of it. While the server is away it says so, and goes on when \
      it is back. Control-C ends it; so does, with status 1, the end of who reads standard output.

      EXAMPLES
        cairn sync now
        cairn sync --watch --json
      """
  )

  @Flag(help: "Stay, and keep in step; a line for each change, with --json an object.")
  var watch = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let account = DeviceAccount(data)
    if watch { return try await stay(account) }
    var records: [SyncRecord] = []
    var failure: String?
    for store in try account.storesToSync() {
      let synced = try account.open(store, isAutomatic: false)
      let (record, error) = try await round(synced, account)
      records.append(record)
      failure = failure ?? error
    }
    try output.write(["stores": records]) { records.map(\.text).joined() }
    if let failure { throw CommandError(failure) }
  }

  private func round(
    _ synced: SyncedStore, _ account: DeviceAccount
  ) async throws -> (SyncRecord, failure: String?) {
    let start = Date.now
    let before = try await synced.sync.counts()
    var failure: String?
    var partial: CKError?
    var isReached = true
    do {
      try await synced.sync.syncNow()
      // What was set right is sent as well.
      if try await synced.settle() { try await synced.sync.syncNow() }
    } catch let error as CKError where error.code == .partialFailure {
      // The status knows more of records that were not taken.
      partial = error
    } catch {
      isReached = (synced.sync.status.lastFetch ?? .distantPast) > start
      failure = try SyncFailure.words(error, account)
    }
    let after = try await synced.sync.counts()
    let refusals = try synced.notes().refusals(limit: RefusalRecord.limit)
    failure = try failure ?? SyncFailure.words(synced.sync.status, refusals, account)
    failure = try failure ?? partial.map { try SyncFailure.words($0, account) }
    var record = SyncRecord(
      synced, before, after, conflicts: try await synced.sync.conflicts(), refusals: refusals,
      isReached: isReached)
    record.error = failure
    return (record, failure)
  }

  private func stay(_ account: DeviceAccount) async throws {
    let stores = try account.storesToSync()
    let lines = SyncLines(isJSON: output.json, account: account)
    let service = SyncService(account: account, stores: stores) { event in
      lines.write(event)
    }
    let configuration = ServiceGroupConfiguration(
      services: [.init(service: service)], gracefulShutdownSignals: [.sigint, .sigterm],
      logger: Logger(label: "cairn") { _ in SwiftLogNoOpLogHandler() })
    let group = ServiceGroup(configuration: configuration)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      tasks.addTask {
        // Nobody reads any more what happens: whoever started it is to notice.
        while (try? await Task.sleep(for: .seconds(1))) != nil {
          if lines.failure != nil || StandardOutput.isClosed {
            await group.triggerGracefulShutdown()
          }
        }
      }
      try await tasks.next()
      tasks.cancelAll()
    }
    if let failure = lines.failure as? CommandError { throw failure }
    if lines.failure != nil || StandardOutput.isClosed { throw ExitCode.failure }
  }
}
