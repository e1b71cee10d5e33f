// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Fetches the changed zones of a database.
///
/// ```swift
/// let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
/// operation.recordZoneWithIDChangedBlock = { zoneID in fetch(zoneID) }
/// operation.fetchDatabaseChangesResultBlock = { result in
///   if case .success(let end) = result { token = end.serverChangeToken }
/// }
/// database.add(operation)
/// ```
public final class CKFetchDatabaseChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The token of the last operation; nil for all zones.
  public var previousServerChangeToken: CKServerChangeToken?
  /// The maximum number of zones in one response; 0 for the server's limit.
  public var resultsLimit = 0
  /// Whether to fetch all pages.
  public var fetchAllChanges = true
  /// Called for each zone that was created or has changes.
  public var recordZoneWithIDChangedBlock: ((CKRecordZone.ID) -> Void)?
  /// Called for each zone that was deleted.
  public var recordZoneWithIDWasDeletedBlock: ((CKRecordZone.ID) -> Void)?
  /// Called for each zone that was deleted because the user removed all the app's data.
  public var recordZoneWithIDWasPurgedBlock: ((CKRecordZone.ID) -> Void)?
  /// Called for each zone that was deleted because the user reset encrypted data.
  public var recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock:
    ((CKRecordZone.ID) -> Void)?
  /// Called with each new token, after all zones before it were reported.
  public var changeTokenUpdatedBlock: ((CKServerChangeToken) -> Void)?
  /// Called at the end with the last token.
  public var fetchDatabaseChangesResultBlock:
    (
      (
        Result<(serverChangeToken: CKServerChangeToken, moreComing: Bool), any Error>
      ) -> Void
    )?
  var deprecatedBlocks = DeprecatedBlocks()

  /// An operation that fetches changes since a token.
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
        for change in changes.deletions { report(change) }
        let isRepeated = changes.moreComing && changes.changeToken == token
        token = changes.changeToken
        changeTokenUpdatedBlock?(changes.changeToken)
        guard changes.moreComing, fetchAllChanges else {
          deprecatedBlocks.completion?(changes.changeToken, changes.moreComing, nil)
          fetchDatabaseChangesResultBlock?(.success((changes.changeToken, changes.moreComing)))
          return
        }
        if isRepeated { throw CKError.repeatedChangeToken }
        try Task.checkCancellation()
      }
    } catch {
      let error = Self.asError(error)
      deprecatedBlocks.completion?(nil, false, error)
      fetchDatabaseChangesResultBlock?(.failure(error))
    }
  }

  private func report(_ deletion: CKDatabase.DatabaseChange.Deletion) {
    switch deletion.reason {
    case .deleted: recordZoneWithIDWasDeletedBlock?(deletion.zoneID)
    case .purged: recordZoneWithIDWasPurgedBlock?(deletion.zoneID)
    case .encryptedDataReset:
      recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock?(deletion.zoneID)
    }
  }
}
