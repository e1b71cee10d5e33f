// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Testing

/// Algebraic laws of record merges, over random edits.
@Suite struct RecordMergeLawTests {
  private static let fields = ["a", "b", "c", "d", "total"]

  private func start(_ generator: inout SeededGenerator) -> RecordSnapshot {
    var values: [String: RecordValue] = ["total": .integer(10)]
    for field in Self.fields.dropLast() where Bool.random(using: &generator) {
      values[field] = .integer(.random(in: 0..<3, using: &generator))
    }
    return .made(values, at: HybridTimestamp(milliseconds: 1_000, node: 9), summed: ["total"])
  }

  private func edits(
    _ replica: inout Replica, _ generator: inout SeededGenerator, rules: MergeRules
  ) {
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let field = Self.fields.randomElement(using: &generator) ?? "a"
      let value: RecordValue? =
        field == "total"
        ? replica.snapshot.values["total"].map { value in
          guard case .integer(let number) = value else { return value }
          return .integer(number + .random(in: -5...5, using: &generator))
        }
        : Int.random(in: 0..<5, using: &generator) == 0
          ? nil : .integer(.random(in: 0..<4, using: &generator))
      var changes = [field: value]
      if rules.wholeRecordBy != nil {
        changes["updated"] = .real(.random(in: 0..<20, using: &generator).rounded())
      }
      replica.write(
        changes, now: .random(in: 1_500..<1_520, using: &generator), rules: rules)
    }
  }

  private static let rules = [
    MergeRules(fields: ["total": .sum]),
    MergeRules(fields: ["total": .sum], wholeRecordBy: "updated"),
  ]

  @Test(arguments: rules)
  func `merges are commutative and idempotent`(rules: MergeRules) {
    for seed in 0..<1_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let ancestor = start(&generator)
      var first = Replica(node: 1, ancestor)
      var second = Replica(node: 2, ancestor)
      edits(&first, &generator, rules: rules)
      edits(&second, &generator, rules: rules)
      for known in [ancestor, nil] {
        let left = RecordMerge(
          ancestor: known, local: first.snapshot, remote: second.snapshot, rules: rules)
        let right = RecordMerge(
          ancestor: known, local: second.snapshot, remote: first.snapshot, rules: rules)
        #expect(left.merged == right.merged, "seed \(seed)")
        #expect(left.lost.map(\.field) == right.lost.map(\.field), "seed \(seed)")
        let again = RecordMerge(
          ancestor: known, local: left.merged, remote: second.snapshot, rules: rules)
        #expect(again.merged == left.merged, "seed \(seed)")
      }
    }
  }

  @Test func `a merge lists exactly the overwritten values`() {
    for seed in 0..<1_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let ancestor = start(&generator)
      var first = Replica(node: 1, ancestor)
      var second = Replica(node: 2, ancestor)
      edits(&first, &generator, rules: MergeRules())
      edits(&second, &generator, rules: MergeRules())
      let merge = RecordMerge(
        ancestor: ancestor, local: first.snapshot, remote: second.snapshot, rules: MergeRules())
      for field in Self.fields {
        let kept = merge.merged.values[field]
        let written = [first.snapshot, second.snapshot].map(\.values[field])
          .filter { $0 != ancestor.values[field] && $0 != kept }
        let lost = merge.lost.filter { $0.field == field }
        for value in written {
          #expect(lost.contains { $0.value == value }, "seed \(seed) \(field)")
        }
        #expect(lost.count <= 1)
        #expect(
          merge.applied.contains(field) == (first.snapshot.values[field] != kept), "seed \(seed)")
        if second.snapshot.values[field] != kept { #expect(merge.sent.contains(field)) }
      }
    }
  }

  private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  @Test(arguments: rules)
  func `three devices converge in any send order, even with lost answers`(rules: MergeRules) {
    for seed in 0..<500 as Range<UInt64> {
      var results: [[String: RecordValue]] = []
      for order in Self.orders {
        var generator = SeededGenerator(seed: seed)
        let shared = start(&generator)
        var devices = [1, 2, 3].map { Replica(node: $0, shared) }
        for index in devices.indices { edits(&devices[index], &generator, rules: rules) }
        var server = shared
        for index in order {
          let isAnswerLost = Bool.random(using: &generator)
          devices[index].synchronize(
            &server, modified: 2_000, rules: rules, isAnswerLost: isAnswerLost)
        }
        for index in devices.indices {
          devices[index].synchronize(&server, modified: 2_000, rules: rules)
        }
        for index in devices.indices {
          devices[index].synchronize(&server, modified: 2_000, rules: rules)
          #expect(devices[index].snapshot.values == server.values, "seed \(seed) \(order)")
        }
        results.append(server.values)
      }
      #expect(results.allSatisfy { $0 == results[0] }, "seed \(seed): \(results)")
    }
  }
}
