// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKDatabase {
  /// What changed in a database.
  public enum DatabaseChange {
    /// A zone that was made, or that has changes.
    public struct Modification: Sendable, Hashable {
      /// The zone.
      public let zoneID: CKRecordZone.ID
    }

    /// A zone that is gone.
    public struct Deletion: Sendable, Hashable {
      /// Why a zone is gone.
      public enum Reason: Sendable, Hashable {
        /// It was deleted.
        case deleted
        /// The user has removed all the app's data.
        case purged
        /// The user has reset encrypted data.
        case encryptedDataReset
      }

      /// The zone.
      public let zoneID: CKRecordZone.ID
      /// Why it is gone.
      public let reason: Reason

      /// True if the user has removed all the app's data.
      public var purged: Bool { reason == .purged }
    }
  }

  /// What changed in a zone.
  public enum RecordZoneChange {
    /// A record that was made or changed.
    public struct Modification: Sendable {
      /// The record as it is now.
      public let record: CKRecord
    }

    /// A record that is gone.
    public struct Deletion: Sendable, Hashable {
      /// The record's name.
      public let recordID: CKRecord.ID
      /// The record's type.
      public let recordType: CKRecord.RecordType
    }
  }

  /// The zones that changed since a token.
  ///
  /// - Parameters:
  ///   - previousServerChangeToken: What the last call gave; nil for all zones there are.
  ///   - resultsLimit: The most zones; nil leaves it to the server.
  /// - Returns: The zones, the next token, and whether there is more at once.
  /// - Throws: ``CKError/changeTokenExpired`` if the token is too old: call again without one.
  public func databaseChanges(
    since previousServerChangeToken: CKServerChangeToken?, resultsLimit: Int? = nil
  ) async throws -> (
    modifications: [DatabaseChange.Modification], deletions: [DatabaseChange.Deletion],
    changeToken: CKServerChangeToken, moreComing: Bool
  ) {
    let request = DatabaseChangesRequest(
      syncToken: previousServerChangeToken?.syncToken, resultsLimit: resultsLimit)
    let answer = try await connection().ask(
      .databaseChanges, databaseScope, request, as: DatabaseChangesResponse.self)
    var modifications: [DatabaseChange.Modification] = []
    var deletions: [DatabaseChange.Deletion] = []
    for case .zone(let zone) in answer.zones {
      let id = CKRecordZone.ID(zone.zoneID, in: databaseScope)
      if zone.deleted ?? false {
        deletions.append(.init(zoneID: id, reason: .deleted))
      } else {
        modifications.append(.init(zoneID: id))
      }
    }
    return (modifications, deletions, CKServerChangeToken(answer.syncToken), answer.moreComing)
  }

  /// The records of a zone that changed since a token.
  ///
  /// - Parameters:
  ///   - zoneID: The zone.
  ///   - previousServerChangeToken: What the last call gave; nil for all records there are.
  ///   - desiredKeys: The fields that are wanted; nil for all.
  ///   - resultsLimit: The most records; nil leaves it to the server.
  /// - Returns: The records, the next token, and whether there is more at once.
  /// - Throws: ``CKError/changeTokenExpired`` if the token is too old: call again without one.
  public func recordZoneChanges(
    inZoneWith zoneID: CKRecordZone.ID, since previousServerChangeToken: CKServerChangeToken?,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int? = nil
  ) async throws -> (
    modificationResultsByID: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>],
    deletions: [RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool
  ) {
    let connection = try connection()
    let request = ZoneChangesRequest(zones: [
      .init(
        zoneID: zoneID.wire, syncToken: previousServerChangeToken?.syncToken,
        options: ZoneChangesOptions(resultsLimit: resultsLimit, desiredKeys: desiredKeys))
    ])
    let answer = try await connection.ask(
      .zoneChanges, databaseScope, request, as: ZoneChangesResponse.self)
    if case .failure(let failure) = answer.zones.first { throw CKError(failure.failure) }
    guard case .changes(let changes) = answer.zones.first else {
      throw CKError(.internalError, "The server's answer says nothing about this zone.")
    }
    let reader = RecordReader(database: self, connection: connection)
    var modifications: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>] = [:]
    var deletions: [RecordZoneChange.Deletion] = []
    for result in changes.records {
      guard let name = result.recordName else { continue }
      let id = CKRecord.ID(recordName: name, zoneID: zoneID)
      switch result {
      case .record(let record):
        do {
          let record = try await reader.record(record, zone: zoneID)
          modifications[id] = .success(.init(record: record))
        } catch {
          modifications[id] = .failure(error)
        }
      case .deleted(let record):
        deletions.append(.init(recordID: id, recordType: record.recordType ?? ""))
      case .failure(let failure):
        modifications[id] = .failure(
          CKError(failure, client: nil, in: databaseScope, connection.cipher))
      }
    }
    return (
      modifications, deletions, CKServerChangeToken(changes.syncToken), changes.moreComing
    )
  }
}
