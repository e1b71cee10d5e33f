// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// Changes, looks up and queries records.
package struct RecordService: Sendable {
  let data: CloudData
  var tokens: AssetTokens { AssetTokens(sealer: data.sealer) }

  package init(_ data: CloudData) { self.data = data }

  // MARK: Modifying

  /// `records/modify`.
  ///
  /// - throws: ``AtomicFailure`` for a batch of which nothing was done because of one operation, or
  ///   ``ServerFailure`` if the request as a whole is refused.
  package func modify(_ request: ModifyRecordsRequest, _ call: Call) async throws -> [UInt8] {
    if call.caller == .world {
      throw ServerFailure(.authenticationRequired, "request needs authorization")
    }
    try Self.refuseTooMany(request.operations.count)
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

  /// The schema that checks are made with before the writer's turn comes; nil the first time.
  private func latestSchema(_ call: Call) async throws -> Schema? {
    let key = try call.databaseKey
    if let id = data.schemas.id(of: key), let schema = data.schemas.latest(id) { return schema }
    return try await data.read(call) { reader, database in
      data.schemas.remember(database.schema, for: key)
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

  static func refuseTooMany(_ count: Int) throws {
    guard count <= Limits.operations else {
      throw ServerFailure(
        .badRequest, "\(count) operations in one request, at most \(Limits.operations)")
    }
  }

  // MARK: Looking up

  /// Bytes of an answer after which no further record is looked up: 200 can be 200 MB.
  private static let lookupBytes = 32 << 20

  /// `records/lookup`.
  package func lookup(_ request: LookupRecordsRequest, _ call: Call) async throws -> [UInt8] {
    try Self.refuseTooMany(request.records.count)
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
            .tryAgainLater, "The answer is full: look this up in another request.", retryAfter: 1)
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
