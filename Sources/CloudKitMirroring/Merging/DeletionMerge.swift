// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What becomes of a record that one device deleted while another changed it.
///
/// A deletion that knew of all changes is carried out, and nothing comes back. One that did not know of
/// a change loses: the change brings the object back with all its fields, and the deletion is listed as
/// lost. So it is in whichever order the two reach the server, and no clock is asked: who deletes has
/// seen what it was that is deleted, and whoever wrote meanwhile has not said that the object may go.
/// A change of hidden fields alone, such as the place in a list, brings nothing back, nor does the value that
/// a newer version of the program gives to a property that was not there before.
package enum DeletionMerge: Hashable, Sendable {
  /// The record goes; these were changes that are lost with it.
  case delete(lost: [LostValue])
  /// The record stays, or comes back with all values of the copy that was changed.
  case restore

  /// Decides between a deletion and a changed copy.
  ///
  /// - Parameters:
  ///   - edited: The copy that was not deleted.
  ///   - side: Whose it is.
  ///   - ancestor: What the deletion knew; nil if that isn't known, so that all is a change.
  ///   - known: When each field was written that who deleted has seen, as far as that is noted beside
  ///     the ancestor.
  ///   - node: Who deleted: what it wrote itself it has seen.
  ///   - defaults: The values that new objects have.
  ///   - unknown: The fields of the edited copy that this version of the schema doesn't know, of which only
  ///     the times are here.
  ///   - rules: Those of the record's entity.
  package init(
    edited: RecordSnapshot, of side: LostValue.Side, ancestor: RecordSnapshot?,
    known: FieldClocks? = nil, node: UInt64 = 0, defaults: [String: RecordValue] = [:],
    unknown: Set<String> = [], rules: MergeRules
  ) {
    func isUnseen(_ field: String) -> Bool {
      guard let known else { return true }
      let clock = edited.clocks[field]
      // What a device wrote to a field before another write of its own that was seen.
      let isEarlier = clock.node == known[field].node && clock <= known[field]
      return
        !(isEarlier || HybridLogicalClock.isSameWrite(clock, known[field])
        || HybridLogicalClock.isSameWrite(clock, known.base)
        || clock.node == node && clock.packed <= known.latest.packed)
    }
    let unseen = unknown.filter { edited.clocks.fields[$0] != nil && isUnseen($0) }
    // A field that was cleared has a time alone.
    let written = ancestor == nil ? Set(edited.clocks.fields.keys) : []
    let candidates = Set(edited.changes(since: ancestor)).union(written).union(unseen)
    let changed = candidates.sorted().filter { field in
      if HiddenFields.isHidden(field) { return false }
      if unseen.contains(field) { return true }
      if let ancestor, ancestor.values[field] == nil, edited.values[field] == defaults[field] {
        return false
      }
      return isUnseen(field)
    }
    if changed.isEmpty {
      self = .delete(lost: [])
    } else if rules.deletion == .editWins {
      self = .restore
    } else {
      self = .delete(
        lost: changed.map {
          LostValue(
            field: $0, value: edited.values[$0], written: edited.clocks[$0], side: side)
        })
    }
  }
}
