// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKRecord {
  /// All fields with a value, in one atomic access.
  package var storedValues: [FieldKey: StoredValue] { state.values }

  /// Sets fields, or clears those with nil, in one atomic access.
  package func store(_ values: [FieldKey: StoredValue?]) {
    change { state in
      for (key, value) in values {
        state.values[key] = value
        state.changedKeys.insert(key)
      }
    }
  }
}

extension CKRecord {
  /// A record with only the data for its next save: the change tag from the server; nil for a new
  /// record.
  package convenience init(recordType: RecordType, recordID: CKRecord.ID, changeTag: String?) {
    var state = RecordState(recordType: recordType, recordID: recordID)
    state.changeTag = changeTag
    self.init(state)
  }
}
