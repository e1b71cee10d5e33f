// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKDatabase {
  /// Fetches a zone.
  ///
  /// - Throws: ``CKError/zoneNotFound`` if it does not exist.
  public func recordZone(for zoneID: CKRecordZone.ID) async throws -> CKRecordZone {
    guard let result = try await recordZones(for: [zoneID])[zoneID] else {
      throw CKError(.internalError, "The server's response lacks this zone.")
    }
    return try result.get()
  }

  /// Fetches zones, each with its own result.
  public func recordZones(
    for ids: [CKRecordZone.ID]
  ) async throws -> [CKRecordZone.ID: Result<CKRecordZone, any Error>] {
    guard !ids.isEmpty else { return [:] }
    let response = try await connection().send(
      .lookupZones, databaseScope, LookupZonesRequest(zones: ids.map(\.wire)),
      as: ZonesResponse.self)
    return results(response.zones, of: ids)
  }

  /// Fetches all zones, including the default zone.
  public func allRecordZones() async throws -> [CKRecordZone] {
    let response = try await connection().send(
      .listZones, databaseScope, EmptyRequest(), as: ZonesResponse.self)
    return response.zones.compactMap { result in
      guard case .zone(let zone) = result else { return nil }
      return CKRecordZone(zone, in: databaseScope)
    }
  }

  /// Creates a zone; an existing zone stays unchanged.
  @discardableResult
  public func save(_ zone: CKRecordZone) async throws -> CKRecordZone {
    let results = try await modifyRecordZones(saving: [zone], deleting: []).saveResults
    guard let result = results[zone.zoneID] else {
      throw CKError(.internalError, "The server's response lacks this zone.")
    }
    return try result.get()
  }

  /// Deletes a zone with all its records.
  @discardableResult
  public func deleteRecordZone(withID zoneID: CKRecordZone.ID) async throws -> CKRecordZone.ID {
    let results = try await modifyRecordZones(saving: [], deleting: [zoneID]).deleteResults
    try results[zoneID]?.get()
    return zoneID
  }

  /// Saves and deletes zones, each with its own result.
  public func modifyRecordZones(
    saving recordZonesToSave: [CKRecordZone], deleting recordZoneIDsToDelete: [CKRecordZone.ID]
  ) async throws -> (
    saveResults: [CKRecordZone.ID: Result<CKRecordZone, any Error>],
    deleteResults: [CKRecordZone.ID: Result<Void, any Error>]
  ) {
    let operations =
      recordZonesToSave.map { ModifyZonesRequest.Operation(.create, $0.zoneID.wire) }
      + recordZoneIDsToDelete.map { ModifyZonesRequest.Operation(.delete, $0.wire) }
    guard !operations.isEmpty else { return ([:], [:]) }
    guard operations.count <= Limits.items else {
      throw CKError(
        .limitExceeded,
        "\(operations.count) zones in one request exceed the limit of \(Limits.items): send fewer.")
    }
    let response = try await connection().send(
      .modifyZones, databaseScope, ModifyZonesRequest(operations: operations),
      as: ZonesResponse.self)
    let saved = results(response.zones, of: recordZonesToSave.map(\.zoneID))
    let deleted = results(response.zones, of: recordZoneIDsToDelete).mapValues { result in
      result.map { _ in () }
    }
    return (saved, deleted)
  }

  private func results(
    _ answers: [ZoneResult], of ids: [CKRecordZone.ID]
  ) -> [CKRecordZone.ID: Result<CKRecordZone, any Error>] {
    var results: [CKRecordZone.ID: Result<CKRecordZone, any Error>] = [:]
    for response in answers {
      switch response {
      case .zone(let zone):
        let zone = CKRecordZone(zone, in: databaseScope)
        results[zone.zoneID] = .success(zone)
      case .failure(let failure):
        let error = CKError(failure.failure)
        results[CKRecordZone.ID(failure.zoneID, in: databaseScope)] = .failure(error)
      }
    }
    let wanted = Set(ids)
    var found = results.filter { wanted.contains($0.key) }
    for id in ids where found[id] == nil {
      found[id] = .failure(
        CKError(.internalError, "The server's response lacks the zone \(id.zoneName)."))
    }
    return found
  }
}

extension CKRecordZone {
  convenience init(_ zone: Zone, in scope: CKDatabase.Scope) {
    var capabilities: Capabilities = []
    if zone.zoneID.zoneName != ID.defaultZoneName, scope != .public {
      capabilities = [.fetchChanges]
      if zone.atomic ?? true { capabilities.insert(.atomic) }
      if zone.isEligibleForHierarchicalShare ?? false { capabilities.insert(.sharing) }
      if zone.isEligibleForZoneShare ?? false { capabilities.insert(.zoneWideSharing) }
    }
    self.init(ID(zone.zoneID, in: scope), capabilities)
  }
}
