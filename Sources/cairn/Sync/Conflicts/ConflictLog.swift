// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import SwiftData

/// The log of what merges did not keep in one store.
struct ConflictLog {
  let opened: LookedAtStore

  private var store: AppStore { opened.store }
  private var notes: MirrorNotes { opened.notes }

  /// The logs of all stores that have been in step.
  static func all(_ account: DeviceAccount) throws -> [ConflictLog] {
    guard try account.login() != nil else { return [] }
    return try AppStore.all.compactMap { store in
      try account.look(at: store).map { ConflictLog(opened: $0) }
    }
  }

  /// The log that has a conflict, and that.
  static func with(
    _ number: ConflictNumber, _ account: DeviceAccount
  ) async throws -> (ConflictLog, ConflictRecord) {
    for log in try all(account) {
      if let record = try await log.records().first(where: { $0.conflict.id == number.id }) {
        return (log, record)
      }
    }
    throw CommandError("there is no conflict \(number.id): see cairn sync conflicts --all")
  }

  /// All of the log, oldest first.
  func records() async throws -> [ConflictRecord] {
    let conflicts = try notes.conflicts()
    let words = try await store.conflicts.words(conflicts, opened.container)
    return zip(conflicts, words).map { ConflictRecord($0, store, $1) }
  }

  /// Does a conflict after all, with what follows from it.
  ///
  /// - Throws: ``CommandError`` with the way out if that can't be done, as when the object is gone.
  func restore(_ conflict: Conflict) throws {
    do {
      try notes.restore(conflict.id) { store.conflicts.didRestore(conflict, in: $0) }
    } catch let error as SwiftDataError where error == .modelValidationFailure {
      throw CommandError(
        "\(CommandError.describe(error)) `cairn sync conflicts dismiss \(conflict.id)` takes it off the list"
      )
    }
  }

  func dismiss(_ conflict: Conflict) throws { try notes.dismiss(conflict.id) }
}
