// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Fetches which zones of a database have changed.
public final class CKFetchDatabaseChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// What the last operation gave; nil for all zones there are.
  public var previousServerChangeToken: CKServerChangeToken?
  /// The most zones in one answer; 0 leaves it to the server.
  public var resultsLimit = 0
  /// Whether to go on while the server has more.
  public var fetchAllChanges = true
  /// Called for each zone that was made or has changes.
  public var recordZoneWithIDChangedBlock: ((CKRecordZone.ID) -> Void)?
  /// Called for each zone that was deleted.
  public var recordZoneWithIDWasDeletedBlock: ((CKRecordZone.ID) -> Void)?
  /// Called for each zone that is gone since the user has removed all the app's data.
  public var recordZoneWithIDWasPurgedBlock: ((CKRecordZone.ID) -> Void)?
  /// Called for each zone that is gone since the user has reset encrypted data.
  public var recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock:
    ((CKRecordZone.ID) -> Void)?
  /// Called with each new token, once all zones before it were told.
  public var changeTokenUpdatedBlock: ((CKServerChangeToken) -> Void)?
  /// Called at the end with the newest token.
  public var fetchDatabaseChangesResultBlock:
    (
      (
        Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool), any Error>
      ) -> Void
    )?
  var former = Former()

  /// An operation that fetches what has changed since a token.
  public init(previousServerChangeToken: CKServerChangeToken? = nil) {
    self.previousServerChangeToken = previousServerChangeToken
    super.init()
  }

  override func run() async {
    do {
      let database = try target()
      var token = previousServerChangeToken
      while true {
        let changes = try await database.databaseChanges(
          since: token, resultsLimit: resultsLimit > 0 ? resultsLimit : nil)
        for change in changes.modifications { recordZoneWithIDChangedBlock?(change.zoneID) }
        for change in changes.deletions { tell(change) }
        let isStandstill = changes.moreComing && changes.changeToken == token
        token = changes.changeToken
        changeTokenUpdatedBlock?(changes.changeToken)
        guard changes.moreComing, fetchAllChanges else {
          former.atEnd?(changes.changeToken, changes.moreComing, nil)
          fetchDatabaseChangesResultBlock?(.success((changes.changeToken, changes.moreComing)))
          return
        }
        if isStandstill { throw CKError.standstill }
        try Task.checkCancellation()
      }
    } catch {
      let error = Self.asError(error)
      former.atEnd?(nil, false, error)
      fetchDatabaseChangesResultBlock?(.failure(error))
    }
  }

  private func tell(_ deletion: CKDatabase.DatabaseChange.Deletion) {
    switch deletion.reason {
    case .deleted: recordZoneWithIDWasDeletedBlock?(deletion.zoneID)
    case .purged: recordZoneWithIDWasPurgedBlock?(deletion.zoneID)
    case .encryptedDataReset:
      recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock?(deletion.zoneID)
    }
  }
}
