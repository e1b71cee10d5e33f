// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Random migrations between versions of a class tree whose properties move between its classes,
/// with stages that change rows, compared with plain values and with the history.
///
/// The number of runs is 8, or a tenth of `CAIRN_MIGRATION_SEEDS`.
@Suite struct RandomTreeMigrationTests {
  private static let count =
    ProcessInfo.processInfo.environment["CAIRN_MIGRATION_SEEDS"].flatMap(Int.init)
    .map { max(1, $0 / 10) } ?? 8

  @Test(arguments: 1...count) func `random migrations of a class tree preserve values and history`(
    _ seed: Int
  ) throws {
    var walk = try TreeWalk(seed: UInt64(seed))
    for _ in 1...7 { try walk.step() }
  }
}

/// The work of the stages of a run.
private enum Work {
  /// The number that stages add to all ages, before and after the migration.
  @TaskLocal static var addition = 0
}

/// A plan of two versions with code before and after.
private enum Pair<A: PooledTree, B: PooledTree>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [A.self, B.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: A.self, toVersion: B.self,
        willMigrate: { try age(A.self, $0) }, didMigrate: { try age(B.self, $0) })
    ]
  }

  private static func age<V: PooledTree>(_ version: V.Type, _ context: ModelContext) throws {
    for animal in try context.fetch(FetchDescriptor<V.Animal>()) {
      var value = V.read(animal)
      guard let age = value.age else { continue }
      value.age = age + Work.addition
      let toy = try context.fetch(FetchDescriptor<V.Toy>()).first {
        TreeWalk.label(of: $0) == value.toy
      }
      V.write(value, to: animal, toy)
    }
  }
}

private struct TreeWalk {
  private static let versions: [any PooledTree.Type] = [TreeA.self, TreeB.self, TreeC.self]

  /// The expected values of each animal, by name.
  private var animals: [String: PooledAnimal] = [:]
  private let store: TestStore
  private var random: SeededGenerator
  private var place: Int
  private var number = 0
  private var log: [String] = []

  init(seed: UInt64) throws {
    store = try TestStore()
    random = SeededGenerator(seed: seed)
    place = Int.random(in: 0..<Self.versions.count, using: &random)
    let version = Self.versions[place]
    try visit(version, Schema(version.models), nil)
  }

  static func label(of toy: any PersistentModel) -> String? {
    (toy as? TreeA.Toy)?.label ?? (toy as? TreeB.Toy)?.label ?? (toy as? TreeC.Toy)?.label
  }

  mutating func step() throws {
    number += 1
    let former = place
    place = Int.random(in: 0..<Self.versions.count, using: &random)
    let version = Self.versions[place]
    log.append("\(version)")
    guard place > former, Bool.random(using: &random) else {
      let schema = Schema(version.models, version: Schema.Version(100 + number, 0, 0))
      return try visit(version, schema, nil)
    }
    log.append("by a plan")
    let addition = Int.random(in: 1...5, using: &random)
    // Each of the two functions adds to the ages of its version.
    add(addition)
    keep(version.fields)
    add(addition)
    try Work.$addition.withValue(addition) {
      try visit(version, Schema(versionedSchema: version), plan(former, place))
    }
  }

  private func plan(_ first: Int, _ second: Int) -> any SchemaMigrationPlan.Type {
    func from<A: PooledTree>(_ first: A.Type) -> any SchemaMigrationPlan.Type {
      func to<B: PooledTree>(_ second: B.Type) -> any SchemaMigrationPlan.Type {
        Pair<A, B>.self
      }
      return to(Self.versions[second])
    }
    return from(Self.versions[first])
  }

  private mutating func add(_ addition: Int) {
    for name in animals.keys { animals[name]?.age? += addition }
  }

  /// Values that a version lacks are dropped.
  private mutating func keep(_ fields: [String: Set<String>]) {
    for (name, animal) in animals {
      guard let fields = fields[animal.kind] else {
        animals[name] = nil
        continue
      }
      if !fields.contains("age") { animals[name]?.age = nil }
      if !fields.contains("tag") { animals[name]?.tag = nil }
      if !fields.contains("toy") { animals[name]?.toy = nil }
    }
  }

  private mutating func visit<V: PooledTree>(
    _ version: V.Type, _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?
  ) throws {
    keep(V.fields)
    let context: ModelContext
    do {
      context = ModelContext(
        try ModelContainer(
          for: schema, migrationPlan: plan, configurations: ModelConfiguration(url: store.url)))
    } catch {
      Issue.record("\(error) after \(log)")
      throw error
    }
    let found = try context.fetch(FetchDescriptor<V.Animal>())
    #expect(
      found.map(V.read).sorted { $0.name < $1.name }
        == animals.sorted { $0.key < $1.key }.map(\.value), "\(log)")
    try check(found, context)
    try change(V.self, found, context)
    #expect(try store.leftOvers() == [])
    #expect(try store.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(try store.sqlite("PRAGMA integrity_check") == "ok\n")
  }

  /// Compares the whole history with the stored animals.
  private func check<A: PersistentModel>(_ found: [A], _ context: ModelContext) throws {
    var living: Set<PersistentIdentifier> = []
    for change in try context.history().flatMap(\.changes) {
      let identifier = change.changedPersistentIdentifier
      if identifier.entityName == "Toy" { continue }
      switch change {
      case .insert: living.insert(identifier)
      case .delete: living.remove(identifier)
      case .update: #expect(living.contains(identifier), "\(log)")
      }
    }
    let there = Set(found.map(\.persistentModelID))
    #expect(there == living, "\(log)")
  }

  private mutating func change<V: PooledTree>(
    _ version: V.Type, _ found: [V.Animal], _ context: ModelContext
  ) throws {
    var toys = Dictionary(
      try context.fetch(FetchDescriptor<V.Toy>()).map { (Self.label(of: $0) ?? "", $0) }
    ) { first, _ in first }
    var all = found
    for place in 0..<4 {
      let kind = V.fields.keys.sorted().randomElement(using: &random) ?? ""
      let animal = V.animal(kind, "\(kind) \(number).\(place)")
      context.insert(animal)
      all.append(animal)
    }
    for animal in all {
      var value = V.read(animal)
      if animals[value.name] != nil, Int.random(in: 0..<10, using: &random) == 0 {
        animals[value.name] = nil
        context.delete(animal)
        continue
      }
      guard animals[value.name] == nil || Bool.random(using: &random) else { continue }
      let fields = V.fields[value.kind] ?? []
      if fields.contains("age") { value.age = Int.random(in: 1...90, using: &random) }
      if fields.contains("tag") {
        value.tag = ["a", "ü", nil].randomElement(using: &random) ?? nil
      }
      if fields.contains("toy") {
        value.toy = ["ball", "bone", nil].randomElement(using: &random) ?? nil
      }
      if let label = value.toy, toys[label] == nil {
        let toy = V.toy(label)
        context.insert(toy)
        toys[label] = toy
      }
      V.write(value, to: animal, value.toy.flatMap { toys[$0] })
      animals[value.name] = value
    }
    try context.save()
  }
}
