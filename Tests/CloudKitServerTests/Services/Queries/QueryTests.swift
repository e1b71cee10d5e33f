// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

@Suite(.serialized) struct QueryTests {
  static let places: [(name: String, fields: [(String, FieldValue?)])] = [
    (
      "rome",
      [
        ("city", .string("Rome")), ("people", .int64(2_800_000)), ("area", .double(1285.5)),
        ("founded", .timestamp(-100)), ("at", .location(Location(latitude: 41.9, longitude: 12.5))),
        ("tags", .stringList(["capital", "Old"])), ("scores", .int64List([1, 2])),
        ("text", .string("The Eternal City, of cafés")),
        ("in", .reference(Reference(recordName: "italy"))),
        ("data", .bytes(Data([1, 2]))),
      ]
    ),
    (
      "milan",
      [
        ("city", .string("milan")), ("people", .int64(1_400_000)), ("area", .double(181.8)),
        ("founded", .timestamp(200)), ("at", .location(Location(latitude: 45.46, longitude: 9.19))),
        ("tags", .stringList(["fashion"])), ("scores", .int64List([2, 3])),
        ("text", .string("City of fashion")), ("in", .reference(Reference(recordName: "italy"))),
      ]
    ),
    (
      "suva",
      [
        ("city", .string("Suva")), ("people", .int64(93_000)), ("area", .double(2.5)),
        ("at", .location(Location(latitude: -18.14, longitude: 178.44))),
        ("tags", .stringList(["capital"])), ("scores", .int64List([])),
        ("in", .reference(Reference(recordName: "fiji"))),
      ]
    ),
    ("nowhere", [("city", .string(""))]),
  ]

  static func cloud() async throws -> Cloud {
    let cloud = try await Cloud()
    try await cloud.modify(
      places.map { place in
        RecordOperation(
          .create,
          Record(
            recordName: place.name, recordType: "Place",
            fields: try RecordFields(
              place.fields.map { (name: $0.0, field: $0.1.map { Field($0) }) })))
      }, zone: nil)
    return cloud
  }

  /// Filters, and the sorted names of the records that match.
  static let filters: [(Filter, [String])] = [
    (Filter(.equals, .field("city"), .string("MILAN")), ["milan"]),
    (Filter(.notEquals, .field("city"), .string("Rome")), ["milan", "nowhere", "suva"]),
    (Filter(.equals, .field("people"), .int64(93_000)), ["suva"]),
    (Filter(.equals, .field("area"), .double(2.5)), ["suva"]),
    (Filter(.equals, .field("people"), .double(0.5)), []),
    (
      Filter(.equals, .field("in"), .reference(Reference(recordName: "italy", action: nil))),
      ["milan", "rome"]
    ),
    (Filter(.equals, .field("data"), .bytes(Data([1, 2]))), ["rome"]),
    (Filter(.lessThan, .field("people"), .int64(1_400_000)), ["suva"]),
    (Filter(.lessThanOrEquals, .field("people"), .int64(1_400_000)), ["milan", "suva"]),
    (Filter(.lessThan, .field("people"), .double(93_000.5)), ["suva"]),
    (Filter(.greaterThan, .field("city"), .string("milan")), ["rome", "suva"]),
    (Filter(.greaterThanOrEquals, .field("city"), .string("Milan")), ["milan", "rome", "suva"]),
    (Filter(.greaterThan, .field("founded"), .timestamp(-101)), ["milan", "rome"]),
    (
      Filter(
        .near, .field("at"), .location(Location(latitude: 43, longitude: 11)), distance: 320_000),
      ["milan", "rome"]
    ),
    (
      Filter(
        .near, .field("at"), .location(Location(latitude: -18, longitude: -179.9)),
        distance: 200_000), ["suva"]
    ),
    (
      Filter(.near, .field("at"), .location(Location(latitude: 89.9, longitude: 0)), distance: 2e7),
      ["milan", "rome", "suva"]
    ),
    (Filter(.in, .field("city"), .stringList(["rome", "ROME", "suva"])), ["rome", "suva"]),
    (Filter(.notIn, .field("people"), .int64List([93_000])), ["milan", "nowhere", "rome"]),
    (Filter(.in, .system(.recordName), .stringList(["rome", "x"])), ["rome"]),
    (Filter(.beginsWith, .field("city"), .string("S")), ["suva"]),
    (Filter(.beginsWith, .field("city"), .string("s")), []),
    (Filter(.notBeginsWith, .field("city"), .string("S")), ["milan", "nowhere", "rome"]),
    (Filter(.containsAllTokens, .field("text"), .string("CITY cafes")), ["rome"]),
    (Filter(.containsAnyTokens, nil, .string("suva fashion")), ["milan", "suva"]),
    // Without tokens, ALL matches every record that has text, and ANY matches none.
    (Filter(.containsAllTokens, .field("text"), .string("")), ["milan", "rome"]),
    (Filter(.containsAllTokens, .field("text"), .string("++ 🏔️")), ["milan", "rome"]),
    (Filter(.containsAnyTokens, .field("text"), .string("++")), []),
    (Filter(.containsAllTokens, nil, .string("++")), ["milan", "nowhere", "rome", "suva"]),
    (Filter(.listContains, .field("tags"), .string("capital")), ["rome", "suva"]),
    (Filter(.notListContains, .field("tags"), .string("capital")), ["milan", "nowhere"]),
    (Filter(.listContainsAny, .field("scores"), .int64List([1, 2, 3])), ["milan", "rome"]),
    (Filter(.notListContainsAny, .field("scores"), .int64List([1, 3])), ["nowhere", "suva"]),
    (Filter(.listContainsAll, .field("scores"), .int64List([1, 2])), ["rome"]),
    (
      Filter(.notListContainsAll, .field("scores"), .int64List([1, 2])),
      ["milan", "nowhere", "suva"]
    ),
    (Filter(.listMemberBeginsWith, .field("tags"), .string("O")), ["rome"]),
    (Filter(.notListMemberBeginsWith, .field("tags"), .string("cap")), ["milan", "nowhere"]),
    (
      Filter(.equals, .system(.createdUserRecordName), .reference(Reference(recordName: "_alice"))),
      ["milan", "nowhere", "rome", "suva"]
    ),
    (Filter(.greaterThan, .system(.modifiedTimestamp), .timestamp(1_700_000_000_000)), []),
  ]

  @Test func `each comparator selects the documented records`() async throws {
    let cloud = try await Self.cloud()
    #expect(Set(Self.filters.map { $0.0.comparator }).count == 21)
    for (filter, names) in Self.filters {
      let query = Query(recordType: "Place", filters: [filter])
      #expect(try await cloud.query(query).names.sorted() == names, "\(filter)")
      // With a second filter and a sort, the query may use another index.
      let both = Query(
        recordType: "Place", filters: [filter, Filter(.notEquals, .field("city"), .string("-"))],
        sorts: [Sort(.field("people"), ascending: false)])
      #expect(try await cloud.query(both).names.sorted() == names, "\(filter)")
    }
  }

  @Test func `a query reflects all preceding saves and deletions`() async throws {
    let cloud = try await Self.cloud()
    let query = Query(
      recordType: "Place", filters: [Filter(.lessThan, .field("people"), .int64(1_000_000))])
    #expect(try await cloud.query(query).names == ["suva"])
    // The index now exists and is maintained.
    let change = """
      {"operations":[
      {"operationType":"forceUpdate","record":{"recordName":"rome","fields":{"people":{"value":5}}}},
      {"operationType":"forceUpdate","record":{"recordName":"suva","fields":{"people":null}}},
      {"operationType":"forceDelete","record":{"recordName":"milan"}}]}
      """.replacingOccurrences(of: #""people":null"#, with: #""people":{"value":null}"#)
    #expect(try await cloud.modify(change).allSatisfy { $0.code == nil })
    #expect(try await cloud.query(query).names == ["rome"])
    let sorted = Query(recordType: "Place", sorts: [Sort(.field("people"))])
    #expect(try await cloud.query(sorted).names.last == "rome")
    #expect(try await cloud.query(sorted).names.count == 3)
  }

  @Test(arguments: [true, false])
  func `the next sort decides between strings that differ only in case`(_ isAscending: Bool)
    async throws
  {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let texts = ["b", "B", "a", "A", "a", "B", "c", "A"]
    try await cloud.modify(
      texts.enumerated().map { index, text in
        try .note(.create, "n\(index)", [("s", .string(text)), ("n", .int64(Int64(index)))])
      })
    let query = Query(
      recordType: "Note",
      sorts: [Sort(.field("s"), ascending: isAscending), Sort(.field("n"), ascending: true)])
    let expected =
      isAscending
      ? ["n2", "n3", "n4", "n7", "n0", "n1", "n5", "n6"]
      : ["n6", "n0", "n1", "n5", "n2", "n3", "n4", "n7"]
    for limit in 1...9 {
      var (names, marker): ([String], String?) = ([], nil)
      repeat {
        let page = try await cloud.query(query, zone: "Zone", limit: limit, marker: marker)
        names += page.names
        marker = page.continuationMarker
      } while marker != nil
      #expect(names == expected, "pages of \(limit)")
    }
  }

  @Test func `query results follow their sorts`() async throws {
    let cloud = try await Self.cloud()
    func names(_ sorts: [Sort], _ filters: [Filter] = []) async throws -> [String] {
      try await cloud.query(Query(recordType: "Place", filters: filters, sorts: sorts)).names
    }
    #expect(try await names([Sort(.field("city"))]) == ["nowhere", "milan", "rome", "suva"])
    #expect(
      try await names([Sort(.field("people"), ascending: false)])
        == ["rome", "milan", "suva", "nowhere"])
    #expect(
      try await names([Sort(.field("in"), ascending: false), Sort(.field("area"))])
        == ["milan", "rome", "suva", "nowhere"])
    #expect(try await names([Sort(.system(.recordName))]) == ["milan", "nowhere", "rome", "suva"])
    let fiji = Location(latitude: -17, longitude: -179)
    #expect(
      try await names([Sort(.field("at"), relativeLocation: fiji)])
        == ["suva", "milan", "rome", "nowhere"])
    #expect(
      try await names(
        [Sort(.field("at"), relativeLocation: Location(latitude: 46, longitude: 9))],
        [Filter(.equals, .field("in"), .string("italy"))]) == ["milan", "rome"])
  }

  @Test(arguments: [
    Query(recordType: "Note"), Query(recordType: "Note", sorts: [Sort(.field("n"))]),
    Query(recordType: "Note", sorts: [Sort(.field("n"), ascending: false)]),
    Query(recordType: "Note", sorts: [Sort(.field("mod"), ascending: false), Sort(.field("n"))]),
    Query(recordType: "Note", sorts: [Sort(.field("mod"), ascending: false)]),
    Query(recordType: "Note", filters: [Filter(.in, .field("mod"), .int64List([1, 2, 3]))]),
    Query(
      recordType: "Note",
      filters: [Filter(.listContainsAny, .field("list"), .int64List([0, 1, 2, 3, 4]))]),
    Query(
      recordType: "Note",
      filters: [Filter(.listContainsAny, .field("list"), .int64List([0, 1, 2, 3, 4]))],
      sorts: [Sort(.field("n"), ascending: false)]),
  ]) func `pages of a query contain each record once`(_ query: Query) async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    for (zone, range) in [("Zone", 0..<60), ("_defaultZone", 60..<100)] {
      try await cloud.modify(
        range.map { n in
          try .note(
            .create, "r\(n)",
            [
              ("n", .int64(Int64(n * 37 % 101))), ("mod", .int64(Int64(n % 5))),
              ("list", .int64List([Int64(n % 3), Int64(n % 5)])),
            ])
        }, zone: zone)
    }
    let all = try await cloud.query(query, zoneWide: true)
    let expected = query.filters.first?.comparator == .in ? 60 : 100
    #expect(Set(all.names).count == expected && all.names.count == expected)
    let numbers = try all.records.map { try $0.value("n") }
    if query.sorts.count == 1, query.sorts[0].key == .field("n") {
      let sorted = (0..<100).map { Int64($0 * 37 % 101) }.sorted()
      #expect(numbers == (query.sorts[0].ascending ? sorted : sorted.reversed()).map { .int64($0) })
    }
    // Page by page, each from the marker of the page before.
    var (names, marker): ([String], String?) = ([], nil)
    repeat {
      let page = try await cloud.query(query, zoneWide: true, limit: 7, marker: marker)
      #expect(page.records.count <= 7)
      names += page.names
      marker = page.continuationMarker
    } while marker != nil
    #expect(names == all.names)
    #expect(try await cloud.query(query).records.count == (expected == 60 ? 24 : 40))
  }

  @Test func `an invalid query or marker is rejected`() async throws {
    let cloud = try await Self.cloud()
    func code(_ query: Query, marker: String? = nil, _ call: CallContext = .alice) async
      -> ServerErrorCode?
    {
      await refusal { try await cloud.query(query, marker: marker, call) }
    }
    func filter(_ comparator: CloudKitWire.Comparator, _ name: String, _ value: FieldValue) -> Query
    {
      Query(recordType: "Place", filters: [Filter(comparator, .field(name), value)])
    }
    #expect(await code(Query(recordType: "Unknown")) == .notFound)
    #expect(await code(Query(recordType: "Users")) == .badRequest)
    #expect(await code(filter(.equals, "unknown", .int64(1))) == .badRequest)
    #expect(await code(filter(.equals, "people", .string("1"))) == .badRequest)
    #expect(await code(filter(.equals, "tags", .string("1"))) == .badRequest)
    #expect(await code(filter(.listContains, "city", .string("1"))) == .badRequest)
    #expect(await code(filter(.beginsWith, "people", .string("1"))) == .badRequest)
    #expect(await code(Query(recordType: "Place", sorts: [Sort(.field("tags"))])) == .badRequest)
    #expect(await code(Query(recordType: "Place", sorts: [Sort(.field("at"))])) == .badRequest)
    #expect(await code(Query(recordType: "Place"), marker: "x") == .badRequest)
    let all = Query(recordType: "Place")
    let marker = try #require(try await cloud.query(all, limit: 1).continuationMarker)
    #expect(await code(all, marker: marker) == nil)
    #expect(
      await code(Query(recordType: "Place", sorts: [Sort(.field("city"))]), marker: marker)
        == .badRequest)
    #expect(await code(all, marker: marker, .bob) == .badRequest)
    let request = QueryRecordsRequest(query: all, zoneID: ZoneID(zoneName: "Nowhere"))
    #expect(await refusal { try await cloud.records.query(request, .alice) } == .zoneNotFound)
  }

  @Test
  func `production queries are limited to fields marked as queryable and sortable`() async throws {
    let cloud = try await Cloud()
    let call = CallContext.user("_alice", .public, .production)
    try await SchemaService(cloud.data).declare(
      "Note", ["n": .init(.int64, isQueryable: true), "s": .init(.string)],
      container: call.container, environment: .production)
    try await cloud.modify(
      [.note(.create, "a", [("n", .int64(1)), ("s", .string("x"))])], zone: nil, call)
    func code(_ query: Query) async -> ServerErrorCode? {
      await refusal { try await cloud.query(query, call) }
    }
    let byN = Filter(.equals, .field("n"), .int64(1))
    #expect(try await cloud.query(Query(recordType: "Note", filters: [byN]), call).names == ["a"])
    #expect(await code(Query(recordType: "Note")) == .badRequest)
    #expect(await code(Query(recordType: "Note", sorts: [Sort(.field("n"))])) == .badRequest)
    #expect(
      await code(Query(recordType: "Note", filters: [Filter(.equals, .field("s"), .string("x"))]))
        == .badRequest)
    try await SchemaService(cloud.data).declare(
      "Note", ["___recordID": .init(.reference, isQueryable: true)],
      container: call.container, environment: .production)
    #expect(try await cloud.query(Query(recordType: "Note"), call).names == ["a"])
  }

  @Test func `an index of many records is built during concurrent writes`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    for batch in 0..<15 {
      try await cloud.modify(
        (0..<200).map { try .note(.create, "r\(batch)-\($0)", [("n", .int64(Int64($0)))]) })
    }
    let query = Query(recordType: "Note", filters: [Filter(.equals, .field("n"), .int64(7))])
    async let first = cloud.query(query, zone: "Zone")
    async let second = cloud.query(query, zone: "Zone")
    for batch in 0..<15 {
      try await cloud.modify([.note(.forceUpdate, "r\(batch)-7", [("n", .int64(-1))])])
      try await cloud.modify([.note(.create, "new\(batch)", [("n", .int64(7))])])
    }
    _ = try await (first, second)
    #expect(
      Set(try await cloud.query(query, zone: "Zone").names) == Set((0..<15).map { "new\($0)" }))
  }
}

extension Cloud {
  func query(
    _ query: Query, zone: String? = nil, zoneWide: Bool = false, limit: Int? = nil,
    marker: String? = nil, _ call: CallContext = .alice
  ) async throws -> RecordsResponse {
    let request = QueryRecordsRequest(
      query: query, zoneID: zone.map { ZoneID(zoneName: $0) }, zoneWide: zoneWide,
      resultsLimit: limit, continuationMarker: marker)
    // As a client sends it.
    let sent = try QueryRecordsRequest(body: request.encoded())
    return try await RecordsResponse(body: records.query(sent, call))
  }
}

extension RecordsResponse {
  var names: [String] { records.compactMap(\.name) }
}
