// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Makes and deletes zones.
public final class CKModifyRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// What is to be made.
  public var recordZonesToSave: [CKRecordZone]?
  /// What is to be deleted, with all records.
  public var recordZoneIDsToDelete: [CKRecordZone.ID]?
  /// Called for each zone to be made.
  public var perRecordZoneSaveBlock: ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
  /// Called for each zone to be deleted.
  public var perRecordZoneDeleteBlock: ((CKRecordZone.ID, Result<Void, any Error>) -> Void)?
  /// Called at the end; ``CKError/partialFailure`` says that some zones failed.
  public var modifyRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
  var former = Former()

  /// An operation that makes and deletes zones.
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
        former.tell(zone.zoneID, result)
        if case .failure(let error) = result { errors[zone.zoneID] = error }
      }
      for id in ids {
        guard let result = results.deleteResults[id] else { continue }
        perRecordZoneDeleteBlock?(id, result)
        former.tell(id, result)
        if case .failure(let error) = result { errors[id] = error }
      }
      if let error = Self.partialFailure(errors) { throw error }
      end(nil)
    } catch {
      end(Self.asError(error))
    }
  }

  private func end(_ error: (any Error)?) {
    former.atEnd?(former.saved, former.deleted, error)
    modifyRecordZonesResultBlock?(error.map { .failure($0) } ?? .success(()))
  }
}
