// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKDatabase {
  /// A zone by its name.
  ///
  /// - Throws: ``CKError/zoneNotFound`` if there is none.
  public func recordZone(for zoneID: CKRecordZone.ID) async throws -> CKRecordZone {
    guard let result = try await recordZones(for: [zoneID])[zoneID] else {
      throw CKError(.internalError, "The server's answer says nothing about this zone.")
    }
    return try result.get()
  }

  /// Zones by their names, each with an error of its own if there is none.
  public func recordZones(
    for ids: [CKRecordZone.ID]
  ) async throws -> [CKRecordZone.ID: Result<CKRecordZone, any Error>] {
    guard !ids.isEmpty else { return [:] }
    let answer = try await connection().ask(
      .lookupZones, databaseScope, LookupZonesRequest(zones: ids.map(\.wire)),
      as: ZonesResponse.self)
    return results(answer.zones, of: ids)
  }

  /// All zones, the default one too.
  public func allRecordZones() async throws -> [CKRecordZone] {
    let answer = try await connection().ask(
      .listZones, databaseScope, EmptyRequest(), as: ZonesResponse.self)
    return answer.zones.compactMap { result in
      guard case .zone(let zone) = result else { return nil }
      return CKRecordZone(zone, in: databaseScope)
    }
  }

  /// Makes a zone; one that is there stays as it is.
  @discardableResult
  public func save(_ zone: CKRecordZone) async throws -> CKRecordZone {
    let results = try await modifyRecordZones(saving: [zone], deleting: []).saveResults
    guard let result = results[zone.zoneID] else {
      throw CKError(.internalError, "The server's answer says nothing about this zone.")
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

  /// Makes and deletes zones, each with an error of its own if that fails.
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
        "\(operations.count) zones in one request: at most \(Limits.items) are taken, send fewer.")
    }
    let answer = try await connection().ask(
      .modifyZones, databaseScope, ModifyZonesRequest(operations: operations),
      as: ZonesResponse.self)
    let saved = results(answer.zones, of: recordZonesToSave.map(\.zoneID))
    let deleted = results(answer.zones, of: recordZoneIDsToDelete).mapValues { result in
      result.map { _ in () }
    }
    return (saved, deleted)
  }

  private func results(
    _ answers: [ZoneResult], of ids: [CKRecordZone.ID]
  ) -> [CKRecordZone.ID: Result<CKRecordZone, any Error>] {
    var results: [CKRecordZone.ID: Result<CKRecordZone, any Error>] = [:]
    for answer in answers {
      switch answer {
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
        CKError(.internalError, "The server's answer says nothing about the zone \(id.zoneName)."))
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
