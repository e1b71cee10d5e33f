// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKRecord {
  /// All fields that have a value, in one access.
  package var storedValues: [FieldKey: StoredValue] { state.values }

  /// Sets fields, or clears those with nil, in one access.
  package func store(_ values: [FieldKey: StoredValue?]) {
    change { state in
      for (key, value) in values {
        state.values[key] = value
        state.changedKeys.insert(key)
      }
    }
  }
}
