// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// Returns changes since a sync token.
package struct ChangeService: Sendable {
  private let data: ServiceContext

  package init(_ data: ServiceContext) { self.data = data }

  // MARK: Zones of a database

  /// `changes/database`, and `zones/changes` with `isMeta`.
  package func databaseChanges(_ request: DatabaseChangesRequest, _ call: CallContext) async throws
    -> [UInt8]
  {
    try Self.checkNotPublic(call)
    var after = SyncToken.DatabasePosition(generation: 1, position: 0)
    if let text = request.syncToken {
      guard case .database(let position) = try open(text, call) else {
        throw ServerFailure.syncToken(.wrongKind)
      }
      after = position
    }
    let limit = min(request.resultsLimit ?? Limits.records, Limits.records)
    let (zones, database) = try await data.read(call) { [after] reader, database in
      guard after.generation == 1 else { throw ServerFailure.syncTokenExpired() }
      if request.syncToken != nil {
        try Self.check(after.position, givenIn: after.epoch, now: database.position)
      }
      return (
        try reader.zoneLog(in: database.id, after: after.position, limit: limit + 1), database
      )
    }
    let known = request.syncToken == nil ? nil : Optional(after.position)
    let page = zones.prefix(limit)
    let moreComing = zones.count > limit
    after.position = moreComing ? page.last?.logPosition ?? after.position : database.position
    after.epoch = SequenceEpoch.of(database.position)
    return try DatabaseChangesResponse(
      zones: page.flatMap { zone -> [ZoneResult] in
        // A client that knows a previous zone of the same name gets its deletion first.
        let isOther = known.map { !zone.isDeleted && zone.previousSequence > $0 } ?? false
        let former = ZoneResult.zone(Zone(zoneID: call.zoneID(zone.name), deleted: true))
        return (isOther ? [former] : []) + [.zone(data.present(zone, call))]
      },
      syncToken: data.sealer.seal(.database(after), in: call.tokenScope), moreComing: moreComing,
      isMeta: request.isMeta
    ).encoded()
  }

  // MARK: Records of a zone

  /// `records/changes`, deprecated.
  package func recordChanges(_ request: RecordChangesRequest, _ call: CallContext) async throws
    -> [UInt8]
  {
    try Self.checkNotPublic(call)
    let options = ZoneChangesOptions(
      resultsLimit: request.resultsLimit, desiredKeys: request.desiredKeys,
      numbersAsStrings: request.numbersAsStrings)
    return try await data.read(call) { reader, database in
      let changes = try changesPage(
        request.zoneID, request.syncToken, options, call, reader, database)
      var page = RecordPageWriter()
      let end = try changes.run(reader, budget: ZoneChangesPage.Budget()) { entry in
        switch entry {
        case .record(let record, let fields): page.append(record, fields: fields)
        case .deleted(let record): page.append(.deleted(record))
        }
        return page.byteCount
      }
      return page.finish(syncToken: seal(end.position, call), moreComing: end.moreComing)
    }
  }

  /// `changes/zone`.
  package func zoneChanges(_ request: ZoneChangesRequest, _ call: CallContext) async throws
    -> [UInt8]
  {
    try Self.checkNotPublic(call)
    return try await data.read(call) { reader, database in
      var page = ZoneChangesWriter(capacity: 128 << 10)
      var budget = ZoneChangesPage.Budget()
      for item in request.zones {
        let changes: ZoneChangesPage
        do {
          changes = try changesPage(
            item.zoneID, item.syncToken, item.options.over(request.options), call, reader, database)
        } catch let failure as ServerFailure {
          page.append(ZoneFailure(zoneID: item.zoneID, failure))
          continue
        }
        page.beginZone(call.zoneID(changes.zone.name))
        let before = page.count
        if page.byteCount >= budget.bytes { budget.records = 0 }
        let end = try changes.run(reader, budget: budget) { entry in
          switch entry {
          case .record(let record, let fields): page.append(record, fields: fields)
          case .deleted(let record): page.append(.deleted(record))
          }
          return page.byteCount
        }
        page.endZone(syncToken: seal(end.position, call), moreComing: end.moreComing)
        budget.records -= page.count - before
      }
      return page.finish()
    }
  }

  private func changesPage(
    _ zoneID: ZoneID, _ token: String?, _ options: ZoneChangesOptions, _ call: CallContext,
    _ reader: any StorageReader, _ database: StoredDatabase
  ) throws -> ZoneChangesPage {
    if zoneID.zoneName == ZoneID.defaultName {
      throw ServerFailure(.badRequest, "cannot get changes in default zone")
    }
    guard call.owns(zoneID), let zone = try reader.zone(named: zoneID.zoneName, in: database.id)
    else { throw ServerFailure.noZone(zoneID) }
    let start = try token.map { try position($0, zone, call) }
    return ZoneChangesPage(
      zone: zone, start: start, schema: try data.schemas.schema(of: database, reader),
      zoneID: call.zoneID(zone.name), options: options, call: call,
      tokens: AssetTokens(sealer: data.sealer))
  }

  // MARK: Tokens

  private func position(_ text: String, _ zone: StoredZone, _ call: CallContext) throws
    -> ZonePosition
  {
    guard case .zone(let position) = try open(text, call) else {
      throw ServerFailure.syncToken(.wrongKind)
    }
    // The token belongs to a previous zone of the same name.
    guard position.zone == UInt64(zone.id), position.generation <= zone.generation else {
      throw ServerFailure.syncTokenExpired()
    }
    let newest = position.walk?.newest ?? position.position
    try Self.check(newest, givenIn: position.epoch, now: zone.position)
    // Tombstones below the floor were removed, so a client that has not read up to it must start again.
    if position.generation < zone.generation, position.position < zone.floor {
      throw ServerFailure.syncTokenExpired()
    }
    return position
  }

  private func open(_ text: String, _ call: CallContext) throws -> SyncToken {
    do throws(TokenError) {
      return try data.sealer.openSyncToken(text, in: call.tokenScope)
    } catch {
      throw ServerFailure.syncToken(error)
    }
  }

  private func seal(_ position: ZonePosition, _ call: CallContext) -> String {
    data.sealer.seal(.zone(position), in: call.tokenScope)
  }

  /// Rejects a position of another history, which exists if a backup was restored.
  ///
  /// Positions from before the backup are rejected too: their client may have saved records that the
  /// restore lost, without having read further.
  private static func check(_ position: UInt64, givenIn epoch: UInt64?, now: UInt64) throws {
    let epochs = SequenceEpoch(now: now)
    if epochs.contains(position, givenIn: epoch) { return }
    throw epochs.wasRestored ? ServerFailure.serverRestored : .syncTokenExpired()
  }

  private static func checkNotPublic(_ call: CallContext) throws {
    guard call.database == .public else { return }
    throw ServerFailure(
      .badRequest, "endpoint not applicable in the database type 'publicdb'")
  }
}
