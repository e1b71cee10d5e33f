// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Fetches zones by their IDs, or all zones.
///
/// ```swift
/// let operation = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
/// operation.perRecordZoneResultBlock = { zoneID, _ in print(zoneID.zoneName) }
/// database.add(operation)
/// ```
public final class CKFetchRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The zones to fetch; nil for all.
  public var recordZoneIDs: [CKRecordZone.ID]?
  /// Called for each zone.
  public var perRecordZoneResultBlock: ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
  /// Called at the end; with ``CKError/partialFailure`` if some zones failed.
  public var fetchRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
  var deprecatedBlocks = DeprecatedBlocks()

  /// An operation that fetches zones by their IDs, or all zones.
  public init(recordZoneIDs: [CKRecordZone.ID]? = nil) {
    self.recordZoneIDs = recordZoneIDs
    super.init()
  }

  /// An operation that fetches all zones.
  public class func fetchAllRecordZonesOperation() -> Self {
    unsafeDowncast(CKFetchRecordZonesOperation(), to: Self.self)
  }

  override func run() async {
    do {
      let database = try target()
      var errors: [AnyHashable: any Error] = [:]
      if let ids = recordZoneIDs {
        let results = try await database.recordZones(for: ids)
        for id in ids {
          guard let result = results[id] else { continue }
          perRecordZoneResultBlock?(id, result)
          deprecatedBlocks.report(id, result)
          if case .failure(let error) = result { errors[id] = error }
        }
      } else {
        for zone in try await database.allRecordZones() {
          perRecordZoneResultBlock?(zone.zoneID, .success(zone))
          deprecatedBlocks.report(zone.zoneID, .success(zone))
        }
      }
      if let error = Self.partialFailure(errors) { throw error }
      end(nil)
    } catch {
      end(Self.asError(error))
    }
  }

  private func end(_ error: (any Error)?) {
    deprecatedBlocks.completion?(deprecatedBlocks.fetched, error)
    fetchRecordZonesResultBlock?(error.map { .failure($0) } ?? .success(()))
  }
}
