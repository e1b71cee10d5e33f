// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

extension TestStore {
  /// A context on the store, opened with some models.
  func context(_ models: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Schema(models), configurations: ModelConfiguration(url: url)))
  }

  /// A context on the store, opened with the last version of a plan.
  func context(_ plan: any SchemaMigrationPlan.Type) throws -> ModelContext {
    let last = try #require(plan.schemas.last)
    return ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: last), migrationPlan: plan,
        configurations: ModelConfiguration(url: url)))
  }

  /// A context on the store, opened with a version's models, without a plan.
  func context(version: any VersionedSchema.Type) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url)))
  }

  /// The schema of some models in a version after the first, which may lack some.
  static func next(_ models: [any PersistentModel.Type]) -> Schema {
    Schema(models, version: Schema.Version(2, 0, 0))
  }

  /// A context on the store, opened with the next version of its models, which may lack some.
  func context(next models: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Self.next(models), configurations: ModelConfiguration(url: url)))
  }

  /// What opening the store with the next version of its models is refused with.
  func refusal(next models: any PersistentModel.Type...) -> SwiftDataError? {
    #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(for: Self.next(models), configurations: ModelConfiguration(url: url))
    }
  }

  /// What opening the store with some models is refused with.
  func refusal(_ models: any PersistentModel.Type...) -> SwiftDataError? {
    #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(for: Schema(models), configurations: ModelConfiguration(url: url))
    }
  }

  /// All that the database holds, but for what the framework notes for itself.
  func dump() throws -> String { try sqlite(".dump") }

  /// The files beside the store that a migration must not leave behind.
  func leftOvers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path(percentEncoded: false))
      .filter { $0.contains("migration") || $0.contains("partial") }
  }
}
