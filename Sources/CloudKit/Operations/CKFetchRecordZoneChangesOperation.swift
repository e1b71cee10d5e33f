// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Fetches the changed records of zones.
///
/// ```swift
/// let operation = CKFetchRecordZoneChangesOperation(
///   recordZoneIDs: [zoneID],
///   configurationsByRecordZoneID: [zoneID: .init(previousServerChangeToken: token)])
/// operation.recordWasChangedBlock = { recordID, result in
///   if case .success(let record) = result { apply(record) }
/// }
/// operation.recordWithIDWasDeletedBlock = { recordID, _ in remove(recordID) }
/// operation.recordZoneFetchResultBlock = { _, result in
///   if case .success(let end) = result { token = end.serverChangeToken }
/// }
/// database.add(operation)
/// ```
public final class CKFetchRecordZoneChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The zones.
  public var recordZoneIDs: [CKRecordZone.ID]?
  /// The configuration of each zone; zones without one are fetched completely.
  public var configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]?
  /// Whether to fetch all pages.
  public var fetchAllChanges = true
  /// Called for each record that was created or changed.
  public var recordWasChangedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  /// Called for each record that was deleted.
  public var recordWithIDWasDeletedBlock: ((CKRecord.ID, CKRecord.RecordType) -> Void)?
  /// Called with each new token of a zone, after all records before it were reported.
  public var recordZoneChangeTokensUpdatedBlock:
    ((CKRecordZone.ID, CKServerChangeToken?, Data?) -> Void)?
  /// Called at the end of each zone.
  public var recordZoneFetchResultBlock:
    (
      (
        CKRecordZone.ID,
        Result<
          (
            serverChangeToken: CKServerChangeToken, clientChangeTokenData: Data?, moreComing: Bool
          ), any Error
        >
      ) -> Void
    )?
  /// Called at the end; with ``CKError/partialFailure`` if some zones failed.
  public var fetchRecordZoneChangesResultBlock: ((Result<Void, any Error>) -> Void)?
  var deprecatedBlocks = DeprecatedBlocks()

  /// An operation that fetches the changes of zones.
  public init(
    recordZoneIDs: [CKRecordZone.ID] = [],
    configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]? = nil
  ) {
    self.recordZoneIDs = recordZoneIDs
    self.configurationsByRecordZoneID = configurationsByRecordZoneID
    super.init()
  }

  override func run() async {
    do {
      let database = try target()
      var errors: [AnyHashable: any Error] = [:]
      for zone in recordZoneIDs ?? [] {
        do {
          let end = try await run(zone, database)
          deprecatedBlocks.perZone?(zone, end.token, nil, end.moreComing, nil)
          recordZoneFetchResultBlock?(zone, .success((end.token, nil, end.moreComing)))
        } catch let error as CKError where error.code != .operationCancelled {
          errors[zone] = error
          deprecatedBlocks.perZone?(zone, nil, nil, false, error)
          recordZoneFetchResultBlock?(zone, .failure(error))
        }
      }
      if let error = Self.partialFailure(errors) { throw error }
      end(nil)
    } catch {
      end(Self.asError(error))
    }
  }

  private func end(_ error: (any Error)?) {
    deprecatedBlocks.completion?(error)
    fetchRecordZoneChangesResultBlock?(error.map { .failure($0) } ?? .success(()))
  }

  private func run(_ zone: CKRecordZone.ID, _ database: CKDatabase) async throws -> (
    token: CKServerChangeToken, moreComing: Bool
  ) {
    let configuration = configurationsByRecordZoneID?[zone] ?? ZoneConfiguration()
    var token = configuration.previousServerChangeToken
    while true {
      let changes = try await database.recordZoneChanges(
        inZoneWith: zone, since: token, desiredKeys: configuration.desiredKeys,
        resultsLimit: configuration.resultsLimit > 0 ? configuration.resultsLimit : nil)
      for (id, result) in changes.modificationResultsByID {
        recordWasChangedBlock?(id, result.map(\.record))
        if case .success(let change) = result { deprecatedBlocks.perRecord?(change.record) }
      }
      for deletion in changes.deletions {
        recordWithIDWasDeletedBlock?(deletion.recordID, deletion.recordType)
      }
      let isRepeated = changes.moreComing && changes.changeToken == token
      token = changes.changeToken
      recordZoneChangeTokensUpdatedBlock?(zone, changes.changeToken, nil)
      guard changes.moreComing, fetchAllChanges else {
        return (changes.changeToken, changes.moreComing)
      }
      if isRepeated { throw CKError.repeatedChangeToken }
      try Task.checkCancellation()
    }
  }
}
