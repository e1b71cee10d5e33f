// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation
public import SwiftData

/// The migration of the store in a folder: need, progress, result, and a way back.
///
/// ```swift
/// let manager = await MigrationManager(directory: folder)
/// if try await manager.checkMigrationNeeded() {
///   let container = try await manager.performMigration()
/// }
/// ```
///
/// A migration is one transaction: it changes all or nothing, and each stage is validated before
/// the commit. In addition, a copy of the old store is kept until ``discardBackup()``.
@MainActor
@Observable
public final class MigrationManager {
  /// The completed fraction, from 0 to 1.
  public private(set) var migrationProgress = 0.0
  /// The state of the last migration.
  public private(set) var migrationStatus = MigrationStatus.idle
  /// The reason of a failure; nil otherwise.
  public private(set) var migrationError: String?

  private let directory: URL

  /// Creates a manager; nothing is opened.
  ///
  /// - Parameter directory: The folder of the app's data.
  public init(directory: URL) { self.directory = directory }

  private var store: URL { directory.appending(path: RuckMapStore.fileName) }

  /// The copy of the store from before the migration.
  public var backup: URL { directory.appending(path: RuckMapStore.fileName + "-old") }

  /// Returns the version of the store; nil if there is none.
  ///
  /// - Throws: ``MigrationError``, or a `SwiftDataError`.
  public func currentSchemaVersion() throws -> SchemaVersion? {
    try SchemaVersion.version(ofStore: store)
  }

  /// Returns whether the store has an older version than the app.
  ///
  /// - Throws: ``MigrationError``, or a `SwiftDataError`.
  public func checkMigrationNeeded() throws -> Bool {
    try currentSchemaVersion().map { $0 != .current } ?? false
  }

  /// Returns the steps of the migration; none for a current store.
  ///
  /// - Throws: ``MigrationError``, or a `SwiftDataError`.
  public func migrationSteps() throws -> [MigrationStep] {
    try currentSchemaVersion()?.successors.map { MigrationStep(toVersion: $0) } ?? []
  }

  /// Migrates the store, after it was copied, and opens it.
  ///
  /// - Returns: The open store.
  /// - Throws: ``MigrationError``, or a `SwiftDataError`; the store is unchanged then.
  public func performMigration() async throws -> ModelContainer {
    migrationStatus = .migrating
    migrationProgress = 0
    migrationError = nil
    do {
      let isNeeded = try checkMigrationNeeded()
      let container = try await open(copyingTo: isNeeded ? backup : nil)
      migrationProgress = 1
      migrationStatus = .completed
      return container
    } catch {
      migrationStatus = .failed
      let known: any Error = MigrationError(error) ?? error
      migrationError = known.localizedDescription
      throw known
    }
  }

  /// Opens the store on another thread, and reports the progress meanwhile.
  private func open(copyingTo backup: URL?) async throws -> ModelContainer {
    let (store, directory) = (store, directory)
    let (fractions, continuation) = AsyncStream<Double>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let opening = Task.detached {
      defer { continuation.finish() }
      if let backup { _ = try StoreFile(store).backUp(to: backup, replacing: true) }
      return try RuckMapStore.container(directory: directory) {
        continuation.yield($0.fractionCompleted)
      }
    }
    for await fraction in fractions { migrationProgress = fraction }
    return try await opening.value
  }

  /// Replaces the migrated store with the copy from before the migration.
  ///
  /// - Throws: ``SwiftDataError/storeIsLocked`` while a process has the store open, or another
  ///   `SwiftDataError`; the store is unchanged then.
  public func rollBack() throws {
    try ModelContainer.restore(from: backup, to: store, replacing: true)
    migrationProgress = 0
    migrationStatus = .idle
  }

  /// Deletes the copy from before the migration, if there is one.
  ///
  /// - Throws: An error of the file system.
  public func discardBackup() throws {
    let file = StoreFile(backup)
    for url in [backup, file.externalFolder].compactMap(\.self)
    where FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) {
      try FileManager.default.removeItem(at: url)
    }
  }
}

/// The state of a ``MigrationManager``.
public enum MigrationStatus: String, Sendable, CaseIterable {
  case idle
  case migrating
  case completed
  case failed
}

/// One step of a migration.
public struct MigrationStep: Sendable, Hashable {
  /// The version after the step.
  public let toVersion: SchemaVersion
}
