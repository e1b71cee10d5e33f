// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

extension TestStore {
  /// Returns a context on the store, opened with the given models.
  func context(_ models: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Schema(models), configurations: ModelConfiguration(url: url)))
  }

  /// Returns a context on the store, opened with the last version of a plan.
  func context(_ plan: any SchemaMigrationPlan.Type) throws -> ModelContext {
    let last = try #require(plan.schemas.last)
    return ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: last), migrationPlan: plan,
        configurations: ModelConfiguration(url: url)))
  }

  /// Returns a context on the store, opened with a version's models, without a plan.
  func context(version: any VersionedSchema.Type) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url)))
  }

  /// Returns a schema of a later version, which may omit models.
  static func next(_ models: [any PersistentModel.Type]) -> Schema {
    Schema(models, version: Schema.Version(2, 0, 0))
  }

  /// Returns a context on the store, opened with the next version of its models, which may omit
  /// models.
  func context(next models: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Self.next(models), configurations: ModelConfiguration(url: url)))
  }

  /// Returns the error of opening the store with the next version of its models.
  func refusal(next models: any PersistentModel.Type...) -> SwiftDataError? {
    #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(for: Self.next(models), configurations: ModelConfiguration(url: url))
    }
  }

  /// Returns the error of opening the store with the given models.
  func refusal(_ models: any PersistentModel.Type...) -> SwiftDataError? {
    #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(for: Schema(models), configurations: ModelConfiguration(url: url))
    }
  }

  /// Returns the contents of the database as SQL.
  func dump() throws -> String { try sqlite(".dump") }

  /// Returns the files beside the store that a migration must not leave behind.
  func leftOvers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path(percentEncoded: false))
      .filter { $0.contains("migration") || $0.contains("partial") }
  }
}
