// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import Testing

/// Merges of two versions of a record.
@Suite struct RecordMergeTests {
  private let ancestor = RecordSnapshot(
    values: ["name": .text("Hill"), "note": .text("steep"), "count": .integer(3)],
    clocks: FieldClocks(base: HybridTimestamp(milliseconds: 1_000, node: 1)))

  private func changed(
    _ changes: [String: RecordValue?], node: UInt64, at now: Int64,
    _ rules: MergeRules = MergeRules()
  ) -> RecordSnapshot {
    var replica = Replica(node: node, ancestor)
    replica.write(changes, now: now, rules: rules)
    return replica.snapshot
  }

  @Test func `changes of different fields are merged without a conflict`() {
    let local = changed(["name": .text("Peak")], node: 1, at: 2_000)
    let remote = changed(["note": nil], node: 2, at: 3_000)
    let merge = RecordMerge(ancestor: ancestor, local: local, remote: remote, rules: MergeRules())
    #expect(merge.merged.values == ["name": .text("Peak"), "count": .integer(3)])
    #expect(merge.applied == ["note"])
    #expect(merge.sent == ["name"])
    #expect(merge.lost.isEmpty)
    #expect(merge.merged.clocks["name"].node == 1)
    #expect(merge.merged.clocks["note"].node == 2)
    #expect(merge.merged.clocks["count"] == ancestor.clocks.base)
  }

  @Test func `the later write of a field wins, and the other value is listed`() {
    let local = changed(["name": .text("Peak")], node: 1, at: 2_000)
    let remote = changed(["name": .text("Top")], node: 2, at: 3_000)
    let merge = RecordMerge(ancestor: ancestor, local: local, remote: remote, rules: MergeRules())
    #expect(merge.merged.values["name"] == .text("Top"))
    #expect(merge.applied == ["name"])
    #expect(merge.sent.isEmpty)
    #expect(
      merge.lost == [
        LostValue(
          field: "name", value: .text("Peak"), written: local.clocks["name"], side: .local)
      ])
    let other = RecordMerge(ancestor: ancestor, local: remote, remote: local, rules: MergeRules())
    #expect(other.merged == merge.merged)
    #expect(other.sent == ["name"])
    #expect(other.applied.isEmpty)
    #expect(other.lost.map(\.side) == [.remote])
  }

  @Test func `equal values from both sides are no conflict, and the later clock is sent`() {
    let local = changed(["name": .text("Top")], node: 1, at: 4_000)
    let remote = changed(["name": .text("Top")], node: 2, at: 3_000)
    let merge = RecordMerge(ancestor: ancestor, local: local, remote: remote, rules: MergeRules())
    #expect(merge.lost.isEmpty)
    #expect(merge.applied.isEmpty)
    #expect(merge.sent == ["name"])
    #expect(merge.merged.clocks["name"] == local.clocks["name"])
  }

  @Test func `clearing a field can win or be overwritten`() {
    let local = changed(["note": nil], node: 1, at: 4_000)
    let remote = changed(["note": .text("flat")], node: 2, at: 3_000)
    let merge = RecordMerge(ancestor: ancestor, local: local, remote: remote, rules: MergeRules())
    #expect(merge.merged.values["note"] == nil)
    #expect(merge.lost.map(\.value) == [.text("flat")])
    let other = changed(["note": .text("flat")], node: 2, at: 5_000)
    let back = RecordMerge(ancestor: ancestor, local: local, remote: other, rules: MergeRules())
    #expect(back.merged.values["note"] == .text("flat"))
    #expect(back.lost.map(\.value) == [nil])
  }

  @Test func `a write of the former value counts as a write`() {
    var local = changed(["name": .text("Peak")], node: 1, at: 4_000)
    local.write(ancestor.values, at: HybridTimestamp(milliseconds: 5_000, node: 1))
    let remote = changed(["name": .text("Top")], node: 2, at: 3_000)
    let merge = RecordMerge(ancestor: ancestor, local: local, remote: remote, rules: MergeRules())
    #expect(merge.merged.values["name"] == .text("Hill"))
    #expect(merge.sent == ["name"])
  }

  @Test func `an ancestor with digests of long values merges like the original`() {
    let long = RecordValue.text(String(repeating: "long ", count: 2_000))
    var ancestor = ancestor
    ancestor.values["note"] = long
    let remote = ancestor
    var local = ancestor
    local.write(
      ancestor.values.merging(["name": .text("Top")]) { $1 },
      at: HybridTimestamp(milliseconds: 9_000, node: 1))
    #expect(ancestor.shortened.encoded().count < 200)
    #expect(ancestor.shortened == ancestor)
    let merge = RecordMerge(
      ancestor: ancestor.shortened, local: local, remote: remote, rules: MergeRules())
    #expect(merge.merged.values["note"] == long)
    #expect(merge.sent == ["name"])
    #expect(merge.applied.isEmpty)
  }

  @Test func `without an ancestor, the later value of each field wins`() {
    let local = changed(["name": .text("Peak"), "count": .integer(8)], node: 1, at: 2_000)
    let remote = changed(["name": .text("Top")], node: 2, at: 3_000)
    let merge = RecordMerge(ancestor: nil, local: local, remote: remote, rules: MergeRules())
    #expect(merge.merged.values["name"] == .text("Top"))
    #expect(merge.merged.values["count"] == .integer(8))
    #expect(merge.lost.map(\.field) == ["count", "name"])
  }

  @Test func `a clock that is days ahead wins only until the server dates its change`() {
    let day: Int64 = 86_400_000
    // Written on day 10 with a clock that says 13, and saved by the server on day 10.
    let skewed = changed(["name": .text("Peak")], node: 1, at: 13 * day)
    let remote = RecordSnapshot(
      values: skewed.values,
      clocks: FieldClocks.attributed(
        skewed.clocks, to: skewed.values, ancestor: ancestor, modified: 10 * day))
    let local = changed(["name": .text("Top")], node: 2, at: 10 * day + 3_600_000)
    let merge = RecordMerge(ancestor: ancestor, local: local, remote: remote, rules: MergeRules())
    #expect(merge.merged.values["name"] == .text("Top"))
    // On the skewed device, whose change is pending, the server's date bounds the clock.
    var own = skewed
    own.clocks = own.clocks.bounded(modified: 10 * day)
    let late = changed(["name": .text("Summit")], node: 2, at: 10 * day + 70_000)
    let other = RecordMerge(ancestor: ancestor, local: own, remote: late, rules: MergeRules())
    #expect(other.merged.values["name"] == .text("Summit"))
    #expect(other.lost.map(\.value) == [.text("Peak")])
  }

  @Test func `the policy ours prefers the local value, theirs the server's`() {
    let rules = MergeRules(fields: ["name": .ours, "note": .theirs])
    let local = changed(["name": .text("Peak"), "note": .text("a")], node: 1, at: 2_000)
    let remote = changed(["name": .text("Top"), "note": .text("b")], node: 2, at: 3_000)
    let merge = RecordMerge(ancestor: ancestor, local: local, remote: remote, rules: rules)
    #expect(merge.merged.values["name"] == .text("Peak"))
    #expect(merge.merged.values["note"] == .text("b"))
    #expect(merge.lost.map(\.side) == [.remote, .local])
    let single = RecordMerge(ancestor: ancestor, local: local, remote: ancestor, rules: rules)
    #expect(single.merged.values["note"] == .text("a"))
  }

  @Test func `a merge by date takes the whole record with the later date`() {
    let rules = MergeRules(fields: ["count": .sum], wholeRecordBy: "updatedAt")
    let local = changed(
      ["name": .text("Peak"), "updatedAt": .real(50), "count": .integer(5)], node: 1, at: 9_000,
      rules)
    let remote = changed(
      ["note": .text("flat"), "updatedAt": .real(60), "count": .integer(4)], node: 2, at: 3_000,
      rules)
    let merge = RecordMerge(ancestor: ancestor, local: local, remote: remote, rules: rules)
    #expect(
      merge.merged.values == [
        "name": .text("Hill"), "note": .text("flat"), "updatedAt": .real(60), "count": .integer(6),
      ])
    #expect(merge.lost.map(\.field) == ["name", "updatedAt"])
    let other = RecordMerge(ancestor: ancestor, local: remote, remote: local, rules: rules)
    #expect(other.merged.values == merge.merged.values)
    let single = RecordMerge(ancestor: ancestor, local: local, remote: ancestor, rules: rules)
    #expect(single.merged.values["name"] == .text("Peak"))
  }

  @Test func `equal dates are resolved by clock, equal clocks by value`() {
    let rules = MergeRules(wholeRecordBy: "updatedAt")
    let local = changed(["name": .text("Peak"), "updatedAt": .real(50)], node: 1, at: 9_000)
    let remote = changed(["name": .text("Top"), "updatedAt": .real(50)], node: 2, at: 3_000)
    let merge = RecordMerge(ancestor: ancestor, local: local, remote: remote, rules: rules)
    #expect(merge.merged.values["name"] == .text("Peak"))
    var twin = local
    twin.values["name"] = .text("Zenith")
    let left = RecordMerge(ancestor: ancestor, local: local, remote: twin, rules: rules)
    let right = RecordMerge(ancestor: ancestor, local: twin, remote: local, rules: rules)
    #expect(left.merged == right.merged)
  }

  @Test(arguments: [
    (
      RecordValue.integer(3), RecordValue.integer(5), RecordValue.integer(2),
      RecordValue.integer(4)
    ),
    (.real(0.5), .real(0.75), .real(0.25), .real(0.5)),
    (.text("0.1"), .text("0.3"), .text("-1"), .text("-0.8")),
  ])
  func `counters add the contributions of both sides for every number type`(
    start: RecordValue, first: RecordValue, second: RecordValue, total: RecordValue
  ) {
    let rules = MergeRules(fields: ["total": .sum])
    var ancestor = ancestor
    ancestor.values["total"] = start
    var local = Replica(node: 1, ancestor)
    local.write(["total": first], now: 2_000, rules: rules)
    var remote = Replica(node: 2, ancestor)
    remote.write(["total": second], now: 3_000, rules: rules)
    let merge = RecordMerge(
      ancestor: ancestor, local: local.snapshot, remote: remote.snapshot, rules: rules)
    #expect(merge.merged.values["total"] == total)
    #expect(merge.applied == ["total"])
    #expect(merge.sent == ["total"])
    #expect(merge.lost.isEmpty)
    let other = RecordMerge(
      ancestor: ancestor, local: remote.snapshot, remote: local.snapshot, rules: rules)
    #expect(other.merged.values == merge.merged.values)
  }

  @Test func `a counter saturates at the limit of 64 bits`() {
    let high = Contributions().reaching(.integer(.max), by: HybridTimestamp(packed: 5, node: 1))
    let both = high.joined(
      with: Contributions().reaching(.integer(.max), by: HybridTimestamp(packed: 5, node: 2)))
    #expect(both.sum(like: .integer(0)) == .integer(.max))
  }

  @Test func `a contribution with a lost answer counts once`() {
    let rules = MergeRules(fields: ["count": .sum])
    var server = ancestor
    var first = Replica(node: 1, ancestor)
    var second = Replica(node: 2, ancestor)
    first.write(["count": .integer(13)], now: 2_000, rules: rules)
    first.synchronize(&server, modified: 2_000, rules: rules, isAnswerLost: true)
    second.write(["count": .integer(4)], now: 3_000, rules: rules)
    second.synchronize(&server, modified: 3_000, rules: rules)
    first.write(["count": .integer(113)], now: 4_000, rules: rules)
    first.synchronize(&server, modified: 4_000, rules: rules)
    second.synchronize(&server, modified: 5_000, rules: rules)
    #expect(server.values["count"] == .integer(114))
    #expect(first.snapshot.values == server.values)
    #expect(second.snapshot.values == server.values)
  }

  @Test func `a counter includes additions by a writer without clocks`() {
    let rules = MergeRules(fields: ["count": .sum])
    var server = ancestor
    var first = Replica(node: 1, ancestor)
    first.write(["count": .integer(13)], now: 2_000, rules: rules)
    server.values["count"] = .integer(4)
    server.clocks = FieldClocks.attributed(
      server.clocks, to: server.values, ancestor: ancestor, modified: 3_000, summed: rules.summed)
    first.synchronize(&server, modified: 3_000, rules: rules)
    #expect(server.values["count"] == .integer(14))
  }
}
