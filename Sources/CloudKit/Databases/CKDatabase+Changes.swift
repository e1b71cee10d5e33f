// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKDatabase {
  /// The kinds of changes in a database.
  public enum DatabaseChange {
    /// A zone that was created or has changes.
    public struct Modification: Sendable, Hashable {
      /// The zone.
      public let zoneID: CKRecordZone.ID
    }

    /// A deleted zone.
    public struct Deletion: Sendable, Hashable {
      /// The reason for the deletion of a zone.
      public enum Reason: Sendable, Hashable {
        /// The zone was deleted.
        case deleted
        /// The user removed all the app's data.
        case purged
        /// The user reset encrypted data.
        case encryptedDataReset
      }

      /// The zone.
      public let zoneID: CKRecordZone.ID
      /// The reason for the deletion.
      public let reason: Reason

      /// Whether the user removed all the app's data.
      public var purged: Bool { reason == .purged }

      package init(zoneID: CKRecordZone.ID, reason: Reason) {
        self.zoneID = zoneID
        self.reason = reason
      }
    }
  }

  /// The kinds of changes in a zone.
  public enum RecordZoneChange {
    /// A record that was created or changed.
    public struct Modification: Sendable {
      /// The current record.
      public let record: CKRecord
    }

    /// A deleted record.
    public struct Deletion: Sendable, Hashable {
      /// The record's ID.
      public let recordID: CKRecord.ID
      /// The record's type.
      public let recordType: CKRecord.RecordType

      package init(recordID: CKRecord.ID, recordType: CKRecord.RecordType) {
        self.recordID = recordID
        self.recordType = recordType
      }
    }
  }

  /// Fetches the zones that changed since a token.
  ///
  /// - Parameters:
  ///   - previousServerChangeToken: The token of the last call; nil for all zones.
  ///   - resultsLimit: The maximum number of zones; nil for the server's limit.
  /// - Returns: The zones, the next token, and whether more changes are available.
  /// - Throws: ``CKError/changeTokenExpired`` if the token has expired: call again without one.
  public func databaseChanges(
    since previousServerChangeToken: CKServerChangeToken?, resultsLimit: Int? = nil
  ) async throws -> (
    modifications: [DatabaseChange.Modification], deletions: [DatabaseChange.Deletion],
    changeToken: CKServerChangeToken, moreComing: Bool
  ) {
    let request = DatabaseChangesRequest(
      syncToken: previousServerChangeToken?.syncToken, resultsLimit: resultsLimit)
    let response = try await connection().send(
      .databaseChanges, databaseScope, request, as: DatabaseChangesResponse.self)
    var modifications: [DatabaseChange.Modification] = []
    var deletions: [DatabaseChange.Deletion] = []
    for case .zone(let zone) in response.zones {
      let id = CKRecordZone.ID(zone.zoneID, in: databaseScope)
      if zone.deleted ?? false {
        deletions.append(.init(zoneID: id, reason: .deleted))
      } else {
        modifications.append(.init(zoneID: id))
      }
    }
    return (modifications, deletions, CKServerChangeToken(response.syncToken), response.moreComing)
  }

  /// Fetches the records of a zone that changed since a token.
  ///
  /// - Parameters:
  ///   - zoneID: The zone.
  ///   - previousServerChangeToken: The token of the last call; nil for all records.
  ///   - desiredKeys: The fields to fetch; nil for all.
  ///   - resultsLimit: The maximum number of records; nil for the server's limit.
  /// - Returns: The records, the next token, and whether more changes are available.
  /// - Throws: ``CKError/changeTokenExpired`` if the token has expired: call again without one.
  public func recordZoneChanges(
    inZoneWith zoneID: CKRecordZone.ID, since previousServerChangeToken: CKServerChangeToken?,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int? = nil
  ) async throws -> (
    modificationResultsByID: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>],
    deletions: [RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool
  ) {
    let page = try await zonePage(
      of: zoneID, since: previousServerChangeToken, desiredKeys: desiredKeys,
      resultsLimit: resultsLimit)
    var modifications: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>] = [:]
    for record in page.records {
      modifications[record.recordID] = .success(.init(record: record))
    }
    for failure in page.failures { modifications[failure.id] = .failure(failure.error) }
    return (modifications, page.deletions, page.token, page.moreComing)
  }
}
