// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

extension RecordService {
  /// Bytes of an answer after which no further record is begun: records can be 1 MB each.
  private static let answerBytes = 8 << 20

  /// `records/query`.
  ///
  /// Most are answered at once. One that turns out to be much work begins anew among few others of its
  /// kind, so that it holds up nobody else.
  package func query(_ request: QueryRecordsRequest, _ call: Call) async throws -> [UInt8] {
    let marker = try marker(request, call)
    let limits = data.queryLimits
    do {
      return try await data.quickQueries.run(call.rateKey) {
        try await query(request, call, marker) { limits.quickWork }
      }
    } catch is QueryWork.Exceeded {}
    do {
      return try await data.longQueries.run(call.rateKey) {
        try await query(request, call, marker) { limits.longWork }
      }
    } catch is QueryWork.Exceeded {
      throw QueryLimits.failure
    }
  }

  private typealias Marker = (zone: Int64, place: QueryPlace)

  private func query(
    _ request: QueryRecordsRequest, _ call: Call, _ marker: Marker?,
    _ work: @escaping @Sendable () -> QueryWork
  ) async throws -> [UInt8] {
    enum Answer {
      case body([UInt8])
      case needs([Schema.Index.Subject], schema: Int64)
    }
    var canIndex = true
    // The second time the indexes are there.
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
          // Reading goes on where nothing can be written.
          canIndex = false
        } catch let error as StorageError {
          throw ServerFailure(error)
        }
      }
    }
    throw ServerFailure(.tryAgainLater, "An index is being made.", retryAfter: 1)
  }

  private func zones(
    _ request: QueryRecordsRequest, _ call: Call, _ reader: any StorageReader,
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

  private func marker(_ request: QueryRecordsRequest, _ call: Call) throws
    -> (zone: Int64, place: QueryPlace)?
  {
    guard let text = request.continuationMarker else { return nil }
    let marker: ContinuationMarker
    do throws(TokenError) {
      marker = try data.sealer.openContinuation(text, in: call.tokenScope)
    } catch {
      throw ServerFailure(.badRequest, error.reason(path: "continuationMarker"))
    }
    guard marker.belongs(to: request), let place = QueryPlace(sortValues: marker.sortValues) else {
      throw ServerFailure(.badRequest, "continuationMarker: found one of another query")
    }
    let isWhole = place.keys.count == max(1, request.query.sorts.count)
    guard isWhole else { throw ServerFailure(.badRequest, "continuationMarker: found a wrong one") }
    return (Int64(marker.zone), place)
  }

  // MARK: Answering

  private func answer(
    _ request: QueryRecordsRequest, _ call: Call, _ query: CompiledQuery, _ zones: [StoredZone],
    _ marker: Marker?, _ schema: Schema, _ reader: any StorageReader, _ work: QueryWork
  ) throws -> [UInt8] {
    let limit = min(request.resultsLimit ?? Limits.records, Limits.records)
    let found =
      query.sorts.isEmpty
      ? try inTurn(query, zones, marker, limit, reader, work)
      : try merged(query, zones, marker?.place, limit, reader, work)
    let presenter = RecordPresenter(
      schema: schema, call: call, tokens: tokens, desiredKeys: request.desiredKeys,
      numbersAsStrings: request.numbersAsStrings)
    var page = RecordPageWriter()
    var end = found.end
    for (zone, hit) in found.hits {
      try presenter.present(hit.record, call.zoneID(zone.name)) { page.append($0, fields: $1) }
      if page.byteCount > Self.answerBytes, page.count < found.hits.count {
        end = (zone, hit.place)
        break
      }
    }
    let continuation = end.map { zone, place in
      data.sealer.seal(
        ContinuationMarker(
          for: request, zone: UInt64(zone.id), sortValues: place.sortValues, recordName: ""),
        in: call.tokenScope)
    }
    let token =
      call.wantsSyncToken && zones.count == 1 ? zones.first.map { data.syncToken($0, call) } : nil
    return page.finish(continuationMarker: continuation, syncToken: token)
  }

  private typealias Found = (
    hits: [(StoredZone, QueryRun.Hit)], end: (StoredZone, QueryPlace)?
  )

  /// Zone after zone.
  private func inTurn(
    _ query: CompiledQuery, _ zones: [StoredZone], _ marker: Marker?, _ limit: Int,
    _ reader: any StorageReader, _ work: QueryWork
  ) throws -> Found {
    var found: Found = ([], nil)
    for zone in zones where marker.map({ zone.id >= $0.zone }) ?? true {
      // The page is full, and there may be more.
      if found.hits.count == limit {
        found.end = found.hits.last.map { ($0.0, $0.1.place) }
        break
      }
      let run = QueryRun(
        query: query, reader: reader, zone: zone, limit: limit - found.hits.count, work: work)
      let page = try run.page(after: marker?.zone == zone.id ? marker?.place : nil)
      found.hits += page.hits.map { (zone, $0) }
      if let end = page.end {
        found.end = (zone, end)
        break
      }
    }
    return found
  }

  /// All zones in one order.
  private func merged(
    _ query: CompiledQuery, _ zones: [StoredZone], _ place: QueryPlace?, _ limit: Int,
    _ reader: any StorageReader, _ work: QueryWork
  ) throws -> Found {
    var hits: [(StoredZone, QueryRun.Hit)] = []
    // Behind the nearest of these nothing is known.
    var horizon: (StoredZone, QueryPlace)?
    for zone in zones {
      let page = try QueryRun(
        query: query, reader: reader, zone: zone, limit: limit, work: work
      ).page(after: place)
      hits += page.hits.map { (zone, $0) }
      if let end = page.end, horizon.map({ query.precedes(end, $0.1) }) ?? true {
        horizon = (zone, end)
      }
    }
    hits.sort { query.precedes($0.1.place, $1.1.place) }
    if let horizon { hits.removeAll { query.precedes(horizon.1, $0.1.place) } }
    guard hits.count > limit else { return (hits, horizon) }
    hits.removeLast(hits.count - limit)
    return (hits, hits.last.map { ($0.0, $0.1.place) })
  }
}
