// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// The cost limits of queries.
@Suite(.serialized) struct QueryCostBudgetTests {
  private static let count = 120

  private func cloud() async throws -> Cloud {
    let cloud = try await Cloud {
      $0.quickSteps = 500
      $0.partSteps = 3_000
      $0.steps = 6_000
    }
    try await cloud.makeZone()
    try await cloud.modify(
      (0..<Self.count).map { index -> RecordOperation in
        let place = Location(latitude: Double(index) / 10, longitude: 1)
        let fields: [(String, FieldValue?)] = [
          ("n", .int64(Int64(index))), ("group", .int64(Int64(index / 10))),
          ("at", .location(place)), ("tags", .stringList(["a\(index)", "b"])),
        ]
        return try .note(.create, String(format: "n%03d", index), fields)
      })
    return cloud
  }

  private func pages(
    _ cloud: Cloud, _ filters: [Filter] = [], _ sorts: [Sort] = []
  ) async throws -> [[String]] {
    var request = QueryRecordsRequest(
      query: Query(recordType: "Note", filters: filters, sorts: sorts),
      zoneID: ZoneID(zoneName: "Zone"))
    var pages: [[String]] = []
    repeat {
      let answer = try await RecordsResponse(body: cloud.records.query(request, .alice))
      pages.append(answer.records.compactMap(\.name))
      request.continuationMarker = answer.continuationMarker
      try #require(pages.count <= Self.count)
    } while request.continuationMarker != nil
    return pages
  }

  @Test func `an expensive query in index order is answered in pages`() async throws {
    let cloud = try await cloud()
    let names = (0..<Self.count).map { String(format: "n%03d", $0) }
    let byNumber = Sort(.field("n"), ascending: true)
    let byGroup = Sort(.field("group"), ascending: true)
    for sorts in [[], [byNumber], [byGroup, byNumber]] {
      let pages = try await pages(cloud, [], sorts)
      #expect(pages.count > 1, "\(sorts.count) sorts")
      #expect(pages.flatMap { $0 } == names, "\(sorts.count) sorts")
    }
    let filter = Filter(.notListContainsAny, .field("tags"), .stringList(["a1", "A2", "x"]))
    let found = try await pages(cloud, [filter])
    #expect(found.count > 1)
    #expect(found.flatMap { $0 } == names.filter { $0 != "n001" && $0 != "n002" })
  }

  @Test func `an expensive query that cannot be paged is rejected`() async throws {
    let cloud = try await cloud()
    let near = Sort(
      .field("at"), ascending: true, relativeLocation: Location(latitude: 0, longitude: 0))
    #expect(await refusal { try await pages(cloud, [], [near]) } == .badRequest)
    // A selective filter makes it acceptable.
    let few = Filter(.lessThan, .field("n"), .int64(20))
    #expect(try await pages(cloud, [few], [near]).flatMap { $0 }.count == 20)
    // Comparisons with many values count as well.
    let values = FieldValue.stringList((0..<900).map { "value \($0)" })
    let filters = (0..<100).map { _ in
      Filter(.notListContainsAny, .field("tags"), values)
    }
    #expect(await refusal { try await pages(cloud, filters) } == .badRequest)
    // Other queries are still answered.
    #expect(try await pages(cloud, [Filter(.equals, .field("n"), .int64(7))]) == [["n007"]])
  }

  @Test(.timeLimit(.minutes(15)))
  func `many ranges of one field are intersected in one pass`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([.note(.create, "a", [("n", .int64(999))])])
    let filters = (0..<100).map { index in
      Filter(.in, .field("n"), .int64List((0..<1_000).map { Int64($0 + index % 2) }))
    }
    var request = QueryRecordsRequest(
      query: Query(recordType: "Note", filters: filters), zoneID: ZoneID(zoneName: "Zone"))
    request.resultsLimit = 1
    let answer = try await RecordsResponse(body: cloud.records.query(request, .alice))
    #expect(answer.records.map(\.name) == ["a"])
  }

  @Test
  func `excess queries of one caller wait or are rejected without delaying others`() async throws {
    let lanes = ConcurrencyLimiter(.init(perCaller: 1, total: 2, waiting: 1, allWaiting: 8))
    let (begun, begin) = AsyncStream.makeStream(of: String.self)
    func start(_ caller: String) -> (Task<Void, any Error>, () -> Void) {
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        try await lanes.run(caller) {
          begin.yield(caller)
          for await _ in gate {}
        }
      }
      return (task, { open.finish() })
    }
    var order = begun.makeAsyncIterator()
    let (first, endFirst) = start("a")
    #expect(await order.next() == "a")
    let (second, endSecond) = start("a")
    while lanes.load.waiting < 1 { await Task.yield() }
    // One query of the caller runs, one waits: the third is rejected, and another caller starts.
    #expect(await refusal { try await lanes.run("a") {} } == .throttled)
    let (other, endOther) = start("b")
    #expect(await order.next() == "b")
    let (third, _) = start("c")
    while lanes.load.waiting < 2 { await Task.yield() }
    third.cancel()
    await #expect(throws: CancellationError.self) { try await third.value }
    #expect(lanes.load.running == 2 && lanes.load.waiting == 1)
    endOther()
    endFirst()
    try await first.value
    #expect(await order.next() == "a")
    endSecond()
    try await second.value
    try await other.value
    #expect(lanes.load.running == 0 && lanes.load.waiting == 0)
    try await lanes.run("a") {}
  }
}
