// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKRecord {
  /// A record of which no more is known than what its next save needs: the tag that the server gave it;
  /// nil for one that the server doesn't have.
  package convenience init(recordType: RecordType, recordID: CKRecord.ID, changeTag: String?) {
    var state = RecordState(recordType: recordType, recordID: recordID)
    state.changeTag = changeTag
    self.init(state)
  }
}
