// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Random migrations between the versions of a pool, compared with plain values after each step.
///
/// `CAIRN_MIGRATION_SEEDS` is the number of runs (10 unless set), and `CAIRN_MIGRATION_SEED` is
/// added to the seeds.
@Suite struct RandomMigrationTests {
  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  @Test(arguments: 1...(number("CAIRN_MIGRATION_SEEDS") ?? 10))
  func `random migrations preserve the values of common properties`(_ number: Int) throws {
    let seed = UInt64(number + (Self.number("CAIRN_MIGRATION_SEED") ?? 0))
    var walk = try RandomWalk(seed: seed)
    for _ in 1...7 { try walk.step() }
  }
}

/// A plan of two versions, whose stage changes data before and after.
private enum Pair<A: VersionedSchema, B: VersionedSchema>: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [A.self, B.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: A.self, toVersion: B.self,
        willMigrate: { try StageEdit.before.apply(A.self, $0) },
        didMigrate: { try StageEdit.after.apply(B.self, $0) })
    ]
  }
}

/// The effect of a stage on the nodes of its version: it doubles every second amount, toggles every
/// third flag, and deletes each node whose name ends with a digit.
private struct StageEdit {
  static let before = StageEdit(digit: "3", saves: true)
  /// The migration saves unsaved changes.
  static let after = StageEdit(digit: "7", saves: false)

  /// The last digit of the names of deleted nodes.
  let digit: Character
  let saves: Bool

  func apply(_ version: any VersionedSchema.Type, _ context: ModelContext) throws {
    guard let node = version.models[0] as? any PooledNode.Type else { return }
    try apply(to: node, context)
    if saves { try context.save() }
  }

  private func apply<N: PooledNode>(to type: N.Type, _ context: ModelContext) throws {
    let found = try context.fetch(FetchDescriptor<N>(sortBy: [N.byName]))
    for (index, node) in found.enumerated() {
      var values = node.pooled
      change(&values, index)
      node.pooled = values
      if node.title.last == digit { context.delete(node) }
    }
  }

  /// Applies the edit to plain values that are restricted to the fields of the version.
  func apply(to nodes: inout [String: [String: String]]) {
    for (index, name) in nodes.keys.sorted().enumerated() {
      if name.last == digit {
        nodes[name] = nil
      } else {
        nodes[name].map { values in
          var values = values
          change(&values, index)
          nodes[name] = values
        }
      }
    }
  }

  private func change(_ values: inout [String: String], _ index: Int) {
    // Amounts of one version have 8 bits.
    if index % 2 == 0, let amount = values["amount"].flatMap({ Int($0) }), abs(amount) < 60 {
      values["amount"] = "\(amount * 2)"
    }
    if index % 3 == 0, let flag = values["flag"] {
      values["flag"] = flag == "true" ? "false" : "true"
    }
  }
}

private struct RandomWalk {
  private static let versions: [any VersionedSchema.Type] = [
    PoolA.self, PoolB.self, PoolC.self, PoolD.self, PoolE.self,
  ]

  /// The expected values of each node.
  private var nodes: [String: [String: String]] = [:]
  private var groups: [String: String] = [:]
  private let store: TestStore
  private var random: SeededGenerator
  private var place: Int
  private var number = 0
  private var log: [String] = []

  init(seed: UInt64) throws {
    store = try TestStore()
    random = SeededGenerator(seed: seed)
    place = Int.random(in: 0..<Self.versions.count, using: &random)
    try visit(Self.versions[place], plan: nil)
  }

  mutating func step() throws {
    let next = Int.random(in: 0..<Self.versions.count, using: &random)
    var plan: (any SchemaMigrationPlan.Type)?
    if next > place, Bool.random(using: &random) {
      plan = Self.plan(Self.versions[place], Self.versions[next])
    }
    log.append("\(Self.versions[next])\(plan == nil ? "" : " by a plan")")
    if plan != nil {
      forgetOthers(fields(of: Self.versions[place]))
      StageEdit.before.apply(to: &nodes)
      forgetOthers(fields(of: Self.versions[next]))
      StageEdit.after.apply(to: &nodes)
      groups = groups.filter { nodes[$0.key] != nil }
    }
    place = next
    try visit(Self.versions[next], plan: plan)
  }

  private static func plan(
    _ first: any VersionedSchema.Type, _ second: any VersionedSchema.Type
  ) -> any SchemaMigrationPlan.Type {
    func from<A: VersionedSchema>(_ first: A.Type) -> any SchemaMigrationPlan.Type {
      func to<B: VersionedSchema>(_ second: B.Type) -> any SchemaMigrationPlan.Type {
        Pair<A, B>.self
      }
      return to(second)
    }
    return from(first)
  }

  private mutating func visit(
    _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)?
  ) throws {
    number += 1
    let schema =
      plan == nil
      ? Schema(version.models, version: Schema.Version(100 + number, 0, 0))
      : Schema(versionedSchema: version)
    let container: ModelContainer
    do {
      container = try ModelContainer(
        for: schema, migrationPlan: plan, configurations: ModelConfiguration(url: store.url))
    } catch {
      Issue.record("\(error) after \(log)")
      throw error
    }
    guard let node = version.models[0] as? any PooledNode.Type else { return }
    try visit(node, ModelContext(container))
    #expect(try store.leftOvers() == [])
    #expect(try store.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(try store.file.check().problems == [])
  }

  private mutating func visit<N: PooledNode>(_ type: N.Type, _ context: ModelContext) throws {
    forgetOthers(N.fields)
    let found = try context.fetch(FetchDescriptor<N>(sortBy: [N.byName]))
    #expect(found.map(\.pooled) == nodes.sorted { $0.key < $1.key }.map(\.value), "\(log)")
    #expect(
      found.map(\.groupNames) == nodes.keys.sorted().map { Set([groups[$0]].compactMap(\.self)) },
      "\(log)")
    try change(found, context)
  }

  private func fields(of version: any VersionedSchema.Type) -> Set<String> {
    (version.models[0] as? any PooledNode.Type)?.fields ?? []
  }

  /// Values that a version lacks are replaced by their defaults.
  private mutating func forgetOthers(_ fields: Set<String>) {
    let defaults = ["amount": "0", "flag": "false", "note": "nil", "picture": "0"]
    for (name, values) in nodes {
      nodes[name] = Dictionary(
        uniqueKeysWithValues: fields.map { ($0, values[$0] ?? defaults[$0] ?? "") })
    }
  }

  private mutating func change<N: PooledNode>(_ found: [N], _ context: ModelContext) throws {
    var made = Dictionary(
      try context.fetch(FetchDescriptor<N.Group>()).map { ($0.label, $0) }
    ) { first, _ in first }
    var ordered = Array(zip(nodes.keys.sorted(), found))
    for _ in 1...3 {
      let name = "node \(number).\(ordered.count)"
      let node = N(name: name)
      context.insert(node)
      ordered.append((name, node))
    }
    for (name, node) in ordered where Bool.random(using: &random) || nodes[name] == nil {
      var values = [
        "amount": "\(Int.random(in: -100...100, using: &random))",
        "flag": "\(Bool.random(using: &random))",
        "note": ["nil", "", "nü"].randomElement(using: &random) ?? "",
        "picture": ["0", "10", "140000"].randomElement(using: &random) ?? "",
      ]
      values = values.filter { N.fields.contains($0.key) }
      node.pooled = values
      nodes[name] = values
      guard Bool.random(using: &random) else { continue }
      let label = "group \(Int.random(in: 1...3, using: &random))"
      let group = made[label] ?? N.Group(name: label)
      if made[label] == nil { context.insert(group) }
      made[label] = group
      node.join(group)
      groups[name] = label
    }
    try context.save()
  }
}
