// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKRecord: Sequence {
  /// Returns an iterator over the fields with a value, sorted by name.
  public func makeIterator() -> CKRecordKeyValueIterator { CKRecordKeyValueIterator(state.values) }
}

/// An iterator over the fields of a record.
public struct CKRecordKeyValueIterator: IteratorProtocol {
  private var fields: ArraySlice<(key: CKRecord.FieldKey, value: StoredValue)>

  init(_ values: [CKRecord.FieldKey: StoredValue]) {
    fields = values.sorted { $0.key < $1.key }[...]
  }

  /// Returns the next field; nil at the end.
  public mutating func next() -> (CKRecord.FieldKey, any CKRecordValueProtocol)? {
    while let field = fields.popFirst() {
      if let value = field.value.object { return (field.key, value) }
    }
    return nil
  }
}
