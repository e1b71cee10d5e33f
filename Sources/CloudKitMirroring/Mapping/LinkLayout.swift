// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit

/// The record format of a relationship that is to-many at both ends or has no inverse: one record
/// for each pair, named by its ends.
package struct LinkLayout: Hashable, Sendable {
  /// The type of all such records.
  package static let recordType = "cairn_link"
  /// The field with the relationship's name, STRING.
  package static let relationshipField = "relationship"
  /// The fields with the ends, REFERENCE.
  package static let sourceField = "source"
  package static let targetField = "target"

  /// The name of the relationship, which is the name of its join table.
  package let relationship: String
  /// The entity that declares the relationship, and the property's name.
  package let source: String
  package let sourceProperty: String
  /// The entity at the other end, and the name of the inverse if there is one.
  package let target: String
  package let targetProperty: String?

  package init(
    relationship: String, source: String, sourceProperty: String, target: String,
    targetProperty: String?
  ) {
    self.relationship = relationship
    self.source = source
    self.sourceProperty = sourceProperty
    self.target = target
    self.targetProperty = targetProperty
  }

  /// True for a relationship that is its own inverse: a pair has no direction.
  package var isSymmetric: Bool { source == target && sourceProperty == targetProperty }

  /// The name of the record that links two others.
  package func recordName(from source: String, to target: String) -> String {
    let (first, second) = ends(source, target)
    return RecordNames.link(relationship, first, second)
  }

  /// The ends in the order of the record.
  private func ends(_ source: String, _ target: String) -> (String, String) {
    isSymmetric && !source.utf8.lexicographicallyPrecedes(target.utf8)
      ? (target, source) : (source, target)
  }

  /// The fields of the record that links two others, with its clocks.
  package func fields(
    from source: String, to target: String, in zone: CKRecordZone.ID, _ clocks: FieldClocks
  ) -> [CKRecord.FieldKey: StoredValue] {
    let (first, second) = ends(source, target)
    func reference(_ name: String) -> StoredValue {
      .reference(
        CKRecord.Reference(
          recordID: CKRecord.ID(recordName: name, zoneID: zone), action: .none))
    }
    return [
      Self.relationshipField: .string(relationship), Self.sourceField: reference(first),
      Self.targetField: reference(second), HiddenFields.clocks: .data(clocks.encoded()),
    ]
  }

  /// Decodes a link record; nil if it is not complete.
  package static func read(_ fields: [CKRecord.FieldKey: StoredValue])
    -> (relationship: String, source: String, target: String)?
  {
    guard case .string(let relationship) = fields[relationshipField],
      case .reference(let source) = fields[sourceField],
      case .reference(let target) = fields[targetField]
    else { return nil }
    return (relationship, source.recordID.recordName, target.recordID.recordName)
  }

  /// The creation time of a link record; nil if it has none.
  package static func clocks(_ fields: [CKRecord.FieldKey: StoredValue]) -> FieldClocks? {
    guard case .data(let data) = fields[HiddenFields.clocks] else { return nil }
    return try? FieldClocks(decoding: data)
  }
}
