// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Merges a deletion on one device with a concurrent change on another.
///
/// A deletion that knew all changes is applied, and the object stays deleted. A deletion that did
/// not know a change loses: the change restores the object with all its fields, and the deletion is
/// logged as overwritten. The result does not depend on the order in which the two reach the
/// server, and not on clocks: the deleting device has seen the object it deleted, and the writing
/// device has not agreed to the deletion. A change of hidden fields alone, such as the position in
/// a list, does not restore the object. Neither does the default value that a newer version of the
/// program gives to a new property.
package enum DeletionMerge: Hashable, Sendable {
  /// The record is deleted, and with it these changes.
  case delete(lost: [LostValue])
  /// The record stays, or is restored with all values of the changed copy.
  case restore

  /// Merges a deletion with a changed copy.
  ///
  /// - Parameters:
  ///   - edited: The copy that was not deleted.
  ///   - side: The side of that copy.
  ///   - ancestor: The copy that the deletion knew; nil if it is unknown, so that all fields count
  ///     as changed.
  ///   - known: The write times that the deleting device has seen, as far as recorded in addition
  ///     to the ancestor.
  ///   - node: The deleting device, which has seen its own writes.
  ///   - defaults: The default values of new objects.
  ///   - unknown: The fields of the edited copy that this version of the schema doesn't know; only
  ///     their times are available.
  ///   - rules: The merge rules of the record's entity.
  package init(
    edited: RecordSnapshot, of side: LostValue.Side, ancestor: RecordSnapshot?,
    known: FieldClocks? = nil, node: UInt64 = 0, defaults: [String: RecordValue] = [:],
    unknown: Set<String> = [], rules: MergeRules
  ) {
    func isUnseen(_ field: String) -> Bool {
      guard let known else { return true }
      let clock = edited.clocks[field]
      // The device's write to a field before a later write of its own that was seen.
      let isEarlier = clock.node == known[field].node && clock <= known[field]
      return
        !(isEarlier || HybridLogicalClock.isSameWrite(clock, known[field])
        || HybridLogicalClock.isSameWrite(clock, known.base)
        || clock.node == node && clock.packed <= known.latest.packed)
    }
    let unseen = unknown.filter { edited.clocks.fields[$0] != nil && isUnseen($0) }
    // A cleared field has a time, but no value; an encrypted field of a device without a key was never
    // written.
    let times = edited.clocks.fields.filter { $0.value > .distantPast }
    let written = ancestor == nil ? Set(times.keys) : []
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
