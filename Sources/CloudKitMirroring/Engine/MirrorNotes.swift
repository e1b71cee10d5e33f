// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
package import SwiftData

/// What a store says of its mirroring, for a program that only looks: it needs no network and no account.
///
/// It belongs to one isolation domain at a time.
package final class MirrorNotes {
  private let mirror: Mirror
  private let lock: MirrorLock

  /// The notes of the store of a container, which is opened without mirroring.
  ///
  /// - Parameters:
  ///   - container: The container with the store.
  ///   - identifier: The CloudKit container whose settings are used.
  /// - Throws: A ``SwiftDataError`` for what can't be read.
  package init(_ container: ModelContainer, forContainer identifier: String) throws {
    let settings = MirroringSettings.current(identifier)
    guard let configuration = container.configurations.first, let cloud = settings.container else {
      throw SwiftDataError.loadIssueModelContainer.saying("There is no store to look at.")
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

  /// The number of the process that mirrors the store; nil if none does.
  package var process: Int32? { lock.holder }

  /// The name of the record of the user whose data they are; nil if nobody has synced them yet.
  package func owner() throws -> String? { try mirror.owner() }

  /// How far the mirroring is; what was saved since is counted too.
  package func status() throws -> SyncStatus {
    // Who mirrors it has taken note.
    if try lock.take() {
      defer { lock.release() }
      _ = try mirror.takeNote()
    }
    return try mirror.status()
  }

  /// What merges of this device did not keep, oldest first.
  package func conflicts() throws -> [Conflict] { try mirror.conflicts() }

  /// Why records are not taken, oldest first: not more than a number of them.
  package func refusals(limit: Int) throws -> [Refusal] { try mirror.refusals(limit: limit) }

  /// Does what a merge did not keep after all; `finish` changes with it what follows from it in the object.
  package func restore(
    _ conflict: Conflict.ID, finish: (any PersistentModel) throws -> Void = { _ in }
  ) throws {
    try mirror.restoreConflict(conflict, finish: finish)
  }

  /// Makes the data those of the user who syncs them next; see ``Mirror/leaveAccount()``.
  ///
  /// - Throws: A ``SwiftDataError`` that names the process if another one mirrors the store.
  package func leaveAccount() throws {
    guard try lock.take() else {
      let process = lock.holder.map { "the process \($0)" } ?? "another process"
      throw SwiftDataError.storeFailure.saying(
        "The data can't be given to another account while \(process) keeps them in step: end it first."
      )
    }
    defer { lock.release() }
    try mirror.leaveAccount()
  }

  /// Takes a conflict off the log.
  package func dismiss(_ conflict: Conflict.ID) throws { try mirror.dismissConflict(conflict) }
}
