// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Testing

/// Merges of a deletion with concurrent changes.
@Suite struct DeletionMergeTests {
  private let ancestor = RecordSnapshot(
    values: ["name": .text("Hill"), "cairn_position_route": .text("V0abcd")],
    clocks: FieldClocks(base: HybridTimestamp(milliseconds: 1_000, node: 1)))

  private func edited(_ field: String) -> RecordSnapshot {
    var copy = ancestor
    copy.write(
      copy.values.merging([field: .text("new")]) { $1 },
      at: HybridTimestamp(milliseconds: 500, node: 2))
    return copy
  }

  @Test func `a deletion that covers all writes is applied`() {
    let outcome = DeletionMerge(
      edited: ancestor, of: .remote, ancestor: ancestor, rules: MergeRules())
    #expect(outcome == .delete(lost: []))
  }

  @Test(arguments: [LostValue.Side.local, .remote])
  func `a change unknown to the deletion restores the object`(side: LostValue.Side) {
    let outcome = DeletionMerge(
      edited: edited("name"), of: side, ancestor: ancestor, rules: MergeRules())
    #expect(outcome == .restore)
  }

  /// A delayed or repeated request has a write that the deleting device has already seen.
  @Test func `a write older than those known to the deletion restores nothing`() {
    let making = HybridTimestamp(milliseconds: 1_000, node: 1)
    let known = FieldClocks(
      base: making, fields: ["name": HybridTimestamp(milliseconds: 3_000, node: 2)])
    func merge(_ clock: HybridTimestamp) -> DeletionMerge {
      var late = ancestor
      late.clocks["name"] = clock
      return DeletionMerge(
        edited: late, of: .remote, ancestor: nil, known: known, node: 3, rules: MergeRules())
    }
    #expect(merge(making) == .delete(lost: []))
    #expect(merge(HybridTimestamp(milliseconds: 2_000, node: 2)) == .delete(lost: []))
    #expect(merge(HybridTimestamp(milliseconds: 2_000, node: 1)) == .restore)
    #expect(merge(HybridTimestamp(milliseconds: 4_000, node: 2)) == .restore)
    // Clearing a field is a change as well.
    var cleared = ancestor
    cleared.clocks = known
    cleared.write([:], at: HybridTimestamp(milliseconds: 5_000, node: 2))
    let merge = DeletionMerge(
      edited: cleared, of: .remote, ancestor: nil, known: known, node: 3, rules: MergeRules())
    #expect(merge == .restore)
  }

  @Test func `adding a default value is no change, adding another value is one`() {
    for (value, outcome) in [
      (RecordValue.text("new"), DeletionMerge.delete(lost: [])), (.text("old"), .restore),
    ] {
      let merge = DeletionMerge(
        edited: edited("grade"), of: .remote, ancestor: ancestor, defaults: ["grade": value],
        rules: MergeRules())
      #expect(merge == outcome)
    }
  }

  @Test func `a field known only to a newer version is covered if the deletion knows its clock`() {
    var copy = edited("grade")
    copy.values["grade"] = nil
    for (known, outcome) in [
      (ancestor.clocks, DeletionMerge.restore), (copy.clocks, .delete(lost: [])),
    ] {
      let merge = DeletionMerge(
        edited: copy, of: .remote, ancestor: ancestor, known: known, unknown: ["grade"],
        rules: MergeRules())
      #expect(merge == outcome)
    }
  }

  @Test func `a deletion without an ancestor restores the object`() {
    let outcome = DeletionMerge(edited: ancestor, of: .local, ancestor: nil, rules: MergeRules())
    #expect(outcome == .restore)
  }

  @Test func `a change of the position alone restores nothing`() {
    let outcome = DeletionMerge(
      edited: edited("cairn_position_route"), of: .local, ancestor: ancestor, rules: MergeRules())
    #expect(outcome == .delete(lost: []))
  }

  @Test func `if deletions win, the changes are listed as overwritten`() {
    let copy = edited("name")
    let outcome = DeletionMerge(
      edited: copy, of: .local, ancestor: ancestor, rules: MergeRules(deletion: .deletionWins))
    #expect(
      outcome
        == .delete(lost: [
          LostValue(
            field: "name", value: .text("new"), written: copy.clocks["name"], side: .local)
        ]))
  }
}
