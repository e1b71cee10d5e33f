// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Testing

@Suite("Deletions against changes")
struct DeletionMergeTests {
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

  @Test("A deletion that knew of everything is carried out")
  func known() {
    let outcome = DeletionMerge(
      edited: ancestor, of: .remote, ancestor: ancestor, rules: MergeRules())
    #expect(outcome == .delete(lost: []))
  }

  @Test(
    "A change that the deletion did not know of brings the object back",
    arguments: [
      LostValue.Side.local, .remote,
    ])
  func restored(side: LostValue.Side) {
    let outcome = DeletionMerge(
      edited: edited("name"), of: side, ancestor: ancestor, rules: MergeRules())
    #expect(outcome == .restore)
  }

  /// A request comes late, or twice: who deleted has seen what became of it.
  @Test("What was written before that which the deletion knew brings nothing back")
  func late() {
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
    // What was cleared is a change as well.
    var cleared = ancestor
    cleared.clocks = known
    cleared.write([:], at: HybridTimestamp(milliseconds: 5_000, node: 2))
    let merge = DeletionMerge(
      edited: cleared, of: .remote, ancestor: nil, known: known, node: 3, rules: MergeRules())
    #expect(merge == .restore)
  }

  @Test("A value by default where there was none is no change, and another one is")
  func defaults() {
    for (value, outcome) in [
      (RecordValue.text("new"), DeletionMerge.delete(lost: [])), (.text("old"), .restore),
    ] {
      let merge = DeletionMerge(
        edited: edited("grade"), of: .remote, ancestor: ancestor, defaults: ["grade": value],
        rules: MergeRules())
      #expect(merge == outcome)
    }
  }

  @Test("A field that only a newer version knows is seen if its time is")
  func unknown() {
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

  @Test("A deletion of what was never seen restores")
  func unknownAncestor() {
    let outcome = DeletionMerge(edited: ancestor, of: .local, ancestor: nil, rules: MergeRules())
    #expect(outcome == .restore)
  }

  @Test("A change of place alone brings nothing back")
  func hiddenFields() {
    let outcome = DeletionMerge(
      edited: edited("cairn_position_route"), of: .local, ancestor: ancestor, rules: MergeRules())
    #expect(outcome == .delete(lost: []))
  }

  @Test("Where deletions win, the changes are listed")
  func deletionWins() {
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
