// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// Changes, looks up and queries records.
package struct RecordService: Sendable {
  let data: ServiceContext
  var tokens: AssetTokens { AssetTokens(sealer: data.sealer) }

  package init(_ data: ServiceContext) { self.data = data }

  // MARK: Modifying

  /// `records/modify`.
  ///
  /// - Throws: ``AtomicFailure`` if an operation of an atomic batch fails, or ``ServerFailure`` if the
  ///   request as a whole is invalid.
  package func modify(_ request: ModifyRecordsRequest, _ call: CallContext) async throws -> [UInt8]
  {
    if call.caller == .world {
      throw ServerFailure(.authenticationRequired, "request needs authorization")
    }
    try Self.checkOperationCount(request.operations.count)
    let batch = RecordBatch(request, call, try await latestSchema(call), tokens)
    let result = try await data.write(call) { writer, database in
      let schema = try data.schemas.schema(of: database, writer)
      if let zoneID = request.zoneID {
        guard call.owns(zoneID),
          try writer.zone(named: zoneID.zoneName, in: database.id) != nil
        else { throw ServerFailure.noZone(zoneID) }
      }
      let (outcomes, newSchema) = try batch.run(writer, database, schema)
      let zone =
        try call.wantsSyncToken
        ? writer.zone(named: (request.zoneID ?? .default).zoneName, in: database.id) : nil
      return (outcomes: outcomes, schema: newSchema, zone: zone)
    }
    return try answer(batch, result.outcomes, result.schema, result.zone)
  }

  /// The latest known schema, for checks before the write transaction.
  private func latestSchema(_ call: CallContext) async throws -> Schema? {
    let key = try call.databaseKey
    if let id = data.schemas.id(of: key), let schema = data.schemas.latest(id) { return schema }
    return try await data.read(call) { reader, database in
      data.schemas.store(database.schema, for: key)
      return try data.schemas.schema(of: database, reader)
    }
  }

  private func answer(
    _ batch: RecordBatch, _ outcomes: [RecordBatch.Outcome], _ schema: Schema, _ zone: StoredZone?
  ) throws -> [UInt8] {
    let request = batch.request
    var presenter = RecordPresenter(
      schema: schema, call: batch.call, tokens: tokens, numbersAsStrings: request.numbersAsStrings)
    var page = RecordPageWriter()
    for (operation, outcome) in zip(request.operations, outcomes) {
      switch outcome {
      case .saved(let record, let zoneID):
        presenter.desiredKeys = operation.desiredKeys ?? request.desiredKeys
        try presenter.present(record, zoneID) { page.append($0, fields: $1) }
      case .deleted(let record): page.append(.deleted(record))
      case .failed(let failure): page.append(.failure(failure))
      }
    }
    return page.finish(syncToken: zone.map { data.syncToken($0, batch.call) })
  }

  static func checkOperationCount(_ count: Int) throws {
    guard count <= Limits.operations else {
      throw ServerFailure(
        .badRequest, "\(count) operations in one request, at most \(Limits.operations)")
    }
  }

  // MARK: Looking up

  /// The size in bytes at which a response ends, because 200 records can have 200 MB.
  private static let lookupBytes = 32 << 20

  /// `records/lookup`.
  package func lookup(_ request: LookupRecordsRequest, _ call: CallContext) async throws -> [UInt8]
  {
    try Self.checkOperationCount(request.records.count)
    let zoneID = request.zoneID ?? .default
    return try await data.read(call) { reader, database in
      guard call.owns(zoneID),
        let zone = try reader.zone(named: zoneID.zoneName, in: database.id)
      else { throw ServerFailure.noZone(zoneID) }
      var presenter = RecordPresenter(
        schema: try data.schemas.schema(of: database, reader), call: call, tokens: tokens,
        numbersAsStrings: request.numbersAsStrings)
      var page = RecordPageWriter()
      for item in request.records {
        presenter.desiredKeys = item.desiredKeys ?? request.desiredKeys
        if page.byteCount > Self.lookupBytes {
          let failure = ServerFailure(
            .tryAgainLater, "The response is full: look this record up in another request.",
            retryAfter: 1)
          page.append(.failure(RecordFailure(recordName: item.recordName, failure)))
        } else if let record = try reader.record(named: item.recordName, in: zone.id),
          !record.isDeleted
        {
          try presenter.present(record, call.zoneID(zone.name)) { page.append($0, fields: $1) }
        } else {
          page.append(
            .failure(
              RecordFailure(
                recordName: item.recordName, ServerFailure(.notFound, "Record not found"))))
        }
      }
      return page.finish(
        syncToken: call.wantsSyncToken ? data.syncToken(zone, call) : nil)
    }
  }
}
