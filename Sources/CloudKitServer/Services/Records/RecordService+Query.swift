// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

extension RecordService {
  /// The size in bytes at which a response ends; one record of up to 1 MB can exceed it.
  private static let answerBytes = 8 << 20

  /// `records/query`.
  ///
  /// A query that exceeds the quick budget runs again as a long query. Few of these run at a time, so that
  /// they do not delay other requests.
  package func query(_ request: QueryRecordsRequest, _ call: CallContext) async throws -> [UInt8] {
    let marker = try marker(request, call)
    let limits = data.queryLimits
    do {
      return try await data.quickQueries.run(call.rateKey) {
        try await query(request, call, marker) { limits.quickWork }
      }
    } catch is QueryCostBudget.Exceeded {}
    do {
      return try await data.longQueries.run(call.rateKey) {
        try await query(request, call, marker) { limits.longWork }
      }
    } catch is QueryCostBudget.Exceeded {
      throw QueryLimits.failure
    }
  }

  private typealias Marker = (zone: Int64, cursor: QueryCursor)

  private func query(
    _ request: QueryRecordsRequest, _ call: CallContext, _ marker: Marker?,
    _ work: @escaping @Sendable () -> QueryCostBudget
  ) async throws -> [UInt8] {
    enum Answer {
      case body([UInt8])
      case needs([Schema.Index.Subject], schema: Int64)
    }
    var canIndex = true
    // In the second round the indexes exist.
    for _ in 0..<3 {
      let result = try await data.read(call) { [canIndex] reader, database -> Answer in
        let schema = try data.schemas.schema(of: database, reader)
        let zones = try zones(request, call, reader, database)
        var query = try CompiledQuery(request.query, schema, call.environment)
        let missing = query.neededIndexes.filter { query.type.index($0)?.isReady != true }
        guard missing.isEmpty || !canIndex else { return .needs(missing, schema: schema.id) }
        query.scansRecords = !missing.isEmpty
        return .body(try answer(request, call, query, zones, marker, schema, reader, work()))
      }
      switch result {
      case .body(let body): return body
      case .needs(let subjects, let schema):
        do {
          try await IndexBuilder(storage: data.storage)
            .build(subjects, ofType: request.query.recordType, in: schema)
        } catch StorageError.full, StorageError.unavailable {
          // Queries must work even if the storage is read-only or full.
          canIndex = false
        } catch let error as StorageError {
          throw ServerFailure(error)
        }
      }
    }
    throw ServerFailure(.tryAgainLater, "An index is being built: retry.", retryAfter: 1)
  }

  private func zones(
    _ request: QueryRecordsRequest, _ call: CallContext, _ reader: any StorageReader,
    _ database: StoredDatabase
  ) throws -> [StoredZone] {
    if request.zoneID == nil, request.zoneWide {
      return try reader.zones(in: database.id).sorted { $0.id < $1.id }
    }
    let zoneID = request.zoneID ?? .default
    guard call.owns(zoneID), let zone = try reader.zone(named: zoneID.zoneName, in: database.id)
    else { throw ServerFailure.noZone(zoneID) }
    return [zone]
  }

  private func marker(_ request: QueryRecordsRequest, _ call: CallContext) throws
    -> (zone: Int64, cursor: QueryCursor)?
  {
    guard let text = request.continuationMarker else { return nil }
    let marker: ContinuationMarker
    do throws(TokenError) {
      marker = try data.sealer.openContinuation(text, in: call.tokenScope)
    } catch {
      throw ServerFailure(.badRequest, error.reason(path: "continuationMarker"))
    }
    guard marker.belongs(to: request), let cursor = QueryCursor(sortValues: marker.sortValues)
    else {
      throw ServerFailure(.badRequest, "continuationMarker: found one of another query")
    }
    let isWhole = cursor.keys.count == max(1, request.query.sorts.count)
    guard isWhole else {
      throw ServerFailure(
        .badRequest, "continuationMarker: found one with the wrong number of sort keys")
    }
    return (Int64(marker.zone), cursor)
  }

  // MARK: Answering

  private func answer(
    _ request: QueryRecordsRequest, _ call: CallContext, _ query: CompiledQuery,
    _ zones: [StoredZone],
    _ marker: Marker?, _ schema: Schema, _ reader: any StorageReader, _ work: QueryCostBudget
  ) throws -> [UInt8] {
    let limit = min(request.resultsLimit ?? Limits.records, Limits.records)
    let found =
      query.sorts.isEmpty
      ? try zoneByZone(query, zones, marker, limit, reader, work)
      : try merged(query, zones, marker?.cursor, limit, reader, work)
    let presenter = RecordPresenter(
      schema: schema, call: call, tokens: tokens, desiredKeys: request.desiredKeys,
      numbersAsStrings: request.numbersAsStrings)
    var page = RecordPageWriter()
    var end = found.end
    for (zone, hit) in found.hits {
      try presenter.present(hit.record, call.zoneID(zone.name)) { page.append($0, fields: $1) }
      if page.byteCount > Self.answerBytes, page.count < found.hits.count {
        end = (zone, hit.cursor)
        break
      }
    }
    let continuation = end.map { zone, cursor in
      data.sealer.seal(
        ContinuationMarker(
          for: request, zone: UInt64(zone.id), sortValues: cursor.sortValues, recordName: ""),
        in: call.tokenScope)
    }
    let token =
      call.wantsSyncToken && zones.count == 1 ? zones.first.map { data.syncToken($0, call) } : nil
    return page.finish(continuationMarker: continuation, syncToken: token)
  }

  private typealias Found = (
    hits: [(StoredZone, QueryExecutor.Hit)], end: (StoredZone, QueryCursor)?
  )

  /// Returns the records zone by zone.
  private func zoneByZone(
    _ query: CompiledQuery, _ zones: [StoredZone], _ marker: Marker?, _ limit: Int,
    _ reader: any StorageReader, _ work: QueryCostBudget
  ) throws -> Found {
    var found: Found = ([], nil)
    for zone in zones where marker.map({ zone.id >= $0.zone }) ?? true {
      // The page is full, and further zones may have more records.
      if found.hits.count == limit {
        found.end = found.hits.last.map { ($0.0, $0.1.cursor) }
        break
      }
      let run = QueryExecutor(
        query: query, reader: reader, zone: zone, limit: limit - found.hits.count, work: work)
      let page = try run.page(after: marker?.zone == zone.id ? marker?.cursor : nil)
      found.hits += page.hits.map { (zone, $0) }
      if let end = page.end {
        found.end = (zone, end)
        break
      }
    }
    return found
  }

  /// Merges the records of all zones in the order of the sorts.
  private func merged(
    _ query: CompiledQuery, _ zones: [StoredZone], _ cursor: QueryCursor?, _ limit: Int,
    _ reader: any StorageReader, _ work: QueryCostBudget
  ) throws -> Found {
    var hits: [(StoredZone, QueryExecutor.Hit)] = []
    // The first position at which a zone's page ended; later hits are incomplete.
    var horizon: (StoredZone, QueryCursor)?
    for zone in zones {
      let page = try QueryExecutor(
        query: query, reader: reader, zone: zone, limit: limit, work: work
      ).page(after: cursor)
      hits += page.hits.map { (zone, $0) }
      if let end = page.end, horizon.map({ query.precedes(end, $0.1) }) ?? true {
        horizon = (zone, end)
      }
    }
    hits.sort { query.precedes($0.1.cursor, $1.1.cursor) }
    if let horizon { hits.removeAll { query.precedes(horizon.1, $0.1.cursor) } }
    guard hits.count > limit else { return (hits, horizon) }
    hits.removeLast(hits.count - limit)
    return (hits, hits.last.map { ($0.0, $0.1.cursor) })
  }
}
