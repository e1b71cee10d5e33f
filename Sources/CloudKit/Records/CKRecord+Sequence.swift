// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKRecord: Sequence {
  /// The fields that have a value, sorted by their names.
  public func makeIterator() -> CKRecordKeyValueIterator { CKRecordKeyValueIterator(state.values) }
}

/// The fields of a record, one after the other.
public struct CKRecordKeyValueIterator: IteratorProtocol {
  private var fields: ArraySlice<(key: CKRecord.FieldKey, value: StoredValue)>

  init(_ values: [CKRecord.FieldKey: StoredValue]) {
    fields = values.sorted { $0.key < $1.key }[...]
  }

  /// The next field; nil at the end.
  public mutating func next() -> (CKRecord.FieldKey, any CKRecordValueProtocol)? {
    while let field = fields.popFirst() {
      if let value = field.value.object { return (field.key, value) }
    }
    return nil
  }
}
