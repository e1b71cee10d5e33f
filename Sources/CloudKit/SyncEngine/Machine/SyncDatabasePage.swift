// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A page of the zones that changed.
package struct SyncDatabasePage: Sendable {
  package var modifications: [CKRecordZone.ID] = []
  package var deletions: [CKDatabase.DatabaseChange.Deletion] = []
  package var token: CKServerChangeToken
  package var moreComing = false

  package init(
    modifications: [CKRecordZone.ID] = [], deletions: [CKDatabase.DatabaseChange.Deletion] = [],
    token: CKServerChangeToken, moreComing: Bool = false
  ) {
    self.modifications = modifications
    self.deletions = deletions
    self.token = token
    self.moreComing = moreComing
  }
}
