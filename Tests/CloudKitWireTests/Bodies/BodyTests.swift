// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Testing

/// The documented bodies of all endpoints.
@Suite struct BodyTests {
  @Test(arguments: GoldenBody.all) func `the documented form is decoded and encoded unchanged`(
    _ golden: GoldenBody
  )
    throws
  {
    #expect(try golden.rewritten(golden.json) == golden.json)
  }

  /// Each of the 30 endpoints has a golden request or response.
  @Test func `every endpoint has a golden body`() {
    #expect(Endpoint.allCases.count == 30)
    #expect(GoldenBody.all.count == 56)
    for endpoint in Endpoint.allCases where !endpoint.operation.isEmpty {
      let name = endpoint.operation
      let family = name.split(separator: "/").dropLast().joined(separator: "/")
      #expect(
        GoldenBody.all.contains { $0.name.hasPrefix(name) || $0.name.hasPrefix(family + " ") },
        "\(name)")
    }
  }

  @Test(arguments: GoldenBody.all) func `unknown keys and whitespace are ignored`(
    _ golden: GoldenBody
  )
    throws
  {
    let stranger = #"{ "__new" : [ {"a" : null} , 1e3 , "\u00e9" ] ,"#
    let rest = golden.json.dropFirst()
    let text = "\n\t " + (rest == "}" ? stranger.dropLast() + rest : stranger + rest) + "\r\n"
    #expect(try golden.rewritten(text) == golden.json)
  }

  // MARK: Values

  @Test func `values are encoded in the documented form`() throws {
    let request = QueryRecordsRequest(
      query: Query(
        recordType: "Ruck",
        filters: [Filter(.greaterThan, .field("weight"), .double(12.5))],
        sorts: [Sort(.system(.createdTimestamp), ascending: false)]),
      zoneID: ZoneID(zoneName: "Rucks"), resultsLimit: 10)
    #expect(
      String(decoding: try request.encoded(), as: UTF8.self) == #"""
        {"query":{"recordType":"Ruck","filterBy":[{"comparator":"GREATER_THAN",\#
        "fieldName":"weight","fieldValue":{"value":12.5,"type":"DOUBLE"}}],\#
        "sortBy":[{"systemFieldName":"createdTimestamp","ascending":false}]},\#
        "zoneID":{"zoneName":"Rucks"},"resultsLimit":10}
        """#)
    #expect(try QueryRecordsRequest(body: request.encoded()) == request)
  }

  @Test func `a request is decoded into its values`() throws {
    let body = #"""
      {"operations":[{"operationType":"update","record":{"recordName":"a","recordType":"Ruck",
      "recordChangeTag":"1","fields":{"n":{"value":3},"s":{"value":null}},"pluginFields":{},
      "created":null,"modified":null,"deleted":false,"zoneID":{"zoneName":"Rucks"}}}]}
      """#
    let request = try ModifyRecordsRequest(body: Array(body.utf8))
    let operation = try #require(request.operations.first)
    #expect(operation.kind == .update)
    #expect(operation.record.recordChangeTag == "1")
    #expect(request.atomic)
    #expect(request.zoneID(of: operation) == ZoneID(zoneName: "Rucks"))
    let fields = try #require(operation.record.fields)
    #expect(try fields.field("n") == Field(.int64(3)))
    #expect(try fields.field("s") == nil)
    #expect(fields.hasCleared)
    #expect(!fields.isCanonical)
  }

  @Test func `a page of stored bytes equals a page of values`() throws {
    let fields = try RecordFields([("title", Field(.string("Morning")))])
    var record = Record(
      recordName: "r1", recordType: "Ruck", recordChangeTag: "1", fields: fields,
      created: AuditStamp(timestamp: 1, userRecordName: "_1"))
    let gone = RecordResult.deleted(DeletedRecord(recordName: "r2", recordType: "Ruck"))
    let page = try RecordsResponse(
      records: [.record(record), gone], continuationMarker: "AQ==", syncToken: "Ag=="
    ).encoded()
    let zones = ZoneChangesResponse(zones: [
      .changes(
        ZoneChanges(
          zoneID: ZoneID(zoneName: "Z"), syncToken: "AQ==", moreComing: true,
          records: [.record(record), gone])),
      .failure(ZoneFailure(zoneID: ZoneID(zoneName: "Y"), ServerFailure(.zoneNotFound, "gone"))),
    ])
    let stored = Array(fields.json)
    record.fields = nil
    var writer = RecordPageWriter()
    stored.withUnsafeBytes { writer.append(record, fields: $0) }
    writer.append(gone)
    #expect(writer.count == 2)
    #expect(writer.finish(continuationMarker: "AQ==", syncToken: "Ag==") == page)

    var zoneWriter = ZoneChangesWriter()
    zoneWriter.beginZone(ZoneID(zoneName: "Z"))
    stored.withUnsafeBytes { zoneWriter.append(record, fields: $0) }
    zoneWriter.append(gone)
    zoneWriter.endZone(syncToken: "AQ==", moreComing: true)
    zoneWriter.append(
      ZoneFailure(zoneID: ZoneID(zoneName: "Y"), ServerFailure(.zoneNotFound, "gone")))
    #expect(try ZoneChangesResponse(body: zoneWriter.finish()).encoded() == zones.encoded())
  }

  @Test func `infinite numbers and NaN are not encoded`() throws {
    let query = Query(
      recordType: "Ruck",
      filters: [
        Filter(.equals, .field("a"), .double(1)), Filter(.equals, .field("b"), .double(.nan)),
      ])
    let error = #expect(throws: WireError.self) {
      try QueryRecordsRequest(query: query).encoded()
    }
    #expect(
      error?.reason == "query.filterBy[1].fieldValue.value: found NaN or an infinite number, "
        + "expected a finite number")
    #expect(throws: WireError.self) {
      try RecordFields([("a", Field(.doubleList([1, -.infinity])))])
    }
  }

  @Test func `every error code has its HTTP status`() {
    let table: [ServerErrorCode: Int] = [
      .accessDenied: 403, .atomicError: 400, .authenticationFailed: 401,
      .authenticationRequired: 421, .badRequest: 400, .conflict: 409, .exists: 409,
      .internalError: 500, .notFound: 404, .quotaExceeded: 413, .throttled: 429,
      .tryAgainLater: 503, .validatingReferenceError: 412, .zoneNotFound: 404,
    ]
    #expect(ServerErrorCode.allCases.count == 14)
    for code in ServerErrorCode.allCases { #expect(code.httpStatus == table[code]) }
  }

  @Test func `unknown error codes are decoded as the nearest known code`() throws {
    let table: [(String, ServerErrorCode)] = [
      ("ZONE_BUSY", .tryAgainLater), ("UNIQUE_FIELD_ERROR", .conflict),
      ("SOMETHING_ELSE", .internalError), ("CONFLICT", .conflict),
    ]
    for (word, code) in table {
      let text = #"{"serverErrorCode":"\#(word)","retryAfter":1.2}"#
      let failure = try ServerFailure(body: Array(text.utf8))
      #expect(failure.code == code)
      #expect(failure.originalCode == (word == code.rawValue ? nil : word))
      #expect(failure.retryAfter == 2)
    }
  }
}
