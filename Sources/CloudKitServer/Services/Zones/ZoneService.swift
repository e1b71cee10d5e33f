// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// Lists, creates and deletes zones.
package struct ZoneService: Sendable {
  /// The maximum number of zones in a database; no quota counts their rows.
  private static let zoneLimit = 1_000

  private let data: ServiceContext

  package init(_ data: ServiceContext) { self.data = data }

  /// `zones/list`.
  package func list(_ request: EmptyRequest, _ call: CallContext) async throws -> [UInt8] {
    let zones = try await data.read(call) { reader, database in
      try reader.zones(in: database.id)
    }
    return try ZonesResponse(zones: zones.map { .zone(data.present($0, call)) }).encoded()
  }

  /// `zones/lookup`.
  package func lookup(_ request: LookupZonesRequest, _ call: CallContext) async throws -> [UInt8] {
    let found = try await data.read(call) { reader, database in
      try request.zones.map { zoneID in
        call.owns(zoneID) ? try reader.zone(named: zoneID.zoneName, in: database.id) : nil
      }
    }
    let zones = zip(request.zones, found).map { zoneID, zone -> ZoneResult in
      guard let zone else { return .failure(ZoneFailure(zoneID: zoneID, .noZone(zoneID))) }
      return .zone(data.present(zone, call))
    }
    return try ZonesResponse(zones: zones).encoded()
  }

  /// `zones/modify`: each operation succeeds or fails on its own.
  package func modify(_ request: ModifyZonesRequest, _ call: CallContext) async throws -> [UInt8] {
    if call.database != .private {
      throw ServerFailure(
        .badRequest, "endpoint not applicable in the database type '\(call.database.rawValue)db'")
    }
    let results = try await data.write(call) { writer, database in
      var notifier = try ChangeNotifier(call, database, writer)
      var deleted: [Int64] = []
      let results = try request.operations.map {
        try Self.apply($0, call, writer, database, data, &notifier, &deleted)
      }
      try notifier.finish(nil, writer)
      // Last, so that the subscribers are notified of the deletion.
      for zone in deleted { try writer.deleteSubscriptions(toZone: zone) }
      return results
    }
    return try ZonesResponse(zones: results).encoded()
  }

  private static func apply(
    _ operation: ModifyZonesRequest.Operation, _ call: CallContext, _ writer: any StorageWriter,
    _ database: StoredDatabase, _ data: ServiceContext, _ notifier: inout ChangeNotifier,
    _ deleted: inout [Int64]
  ) throws -> ZoneResult {
    let (zoneID, name) = (operation.zoneID, operation.zoneID.zoneName)
    func failure(_ failure: ServerFailure) -> ZoneResult {
      .failure(ZoneFailure(zoneID: zoneID, failure))
    }
    guard call.owns(zoneID) else {
      return failure(.init(.accessDenied, "Only its owner can create or delete a zone."))
    }
    switch operation.kind {
    case .create:
      guard name == ZoneID.defaultName || NameRules.isItemName(name) else {
        return failure(.init(.badRequest, "\(name.debugDescription) is not a valid zone name."))
      }
      if let zone = try writer.zone(named: name, in: database.id) {
        return .zone(data.present(zone, call))
      }
      guard try writer.zoneCount(in: database.id) < zoneLimit else {
        return failure(
          .init(.quotaExceeded, "A database can have at most \(zoneLimit) zones: delete one first.")
        )
      }
      let zone = try writer.makeZone(named: name, in: database.id)
      notifier.change(zone)
      return .zone(data.present(zone, call))
    case .delete:
      guard name != ZoneID.defaultName else {
        return failure(.init(.badRequest, "The default zone can't be deleted."))
      }
      guard let zone = try writer.zone(named: name, in: database.id) else {
        return failure(.noZone(zoneID))
      }
      try writer.deleteZone(zone)
      notifier.change(zone)
      deleted.append(zone.id)
      return .zone(Zone(zoneID: call.zoneID(name), deleted: true))
    }
  }
}

extension ServerFailure {
  /// The failure for a zone that does not exist or is not visible to the caller.
  static func noZone(_ zoneID: ZoneID) -> ServerFailure {
    ServerFailure(.zoneNotFound, "There is no zone \(zoneID.zoneName.debugDescription).")
  }
}

extension ServiceContext {
  /// A zone in the form for responses.
  func present(_ zone: StoredZone, _ call: CallContext) -> Zone {
    if zone.isDeleted { return Zone(zoneID: call.zoneID(zone.name), deleted: true) }
    return Zone(
      zoneID: call.zoneID(zone.name), syncToken: syncToken(zone, call),
      atomic: zone.name != ZoneID.defaultName)
  }

  /// The sync token of a zone's current position.
  func syncToken(_ zone: StoredZone, _ call: CallContext) -> String {
    sealer.seal(
      .zone(
        ZonePosition(
          zone: UInt64(zone.id), generation: zone.generation, position: zone.position,
          epoch: SequenceEpoch.of(zone.position))),
      in: call.tokenScope)
  }
}
