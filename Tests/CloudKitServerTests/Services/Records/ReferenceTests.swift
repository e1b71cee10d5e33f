// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

@Suite(.serialized) struct ReferenceTests {
  private func source(_ name: String, of target: String, _ action: Reference.Action) throws
    -> RecordOperation
  {
    try .note(
      .create, name, [("target", .reference(Reference(recordName: target, action: action)))])
  }

  @Test func `a deletion cascades along references with deleteSelf`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([
      .note(.create, "root"), source("child", of: "root", .deleteSelf),
      source("grandchild", of: "child", .deleteSelf), source("other", of: "root", .none),
      // A cycle of references.
      source("left", of: "right", .deleteSelf), source("right", of: "left", .deleteSelf),
    ])
    let token = try #require(try await cloud.pull().changes?.syncToken)
    let results = try await cloud.modify([.note(.delete, "root"), .note(.forceDelete, "left")])
    #expect(results.count == 2 && results.allSatisfy { $0.isDeleted })
    let changes = try #require(try await cloud.pull(since: token).changes)
    #expect(
      Set(changes.records.compactMap(\.name)) == ["root", "child", "grandchild", "left", "right"])
    #expect(changes.records.allSatisfy { $0.isDeleted })
    #expect(try await cloud.lookup(["other"])[0].code == nil)
  }

  @Test func `a record without its former reference is not deleted with the target`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([.note(.create, "root"), source("child", of: "root", .deleteSelf)])
    try await cloud.modify([.note(.forceUpdate, "child", [("target", nil)])])
    try await cloud.modify([.note(.forceDelete, "root")])
    #expect(try await cloud.lookup(["child"])[0].code == nil)
  }

  @Test func `a target accepts at most 750 references with deleteSelf`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([.note(.create, "root")])
    for batch in 0..<5 {
      let operations = try (0..<150).map { try source("s\(batch)-\($0)", of: "root", .deleteSelf) }
      try await cloud.modify(operations)
    }
    let result = try await cloud.modify([source("more", of: "root", .deleteSelf)], atomic: false)
    #expect(result[0].code == .badRequest)
    // A record that already refers to it can still be saved.
    let target = Reference(recordName: "root", action: .deleteSelf)
    let again = try RecordOperation.note(.forceUpdate, "s0-0", [("target", .reference(target))])
    #expect(try await cloud.modify([again])[0].code == nil)
    try await cloud.modify([.note(.delete, "root")])
    #expect(try await cloud.lookup(["s0-0", "s4-149"]).map(\.code) == [.notFound, .notFound])
  }

  @Test func `a validated reference or parent must have an existing target`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let missing = try await cloud.modify([source("a", of: "gone", .validate)], atomic: false)
    #expect(missing[0].code == .validatingReferenceError)
    #expect(
      await refusal { try await cloud.modify([source("a", of: "gone", .validate)]) } == .atomicError
    )
    // In an atomic batch the target may follow later.
    let both = try await cloud.modify([source("a", of: "b", .validate), .note(.create, "b")])
    #expect(both.map(\.code) == [nil, nil])
    let parent = """
      {"operations":[{"operationType":"create","record":{"recordType":"Note","recordName":"c",
      "parent":{"recordName":"PARENT"}}}],"zoneID":{"zoneName":"Zone"},"atomic":false}
      """
    #expect(try await cloud.modify(parent)[0].code == .validatingReferenceError)
    let child = try await cloud.modify(parent.replacingOccurrences(of: "PARENT", with: "a"))[0]
    #expect(child.record?.parent?.recordName == "a")
  }

  @Test func `a reference with deleteSelf to another zone is rejected`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let elsewhere = Reference(
      recordName: "x", zoneID: ZoneID(zoneName: "Other"), action: .deleteSelf)
    let result = try await cloud.modify(
      [.note(.create, "a", [("r", .reference(elsewhere))])], atomic: false)
    #expect(result[0].code == .badRequest)
  }
}
