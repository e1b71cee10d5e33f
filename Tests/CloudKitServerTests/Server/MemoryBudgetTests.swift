// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Testing

/// The memory budget of request and response bodies.
@Suite(.serialized) struct MemoryBudgetTests {
  @Test func `a caller is limited to its share, and all callers to the total`() throws {
    let bytes = MemoryBudget(limit: 300)
    let first = bytes.share(of: "a")
    try first.add(60)
    try bytes.share(of: "a").add(40)
    #expect(bytes.total == 60)
    try first.add(40)
    #expect(throws: ServerFailure.self) { try bytes.share(of: "a").add(1) }
    let others = ["b", "c"].map { bytes.share(of: $0) }
    for share in others { try share.add(100) }
    #expect(throws: ServerFailure.self) { try bytes.share(of: "d").add(1) }
    // `set(to:)` may exceed the limit: the memory is already in use.
    others[0].set(to: 200)
    #expect(bytes.total == 400)
    others[0].set(to: 0)
    let last = bytes.share(of: "d")
    try last.add(100)
    #expect(bytes.total == 300)
    withExtendedLifetime((first, others, last)) {}
  }

  @Test func `a share releases its bytes when it is deallocated`() throws {
    let bytes = MemoryBudget(limit: 300)
    do {
      let share = bytes.share(of: "a")
      try share.add(100)
      #expect(bytes.total == 100)
    }
    #expect(bytes.total == 0)
  }

  private func lookup(_ cloud: CloudUnderTest, _ count: Int) async throws -> WireAnswer {
    let names = Array(repeating: #"{"recordName":"large"}"#, count: count).joined(separator: ",")
    return try await cloud.send(
      "POST", cloud.path("public/records/lookup"), body: #"{"records":[\#(names)]}"#)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a request that exceeds the memory budget is rejected with a retry delay`() async throws {
    try await CloudUnderTest.run(configure: { $0.memoryBytes = 600_000 }) { cloud in
      let web = try await cloud.webToken()
      let save =
        #"{"operations":[{"operationType":"create","record":{"recordName":"large","recordType":"#
        + #""Note","fields":{"text":{"value":"\#(String(repeating: "x", count: 80_000))"}}}}]}"#
      let saved = try await cloud.send(
        "POST", cloud.path("public/records/modify", query: cloud.query(web)), body: save)
      #expect(saved.status == 200, "\(saved.body)")
      // Responses: two records fit the budget, three do not.
      #expect(try await lookup(cloud, 2).status == 200)
      let refused = try await lookup(cloud, 3)
      #expect(refused.status == 503 && refused.headers["retry-after"] == "1")
      #expect(refused.failure?.code == .tryAgainLater)
      // Bodies: an unfinished one uses up the share of its own caller only.
      let path = cloud.path("public/records/lookup")
      try await WireConnection.open(port: cloud.port) { connection in
        try await connection.send(
          "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 199000\r\n\r\n"
            + String(repeating: " ", count: 190_000))
        while try await lookup(cloud, 1).status != 503 {}
        let own = try await cloud.send(
          "POST", cloud.path("public/records/lookup", query: cloud.query(web)),
          body: #"{"records":[{"recordName":"large"}]}"#)
        #expect(own.status == 200)
      }
      while try await lookup(cloud, 1).status != 200 {}
    }
  }
}
