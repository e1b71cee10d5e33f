// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKDatabase {
  /// Fetches one page of the records that match a query.
  ///
  /// - Parameters:
  ///   - query: The record type, the predicate and the order.
  ///   - zoneID: The zone to search; nil for all zones, or the default zone in the public database.
  ///   - desiredKeys: The fields to fetch; nil for all.
  ///   - resultsLimit: The maximum number of records; ``CKQueryOperation/maximumResults`` for the
  ///     server's limit.
  /// - Returns: The ordered records, and a cursor if more match.
  /// - Throws: ``CKError/invalidArguments`` for a predicate that servers do not support.
  public func records(
    matching query: CKQuery, inZoneWith zoneID: CKRecordZone.ID? = nil,
    desiredKeys: [CKRecord.FieldKey]? = nil,
    resultsLimit: Int = CKQueryOperation.maximumResults
  ) async throws -> (
    matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)],
    queryCursor: CKQueryOperation.Cursor?
  ) {
    guard let translated = try QueryTranslation(query).query else { return ([], nil) }
    return try await records(translated, zoneID, nil, desiredKeys, resultsLimit)
  }

  /// Fetches the next page of the records that match a query.
  public func records(
    continuingMatchFrom queryCursor: CKQueryOperation.Cursor,
    desiredKeys: [CKRecord.FieldKey]? = nil,
    resultsLimit: Int = CKQueryOperation.maximumResults
  ) async throws -> (
    matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)],
    queryCursor: CKQueryOperation.Cursor?
  ) {
    try await records(
      queryCursor.query, queryCursor.zoneID, queryCursor.marker, desiredKeys, resultsLimit)
  }

  private func records(
    _ query: Query, _ zoneID: CKRecordZone.ID?, _ marker: String?,
    _ desiredKeys: [CKRecord.FieldKey]?, _ resultsLimit: Int
  ) async throws -> (
    matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)],
    queryCursor: CKQueryOperation.Cursor?
  ) {
    let connection = try connection()
    let request = QueryRecordsRequest(
      query: query, zoneID: zoneID?.wire, zoneWide: zoneID == nil && databaseScope != .public,
      resultsLimit: resultsLimit > 0 ? resultsLimit : nil, continuationMarker: marker,
      desiredKeys: desiredKeys)
    let response = try await connection.send(
      .queryRecords, databaseScope, request, as: RecordsResponse.self)
    let reader = RecordReader(database: self, connection: connection)
    var results: [(CKRecord.ID, Result<CKRecord, any Error>)] = []
    for result in response.records {
      guard let name = result.recordName else { continue }
      let id = CKRecord.ID(
        recordName: name,
        zoneID: result.zoneID.map { CKRecordZone.ID($0, in: databaseScope) } ?? zoneID ?? .default)
      switch result {
      case .record(let record):
        do {
          results.append((id, .success(try await reader.record(record, zone: id.zoneID))))
        } catch {
          results.append((id, .failure(error)))
        }
      case .failure(let failure):
        results.append(
          (id, .failure(CKError(failure, client: nil, in: databaseScope, connection.cipher))))
      case .deleted: break
      }
    }
    let cursor = response.continuationMarker.map {
      CKQueryOperation.Cursor(query: query, zoneID: zoneID, marker: $0)
    }
    return (results, cursor)
  }
}

extension RecordResult {
  fileprivate var zoneID: ZoneID? {
    switch self {
    case .record(let record): record.zoneID
    case .deleted(let record): record.zoneID
    case .failure(let failure): failure.zoneID
    }
  }
}
