// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
package import SwiftData

/// Reads the mirroring state of a store that another program mirrors; it needs no network and no
/// account.
///
/// An instance belongs to one isolation domain at a time.
package final class MirrorNotes {
  private let mirror: Mirror
  private let lock: MirrorLock

  /// Opens the mirroring state of a container's store; the container itself must not mirror it.
  ///
  /// - Parameters:
  ///   - container: The container with the store.
  ///   - identifier: The CloudKit container whose settings are used.
  /// - Throws: A ``SwiftDataError`` if the store can't be read.
  package init(_ container: ModelContainer, forContainer identifier: String) throws {
    let settings = MirroringSettings.current(identifier)
    guard let configuration = container.configurations.first, let cloud = settings.container else {
      throw SwiftDataError.loadIssueModelContainer.withMessage("The container has no store.")
    }
    lock = MirrorLock(configuration)
    let context = ModelContext(container)
    mirror = try Mirror(
      context, store: 0,
      layout: RecordLayout(context.layout(ofStore: 0), options: settings.options),
      Mirror.Surroundings(
        now: { Int64((Date.now.timeIntervalSince1970 * 1000).rounded()) },
        newName: { UUID().uuidString }, newNode: { .random(in: 1...UInt64.max) },
        transport: MirrorFiles().transport(
          CKRecordZone.ID(zoneName: settings.zoneName), cloud.privateCloudDatabase)))
  }

  /// The ID of the process that mirrors the store; nil if none does.
  package var process: Int32? { lock.holder }

  /// The record name of the user who owns the data; nil if the store was never synced.
  package func owner() throws -> String? { try mirror.owner() }

  /// Whether attributes of the models have the option `.allowsCloudEncryption`.
  package var encryptsFields: Bool {
    mirror.layout.entities.contains { !$0.encryptedFields.isEmpty }
  }

  /// Whether the device has a key for encrypted values.
  package var hasKey: Bool { mirror.surroundings.transport.keyName() != nil }

  /// Whether the device lacks the key for encrypted values that it has, or that other devices have sent.
  package func lacksKey() throws -> Bool {
    guard encryptsFields, !hasKey else { return false }
    return try mirror.hasLockedFields()
  }

  /// The status of the mirroring, including changes saved since the last sync.
  package func status() throws -> SyncStatus {
    // A process that mirrors the store records changes itself.
    if try lock.take() {
      defer { lock.release() }
      _ = try mirror.takeNote()
    }
    return try mirror.status()
  }

  /// Whether the store has saved changes that are not recorded for sending yet.
  ///
  /// They get record names when they are recorded: a backup that has the names does not send its
  /// objects again under other ones.
  package func hasUnrecordedChanges() throws -> Bool {
    if try lock.take() {
      defer { lock.release() }
      _ = try mirror.takeNote()
    }
    return try mirror.hasUnrecordedChanges()
  }

  /// The conflicts of this device's merges, oldest first.
  package func conflicts() throws -> [Conflict] { try mirror.conflicts() }

  /// The current values of the properties of conflicts, by conflict.
  ///
  /// Deletions, rows and deleted objects have none.
  package func currentValues(of conflicts: [Conflict]) throws -> [Conflict.ID: CurrentValue] {
    try mirror.currentValues(of: conflicts)
  }

  /// The oldest records that the server or the store rejects, up to a limit.
  package func refusals(limit: Int) throws -> [Refusal] { try mirror.refusals(limit: limit) }

  /// Restores the overwritten value of a conflict.
  ///
  /// - Parameters:
  ///   - conflict: The conflict's ID.
  ///   - finish: Changes dependent values of the object in the same transaction.
  /// - Throws: A ``SwiftDataError`` if the object does not exist any more.
  package func restore(
    _ conflict: Conflict.ID, finish: (any PersistentModel) throws -> Void = { _ in }
  ) throws {
    try mirror.restoreConflict(conflict, finish: finish)
  }

  /// Detaches the data from its user; see ``Mirror/leaveAccount()``.
  ///
  /// - Throws: A ``SwiftDataError`` that names the process if another one mirrors the store.
  package func leaveAccount() throws {
    guard try lock.take() else {
      let process = lock.holder.map { "the process \($0)" } ?? "another process"
      throw SwiftDataError.storeFailure.withMessage(
        "The data can't be moved to another account while \(process) mirrors it. End it first."
      )
    }
    defer { lock.release() }
    try mirror.leaveAccount()
  }

  /// Removes a conflict from the log.
  package func dismiss(_ conflict: Conflict.ID) throws { try mirror.dismissConflict(conflict) }
}
