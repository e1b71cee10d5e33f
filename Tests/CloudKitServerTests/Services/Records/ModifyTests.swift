// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

@Suite(.serialized) struct ModifyTests {
  @Test func `a saved record is returned with its system fields`() async throws {
    let cloud = try await Cloud()
    let body = """
      {"operations":[{"operationType":"create","record":{"recordType":"Note","recordName":"a",
      "fields":{"title":{"value":"Été"},"size":{"value":5},"when":{"value":17,"type":"TIMESTAMP"}}}}]}
      """
    let saved = try #require(try await cloud.modify(body)[0].record)
    #expect(saved.recordChangeTag == "1")
    #expect(saved.created?.timestamp == 1_700_000_000_000)
    #expect(saved.created?.userRecordName == "_alice")
    #expect(saved.zoneID?.zoneName == "_defaultZone" && saved.zoneID?.zoneType == .default)
    #expect(
      saved.fields.map { String(decoding: $0.json, as: UTF8.self) }
        == #"{"title":{"value":"Été","type":"STRING"},"size":{"value":5,"type":"INT64"},"when":"#
        + #"{"value":17,"type":"TIMESTAMP"}}"#)
    #expect(try await cloud.lookup(["a"], zone: nil)[0].record == saved)
    // The learned field type determines the type of an untyped value.
    let second = try await cloud.modify(
      """
      {"operations":[{"operationType":"create","record":{"recordType":"Note",
      "fields":{"when":{"value":18},"size":{"value":null}}}}]}
      """)[0].record
    #expect(second?.recordName?.count == 36)
    #expect(try second?.fields?.field("when")?.value == .timestamp(18))
    #expect(try second?.fields?.names() == ["when"])
  }

  /// An operation on an existing or missing record, and its expected result.
  struct Case: Sendable, CustomTestStringConvertible {
    var kind: RecordOperation.Kind
    var isThere: Bool
    var tag: String?
    var code: ServerErrorCode?
    /// Names of the fields afterwards; nil for no record.
    var fields: [String]?

    var testDescription: String { "\(kind) \(isThere ? "existing" : "missing") \(tag ?? "-")" }
  }

  static let cases: [Case] = [
    Case(kind: .create, isThere: false, fields: ["b"]),
    Case(kind: .create, isThere: true, code: .exists, fields: ["a", "b"]),
    Case(kind: .update, isThere: false, tag: "1", code: .notFound),
    Case(kind: .update, isThere: true, tag: "1", fields: ["a", "b"]),
    Case(kind: .update, isThere: true, tag: "x", code: .conflict, fields: ["a", "b"]),
    Case(kind: .update, isThere: true, code: .conflict, fields: ["a", "b"]),
    Case(kind: .forceUpdate, isThere: false, fields: ["b"]),
    Case(kind: .forceUpdate, isThere: true, tag: "x", fields: ["a", "b"]),
    Case(kind: .replace, isThere: false, tag: "1", code: .notFound),
    Case(kind: .replace, isThere: true, tag: "1", fields: ["b"]),
    Case(kind: .replace, isThere: true, tag: "x", code: .conflict, fields: ["a", "b"]),
    Case(kind: .forceReplace, isThere: false, fields: ["b"]),
    Case(kind: .forceReplace, isThere: true, tag: "x", fields: ["b"]),
    Case(kind: .delete, isThere: false, code: .notFound),
    Case(kind: .delete, isThere: true),
    Case(kind: .delete, isThere: true, tag: "1"),
    Case(kind: .delete, isThere: true, tag: "x", code: .conflict, fields: ["a", "b"]),
    Case(kind: .forceDelete, isThere: false),
    Case(kind: .forceDelete, isThere: true, tag: "x"),
  ]

  @Test func `a record's size is measured by its values, not by its JSON`() async throws {
    let cloud = try await Cloud()
    let full = Limits.recordBytes - 4
    let half = Data(repeating: 1, count: full / 2)
    let rows: [(String, FieldValue, Bool)] = [
      ("text", .string(String(repeating: "x", count: full)), true),
      ("text", .string(String(repeating: "x", count: full + 1)), false),
      ("text", .string(String(repeating: "\u{1}", count: full)), true),
      ("text", .string(String(repeating: "é", count: full / 2)), true),
      ("text", .string(String(repeating: "é", count: full / 2 + 1)), false),
      ("data", .bytes(Data(repeating: 1, count: full)), true),
      ("data", .bytes(Data(repeating: 1, count: full + 1)), false),
      ("list", .bytesList([half, half]), true),
      ("list", .bytesList([half, half, Data([1])]), false),
    ]
    for (index, (name, value, isTaken)) in rows.enumerated() {
      let result = try await cloud.modify(
        [.note(.create, "r\(index)", [(name, value)])], zone: nil)[0]
      #expect(result.code == (isTaken ? nil : .badRequest), "row \(index)")
    }
  }

  @Test(arguments: cases)
  func `each operation type has its documented effect on existing and missing records`(_ test: Case)
    async throws
  {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    if test.isThere {
      try await cloud.modify([.note(.create, "r", [("a", .int64(1)), ("b", .int64(1))])])
    }
    let operation = try RecordOperation.note(test.kind, "r", [("b", .int64(2))], tag: test.tag)
    let result = try await cloud.modify([operation], atomic: false)[0]
    #expect(result.code == test.code)
    if test.code == .conflict || test.code == .exists {
      #expect(result.failure?.serverRecord?.recordChangeTag == "1")
    }
    let record = try await cloud.lookup(["r"])[0]
    #expect(try record.record?.fields?.names() == test.fields)
    if test.fields != nil {
      let expected: Int64 = test.code == nil ? 2 : 1
      #expect(try record.value("b") == .int64(expected))
    }
  }

  @Test func `an atomic batch is applied as a whole or not at all`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let operations = try [
      RecordOperation.note(.create, "a"), .note(.update, "missing", tag: "1"), .note(.create, "b"),
    ]
    do {
      try await cloud.modify(operations)
      Issue.record("the batch was taken")
    } catch let failure as AtomicFailure {
      #expect(failure.failure.code == .atomicError)
      #expect(failure.records.map(\.code) == [.atomicError, .notFound, .atomicError])
      #expect(failure.records.map(\.name) == ["a", "missing", "b"])
    }
    #expect(try await cloud.lookup(["a", "b"]).map(\.code) == [.notFound, .notFound])
    #expect(try await cloud.pull().changes?.records.isEmpty == true)
    // A batch that is not atomic, as in the default zone, applies the other operations.
    let results = try await cloud.modify(operations, atomic: false)
    #expect(results.map(\.code) == [nil, .notFound, nil])
    let inDefault = try await cloud.modify(operations, zone: nil)
    #expect(inDefault.map(\.code) == [nil, .notFound, nil])
  }

  @Test func `a request with a wrong zone, caller or size is rejected as a whole`() async throws {
    let cloud = try await Cloud()
    let create = try [RecordOperation.note(.create, "a")]
    #expect(await refusal { try await cloud.modify(create, zone: "Nowhere") } == .zoneNotFound)
    #expect(await refusal { try await cloud.lookup(["a"], zone: "Nowhere") } == .zoneNotFound)
    #expect(
      await refusal { try await cloud.modify(create, zone: nil, .world) } == .authenticationRequired
    )
    var stranger = ZoneID.default
    stranger.ownerRecordName = "_bob"
    let request = ModifyRecordsRequest(operations: create, zoneID: stranger)
    #expect(await refusal { try await cloud.records.modify(request, .alice) } == .zoneNotFound)
    let many = try (0..<201).map { try RecordOperation.note(.create, "r\($0)") }
    let tooMany = ModifyRecordsRequest(operations: many)
    #expect(await refusal { try await cloud.records.modify(tooMany, .alice) } == .badRequest)
    var key = CallContext.alice
    key.caller = .key(recordName: "_key")
    #expect(await refusal { try await cloud.modify(create, zone: nil, key) } == .accessDenied)
  }

  @Test func `a record above 1 MB is rejected, also after an update`() async throws {
    let cloud = try await Cloud()
    let half = String(repeating: "x", count: 600_000)
    let results = try await cloud.modify(
      [
        .note(.create, "a", [("a", .string(half))]),
        .note(.create, "b", [("a", .string(half + half))]),
      ],
      zone: nil)
    #expect(results.map(\.code) == [nil, .badRequest])
    // Also if an update exceeds the limit.
    let grown = try await cloud.modify(
      [.note(.forceUpdate, "a", [("b", .string(half))])], zone: nil)
    #expect(grown[0].code == .badRequest)
  }

  @Test func `a value of another type than the field's learned type is rejected`() async throws {
    let cloud = try await Cloud()
    try await cloud.modify(
      [.note(.create, "a", [("size", .int64(1)), ("tags", .stringList(["x"]))])], zone: nil)
    let results = try await cloud.modify(
      [
        .note(.create, "b", [("size", .string("1"))]), .note(.create, "c", [("size", .double(1))]),
        .note(.create, "d", [("tags", .unknownList)]),
        .note(.create, "e", [("new", .double(1))]), .note(.create, "f", [("new", .int64(1))]),
      ], zone: nil)
    #expect(results.map(\.code) == [.badRequest, .badRequest, nil, nil, .badRequest])
    #expect(
      results[0].failure?.failure.reason
        == "invalid attempt to set value type STRING for field 'size' for type 'Note', "
        + "defined to be: INT64")
    // A record's type is fixed.
    let other =
      #"{"operations":[{"operationType":"forceUpdate","record":{"recordType":"Other","recordName":"a"}}]}"#
    #expect(try await cloud.modify(other)[0].code == .badRequest)
  }

  @Test func `the production environment does not learn new types and fields`() async throws {
    let cloud = try await Cloud()
    let call = CallContext.user("_alice", .private, .production)
    let note = try RecordOperation.note(.create, "a", [("size", .int64(1))])
    #expect(try await cloud.modify([note], zone: nil, call)[0].code == .badRequest)
    try await SchemaService(cloud.data).declare(
      "Note", ["size": .init(.int64)], container: call.container, environment: .production)
    #expect(try await cloud.modify([note], zone: nil, call)[0].code == nil)
    let other = try RecordOperation.note(.create, "b", [("colour", .int64(1))])
    #expect(try await cloud.modify([other], zone: nil, call)[0].code == .badRequest)
    // Environments have separate data.
    #expect(try await cloud.lookup(["a"], zone: nil).map(\.code) == [.notFound])
  }

  @Test func `only its creator can change a public record`() async throws {
    let cloud = try await Cloud()
    let (alice, bob) = (CallContext.user("_alice", .public), CallContext.user("_bob", .public))
    try await cloud.modify([.note(.create, "a", [("n", .int64(1))])], zone: nil, alice)
    for kind in [RecordOperation.Kind.forceUpdate, .forceReplace, .forceDelete, .delete] {
      let result = try await cloud.modify([.note(kind, "a", [("n", .int64(2))])], zone: nil, bob)
      #expect(result[0].code == .accessDenied)
    }
    #expect(try await cloud.lookup(["a"], zone: nil, .world)[0].value("n") == .int64(1))
    #expect(try await cloud.modify([.note(.forceUpdate, "a")], zone: nil, alice)[0].code == nil)
  }

  @Test func `private databases of two users are separate`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([.note(.create, "a")])
    #expect(await refusal { try await cloud.lookup(["a"], .bob) } == .zoneNotFound)
    try await cloud.makeZone("Zone", .bob)
    #expect(try await cloud.lookup(["a"], .bob)[0].code == .notFound)
  }

  @Test func `reserved record names and types are rejected`() async throws {
    let cloud = try await Cloud()
    #expect(try await cloud.modify([.note(.forceUpdate, "_x")], zone: nil)[0].code == .badRequest)
    let user =
      #"{"operations":[{"operationType":"forceUpdate","record":{"recordType":"Users","recordName":"_bob"}}]}"#
    #expect(try await cloud.modify(user)[0].code == .accessDenied)
  }

  @Test
  func `a field's encryption is part of its schema and rejected in the public database`()
    async throws
  {
    let cloud = try await Cloud()
    func body(_ name: String, _ isEncrypted: Bool) -> String {
      """
      {"operations":[{"operationType":"create","record":{"recordType":"Note","recordName":"\(name)",
      "fields":{"secret":{"value":"s","type":"STRING"\(isEncrypted ? #","isEncrypted":true"# : "")}}}}]}
      """
    }
    #expect(
      try await cloud.modify(body("a", true))[0].record?.fields?.field("secret")?.isEncrypted
        == true)
    #expect(try await cloud.modify(body("b", false))[0].code == .badRequest)
    #expect(
      try await cloud.modify(body("c", true), .user("_alice", .public))[0].code == .badRequest)
  }

  @Test func `a save honors desired keys and returns numbers as strings`() async throws {
    let cloud = try await Cloud()
    let body = """
      {"operations":[{"operationType":"create","desiredKeys":["a"],"record":{"recordType":"Note",
      "recordName":"a","fields":{"a":{"value":9007199254740993},"b":{"value":1}}}}],"numbersAsStrings":true}
      """
    let request = try ModifyRecordsRequest(body: Array(body.utf8))
    let answer = String(decoding: try await cloud.records.modify(request, .alice), as: UTF8.self)
    #expect(answer.contains(#""fields":{"a":{"value":"9007199254740993","type":"INT64"}},"#))
  }
}
