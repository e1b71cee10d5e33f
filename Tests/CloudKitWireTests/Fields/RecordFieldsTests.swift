// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import Testing

/// Record fields as exact JSON, and operations on them.
@Suite struct RecordFieldsTests {
  /// Fields as a server decodes them from a request.
  private func read(_ json: String) throws -> RecordFields {
    let body =
      #"{"operations":[{"operationType":"forceUpdate","record":{"recordName":"a","#
      + #""recordType":"T","fields":"# + json + "}}]}"
    let request = try ModifyRecordsRequest(body: Array(body.utf8))
    return try #require(request.operations.first?.record.fields)
  }

  private func text(_ fields: RecordFields) -> String {
    String(decoding: fields.json, as: UTF8.self)
  }

  static let values: [FieldValue] = [
    .string("a\"\u{0}é😀"), .string(""), .int64(.min), .int64(.max), .double(-0.5), .double(1e300),
    .timestamp(1_790_000_000_000), .timestamp(-1), .bytes(Data([0, 255])), .bytes(Data()),
    .reference(Reference(recordName: "r", zoneID: ZoneID(zoneName: "Z"), action: .validate)),
    .asset(Asset(fileChecksum: "c", size: 1, receipt: "r")),
    .location(Location(latitude: -90, longitude: 180, altitude: 8848.5, timestamp: 5)),
    .stringList(["a", ""]), .stringList([]), .int64List([1, -1]), .doubleList([0.25]),
    .timestampList([0]), .bytesList([Data([1])]), .referenceList([Reference(recordName: "r")]),
    .assetList([Asset(fileChecksum: "c", size: 1)]),
    .locationList([Location(latitude: 1, longitude: 2)]), .unknownList,
  ]

  @Test(arguments: values, [false, true])
  func `values of every type survive encoding`(_ value: FieldValue, isEncrypted: Bool) throws {
    if isEncrypted, !value.type.canBeEncrypted { return }
    let fields = try RecordFields([("f", Field(value, isEncrypted: isEncrypted))])
    let back = try read(text(fields))
    #expect(back.isCanonical)
    #expect(back.hasEncrypted == isEncrypted)
    #expect(back.hasAssets == (value.type.element == .asset))
    #expect(try back.field("f") == Field(value, isEncrypted: isEncrypted))
    #expect(try back.field("g") == nil)
    #expect(back == fields)
  }

  @Test(arguments: ["null", #"{"value":null}"#, "{}", #"{"value":null,"type":"STRING"}"#])
  func `a field is cleared by null in any form`(_ json: String) throws {
    let change = try read(#"{"a":\#(json),"b":{"value":"kept","type":"STRING"}}"#)
    #expect(change.hasCleared)
    #expect(try change.field("a") == nil)
    let before = try RecordFields([("a", Field(.int64(1))), ("c", Field(.int64(2)))])
    let after = try before.merging(change.canonical())
    #expect(try after.names() == ["c", "b"])
    #expect(try change.withoutCleared().names() == ["b"])
  }

  @Test func `elements of a list may be written like fields`() throws {
    let fields = try read(
      #"{"a":{"type":"STRING_LIST","value":[{"value":"x","type":"STRING"},"y",{"value":"z"}]},"#
        + #""b":{"value":[{"value":1,"type":"INT64"},{"value":2,"type":"INT64"}]}}"#)
    #expect(try fields.field("a")?.value == .stringList(["x", "y", "z"]))
    #expect(try fields.field("b")?.value == .int64List([1, 2]))
    #expect(
      text(try fields.canonical())
        == #"{"a":{"value":["x","y","z"],"type":"STRING_LIST"},"#
        + #""b":{"value":[1,2],"type":"INT64_LIST"}}"#)
    for wrong in [
      #"[{"value":1,"type":"INT64"}]"#, #"[{"value":["x"],"type":"STRING_LIST"}]"#,
      #"[{"value":"x","type":"NONSENSE"}]"#, #"[{"value":null}]"#,
    ] {
      #expect(throws: (any Error).self) {
        _ = try read(#"{"a":{"type":"STRING_LIST","value":\#(wrong)}}"#)
      }
    }
  }

  @Test func `the action of a reference may be spelled as in Swift`() throws {
    let fields = try read(
      #"{"a":{"value":{"recordName":"r","action":"None"},"type":"REFERENCE"},"#
        + #""b":{"value":[{"recordName":"r","action":"DeleteSelf"}],"type":"REFERENCE_LIST"}}"#)
    #expect(!fields.isCanonical)
    #expect(
      text(try fields.canonical())
        == #"{"a":{"value":{"recordName":"r","action":"NONE"},"type":"REFERENCE"},"#
        + #""b":{"value":[{"recordName":"r","action":"DELETE_SELF"}],"type":"REFERENCE_LIST"}}"#)
  }

  @Test func `every type that can be encrypted has an encrypted type name`() throws {
    for type in FieldType.allCases where type.canBeEncrypted {
      let value = try #require(Self.values.first { $0.type == type })
      var json = text(try RecordFields([("f", Field(value))]))
      json = json.replacing(#""type":""#, with: #""type":"ENCRYPTED_"#)
      let fields = try read(json)
      #expect(!fields.isCanonical && fields.hasEncrypted)
      #expect(try fields.field("f") == Field(value, isEncrypted: true))
      let canonical = try fields.canonical()
      #expect(canonical == (try RecordFields([("f", Field(value, isEncrypted: true))])))
    }
  }

  @Test func `the type of an untyped value is inferred`() throws {
    let table: [(String, FieldValue)] = [
      (#""x""#, .string("x")), ("5", .int64(5)), ("5.5", .double(5.5)), ("true", .int64(1)),
      ("false", .int64(0)), ("[]", .unknownList), ("[1,2]", .int64List([1, 2])),
      ("[1,2.5]", .doubleList([1, 2.5])), (#"["a"]"#, .stringList(["a"])),
      (#"{"recordName":"r"}"#, .reference(Reference(recordName: "r", action: nil))),
      (#"{"latitude":1,"longitude":2}"#, .location(Location(latitude: 1, longitude: 2))),
      (#"{"receipt":"r"}"#, .asset(Asset(receipt: "r"))),
      (#"[{"recordName":"r","action":"NONE"}]"#, .referenceList([Reference(recordName: "r")])),
    ]
    for (json, value) in table {
      let fields = try read(#"{"f":{"value":"# + json + "}}")
      #expect(!fields.isCanonical)
      #expect(try fields.field("f")?.value == value)
      #expect(try fields.canonical().field("f")?.value.type == value.type)
    }
    // Types of the schema take precedence.
    let fields = try read(
      #"{"t":{"value":5},"b":{"value":"AA=="},"d":{"value":5},"l":{"value":[]}}"#)
    let types: [String: FieldType] = [
      "t": .timestamp, "b": .bytes, "d": .double, "l": .stringList,
    ]
    let canonical = try fields.canonical { types[$0] }
    #expect(
      text(canonical) == #"""
        {"t":{"value":5,"type":"TIMESTAMP"},"b":{"value":"AA==","type":"BYTES"},\#
        "d":{"value":5.0,"type":"DOUBLE"},"l":{"value":[],"type":"STRING_LIST"}}
        """#)
    let error = #expect(throws: WireError.self) {
      try fields.canonical { $0 == "t" ? .string : nil }
    }
    #expect(
      error?.reason == "operations[0].record.fields.t.value: found 5, expected a string for STRING")
  }

  @Test func `other spellings are normalized to the documented form`() throws {
    let table: [(String, String)] = [
      (#"{"value":5.0,"type":"INT64"}"#, #"{"value":5,"type":"INT64"}"#),
      (#"{"value":"5","type":"INT64"}"#, #"{"value":5,"type":"INT64"}"#),
      (#"{"value":"5.5","type":"DOUBLE"}"#, #"{"value":5.5,"type":"DOUBLE"}"#),
      (#"{"value":5e3,"type":"TIMESTAMP"}"#, #"{"value":5000,"type":"TIMESTAMP"}"#),
      (#"{"value":true,"type":"BOOLEAN"}"#, #"{"value":1,"type":"INT64"}"#),
      (#"{"value":5,"type":"INT"}"#, #"{"value":5,"type":"INT64"}"#),
      (#"{"value":"A\/8=","type":"BYTE"}"#, #"{"value":"A/8=","type":"BYTES"}"#),
      (
        #"{"value":{"recordName":"r"},"type":"REFERENCE"}"#,
        #"{"value":{"recordName":"r","action":"NONE"},"type":"REFERENCE"}"#
      ),
      (#"{"value":5,"type":"DATETIME"}"#, #"{"value":5,"type":"TIMESTAMP"}"#),
      (
        #"{"value":{"receipt":"r"},"type":"ASSET"}"#, #"{"value":{"receipt":"r"},"type":"ASSETID"}"#
      ),
      (#"{"value":["a"],"type":"LIST"}"#, #"{"value":["a"],"type":"STRING_LIST"}"#),
      (#"{"type":"STR\u0049NG","value":"x"}"#, #"{"type":"STR\u0049NG","value":"x"}"#),
    ]
    for (seen, documented) in table {
      #expect(text(try read(#"{"f":\#(seen)}"#).canonical()) == #"{"f":\#(documented)}"#)
    }
  }

  @Test func `canonical fields are copied byte for byte`() throws {
    let json = #"{ "a" : { "type":"DOUBLE", "value": 1.50, "new":[1] } , "b":{"value":1} }"#
    #expect(
      text(try read(json).canonical())
        == #"{"a":{ "type":"DOUBLE", "value": 1.50, "new":[1] },"b":{"value":1,"type":"INT64"}}"#)
    let exact = #"{ "a" : { "type":"DOUBLE", "value": 1.50, "new":[1] } }"#
    #expect(text(try read(exact).canonical()) == exact)
  }

  @Test func `changed fields are merged into the stored ones`() throws {
    let before = RecordFields(
      stored: Array(
        #"{"a":{"value":1,"type":"INT64"},"b":{"value":2,"type":"INT64"},"c":{"value":3,"type":"INT64"}}"#
          .utf8))
    let changes = try read(
      #"{"d":{"value":4,"type":"INT64"},"b":{"value":9,"type":"INT64"},"a":{},"x":{"value":null}}"#)
    #expect(
      text(try before.merging(changes))
        == #"{"b":{"value":9,"type":"INT64"},"c":{"value":3,"type":"INT64"},"d":{"value":4,"type":"INT64"}}"#
    )
    #expect(text(try before.merging(.empty)) == text(before))
    #expect(text(try changes.withoutCleared()).hasPrefix(#"{"d":"#))
    #expect(try changes.withoutCleared().names() == ["d", "b"])
  }

  @Test func `fields can be selected by name, with numbers as strings`() throws {
    let fields = try RecordFields([
      ("a", Field(.int64(1))), ("b", Field(.double(2.5))), ("c", Field(.timestamp(3))),
      ("d", Field(.int64List([4]))),
    ])
    #expect(try fields.selecting(nil) == fields)
    #expect(text(try fields.selecting([])) == "{}")
    #expect(try fields.selecting(["d", "a", "x"]).names() == ["a", "d"])
    #expect(
      text(try fields.withNumbersAsStrings()) == #"""
        {"a":{"value":"1","type":"INT64"},"b":{"value":"2.5","type":"DOUBLE"},\#
        "c":{"value":3,"type":"TIMESTAMP"},"d":{"value":["4"],"type":"INT64_LIST"}}
        """#)
    #expect(try fields.withNumbersAsStrings().canonical().field("a") == Field(.int64(1)))
  }

  @Test func `assets can be mapped to assets with URLs`() throws {
    let fields = try RecordFields([
      ("t", Field(.string("x"))), ("a", Field(.asset(Asset(fileChecksum: "1", receipt: "r")))),
      ("l", Field(.assetList([Asset(fileChecksum: "2"), Asset(fileChecksum: "3")]))),
    ])
    let mapped = try fields.mappingAssets { name, asset in
      Asset(fileChecksum: asset.fileChecksum, downloadURL: "/\(name)/\(asset.fileChecksum ?? "")")
    }
    #expect(
      try mapped.field("a")?.value == .asset(Asset(fileChecksum: "1", downloadURL: "/a/1")))
    #expect(
      try mapped.field("l")?.value
        == .assetList([
          Asset(fileChecksum: "2", downloadURL: "/l/2"),
          Asset(fileChecksum: "3", downloadURL: "/l/3"),
        ]))
    #expect(try mapped.field("t") == Field(.string("x")))
  }

  @Test func `a record with duplicate or too many fields is rejected`() throws {
    #expect(throws: WireError.self) {
      try RecordFields([("a", Field(.int64(1))), ("a", nil)])
    }
    let many = (0...Limits.fields).map { "\"f\($0)\":{}" }.joined(separator: ",")
    let error = #expect(throws: WireError.self) { try read("{\(many)}") }
    #expect(
      error?.reason
        == "operations[0].record.fields: found 2001 fields, expected at most 2000 in one record")
  }

  @Test func `dates are rounded to milliseconds`() {
    #expect(FieldValue.date(Date(timeIntervalSince1970: 1.2345)) == .timestamp(1235))
    #expect(FieldValue.timestamp(1500).date == Date(timeIntervalSince1970: 1.5))
    #expect(FieldValue.date(.distantFuture) != nil)
    #expect(FieldValue.date(Date(timeIntervalSince1970: 1e300)) == nil)
    #expect(FieldValue.int64(1).date == nil)
  }
}
