// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

/// Three versions of people and their letters, as nested models of equal names.
enum PeopleV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Person.self, Letter.self] }

  @Model final class Person {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Letter.sender) var letters: [Letter] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Letter {
    var text: String
    @Attribute(.externalStorage) var scan: Data?
    var sender: Person?
    init(_ text: String) { self.text = text }
  }
}

enum PeopleV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Person.self, Letter.self] }

  @Model final class Person {
    @Attribute(.unique) var name: String
    var given = ""
    var family = ""
    @Relationship(deleteRule: .cascade, inverse: \Letter.sender) var letters: [Letter] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Letter {
    var text: String
    @Attribute(.externalStorage) var scan: Data?
    var words = 0
    var sender: Person?
    init(_ text: String) { self.text = text }
  }
}

enum PeopleV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Person.self, Letter.self] }

  @Model final class Person {
    var given: String
    var family: String
    @Relationship(deleteRule: .cascade, inverse: \Letter.sender) var letters: [Letter] = []
    init(_ given: String, _ family: String) {
      self.given = given
      self.family = family
    }
  }

  @Model final class Letter {
    @Attribute(originalName: "text") var body: String
    @Attribute(.externalStorage) var scan: Data?
    var words: Int64
    var sender: Person?
    init(_ body: String) {
      self.body = body
      words = 0
    }
  }
}

/// Merges people of one name, splits names and counts words.
enum PeoplePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [PeopleV1.self, PeopleV2.self, PeopleV3.self] }

  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: PeopleV1.self, toVersion: PeopleV2.self,
        willMigrate: merge, didMigrate: split),
      .lightweight(fromVersion: PeopleV2.self, toVersion: PeopleV3.self),
    ]
  }

  @Sendable static func merge(_ context: ModelContext) throws {
    let people = try context.fetch(
      FetchDescriptor<PeopleV1.Person>(sortBy: [SortDescriptor(\.name)]))
    var first: PeopleV1.Person?
    for person in people {
      if let first, first.name == person.name {
        first.letters += person.letters
        context.delete(person)
      } else {
        first = person
      }
    }
    try context.save()
  }

  /// Splits names, and counts words without saving them.
  @Sendable static func split(_ context: ModelContext) throws {
    for person in try context.fetch(FetchDescriptor<PeopleV2.Person>()) {
      let parts = person.name.split(separator: " ").map(String.init)
      person.given = parts.first ?? ""
      person.family = parts.dropFirst().joined(separator: " ")
    }
    try context.save()
    for letter in try context.fetch(FetchDescriptor<PeopleV2.Letter>()) {
      letter.words = letter.text.split(separator: " ").count
    }
  }
}

/// A plan whose last stage throws, after it has written to the store and to files.
enum FailingPlan: SchemaMigrationPlan {
  struct Failure: Error {}

  static var schemas: [any VersionedSchema.Type] { PeoplePlan.schemas }

  static var stages: [MigrationStage] {
    [
      PeoplePlan.stages[0],
      .custom(
        fromVersion: PeopleV2.self, toVersion: PeopleV3.self, willMigrate: nil,
        didMigrate: { context in
          for letter in try context.fetch(FetchDescriptor<PeopleV3.Letter>()) {
            letter.scan = Data(repeating: 1, count: 150_000)
          }
          try context.save()
          throw Failure()
        }),
    ]
  }
}

/// Invalid plans of these versions.
enum UnorderedPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [PeopleV2.self, PeopleV1.self, PeopleV3.self] }
  static var stages: [MigrationStage] { [] }
}

enum BackwardPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { PeoplePlan.schemas }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: PeopleV1.self, toVersion: PeopleV1.self)]
  }
}

enum ShortPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [PeopleV1.self, PeopleV2.self] }
  static var stages: [MigrationStage] { [PeoplePlan.stages[0]] }
}

/// A version that differs from the first one in its number only.
enum PeopleV1b: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 1, 0)
  static var models: [any PersistentModel.Type] { PeopleV1.models }
}

enum DataOnlyPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [PeopleV1.self, PeopleV1b.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: PeopleV1.self, toVersion: PeopleV1b.self, willMigrate: nil,
        didMigrate: { context in
          for person in try context.fetch(FetchDescriptor<PeopleV1.Person>()) {
            person.name += "!"
          }
        })
    ]
  }
}

/// A plan that retains a model beyond its stage.
enum KeepingPlan: SchemaMigrationPlan {
  /// Unchecked because each test runs the stage on its own thread.
  final class Kept: @unchecked Sendable {
    var person: PeopleV1.Person?
    var context: ModelContext?
  }
  @TaskLocal static var kept = Kept()

  static var schemas: [any VersionedSchema.Type] { [PeopleV1.self, PeopleV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: PeopleV1.self, toVersion: PeopleV2.self,
        willMigrate: { context in
          kept.person = try context.fetch(FetchDescriptor<PeopleV1.Person>()).first
          kept.context = context
        }, didMigrate: nil)
    ]
  }
}
