// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Saves and deletes zones.
///
/// ```swift
/// let operation = CKModifyRecordZonesOperation(
///   recordZonesToSave: [CKRecordZone(zoneName: "Hikes")])
/// operation.modifyRecordZonesResultBlock = { result in show(result) }
/// database.add(operation)
/// ```
public final class CKModifyRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The zones to save.
  public var recordZonesToSave: [CKRecordZone]?
  /// The zones to delete with all their records.
  public var recordZoneIDsToDelete: [CKRecordZone.ID]?
  /// Called for each zone to save.
  public var perRecordZoneSaveBlock: ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
  /// Called for each zone to delete.
  public var perRecordZoneDeleteBlock: ((CKRecordZone.ID, Result<Void, any Error>) -> Void)?
  /// Called at the end; with ``CKError/partialFailure`` if some zones failed.
  public var modifyRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
  var deprecatedBlocks = DeprecatedBlocks()

  /// An operation that saves and deletes zones.
  public init(
    recordZonesToSave: [CKRecordZone]? = nil, recordZoneIDsToDelete: [CKRecordZone.ID]? = nil
  ) {
    self.recordZonesToSave = recordZonesToSave
    self.recordZoneIDsToDelete = recordZoneIDsToDelete
    super.init()
  }

  override func run() async {
    do {
      let (zones, ids) = (recordZonesToSave ?? [], recordZoneIDsToDelete ?? [])
      let results = try await target().modifyRecordZones(saving: zones, deleting: ids)
      var errors: [AnyHashable: any Error] = [:]
      for zone in zones {
        guard let result = results.saveResults[zone.zoneID] else { continue }
        perRecordZoneSaveBlock?(zone.zoneID, result)
        deprecatedBlocks.report(zone.zoneID, result)
        if case .failure(let error) = result { errors[zone.zoneID] = error }
      }
      for id in ids {
        guard let result = results.deleteResults[id] else { continue }
        perRecordZoneDeleteBlock?(id, result)
        deprecatedBlocks.report(id, result)
        if case .failure(let error) = result { errors[id] = error }
      }
      if let error = Self.partialFailure(errors) { throw error }
      end(nil)
    } catch {
      end(Self.asError(error))
    }
  }

  private func end(_ error: (any Error)?) {
    deprecatedBlocks.completion?(deprecatedBlocks.saved, deprecatedBlocks.deleted, error)
    modifyRecordZonesResultBlock?(error.map { .failure($0) } ?? .success(()))
  }
}
