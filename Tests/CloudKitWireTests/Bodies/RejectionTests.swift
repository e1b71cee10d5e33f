// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Testing

/// Malformed bodies, each with the reason in a server's response.
@Suite struct RejectionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let reason: String
    let read: @Sendable (String) throws(WireError) -> Void
    var testDescription: String { reason }

    init<Body: WireBody>(_ type: Body.Type, _ text: String, _ reason: String) {
      self.text = text
      self.reason = reason
      read = { (text) throws(WireError) in _ = try Body(body: Array(text.utf8)) }
    }

    /// A modified record's field.
    init(field: String, _ reason: String) {
      self.init(
        ModifyRecordsRequest.self,
        #"{"operations":[{"operationType":"create","record":{"recordType":"T","fields":{"f":"#
          + field + "}}}]}",
        "operations[0].record.fields.f" + reason)
    }

    /// A filter of a query.
    init(filter: String, _ reason: String) {
      self.init(
        QueryRecordsRequest.self,
        #"{"query":{"recordType":"T","filterBy":[{"# + filter + "}]}}",
        "query.filterBy[0]" + reason)
    }

    /// An operation of a modification.
    init(operation: String, _ reason: String) {
      self.init(
        ModifyRecordsRequest.self, #"{"operations":[{"# + operation + "}]}",
        "operations[0]" + reason)
    }
  }

  @Test(arguments: bodies + fields + queries + operations + others)
  func `a malformed body is rejected with its reason`(_ refused: Case) {
    let error = #expect(throws: WireError.self) { try refused.read(refused.text) }
    #expect(error?.reason == refused.reason)
  }

  @Test func `a reason is short and free of control characters`() {
    let text =
      #"{"operations":[{"operationType":"\u0000\u001b\u202e"# + "\u{85}\u{2028}"
      + String(repeating: "x", count: 10_000) + #""}]}"#
    let error = #expect(throws: WireError.self) {
      try ModifyRecordsRequest(body: Array(text.utf8))
    }
    let reason = error?.reason ?? ""
    #expect(reason.hasPrefix(#"operations[0].operationType: found "\u{0}\u{1b}\u{202e}\u{85}"#))
    #expect(reason.count < 250)
    #expect(reason.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
  }

  static let bodies = [
    Case(EmptyRequest.self, "[]", "the body: found an array, expected an object, or no body"),
    Case(EmptyRequest.self, "{", "the body: found the end of the body, expected a key in quotes"),
    Case(EmptyRequest.self, "nul", #"the body: found "n" at byte 0, expected a value"#),
    Case(QueryRecordsRequest.self, "", "the body: found the end of the body, expected a value"),
    Case(QueryRecordsRequest.self, "{}", "query: found nothing, expected a query with recordType"),
    Case(
      QueryRecordsRequest.self, #"{"query":{}}"#,
      "query.recordType: found nothing, expected a string"),
    Case(
      QueryRecordsRequest.self, #"{"query":{"recordType":7}}"#,
      "query.recordType: found 7, expected a string"),
    Case(
      QueryRecordsRequest.self, #"{"query":{"recordType":"T"},"resultsLimit":0}"#,
      "resultsLimit: found 0, expected a number from 1 to 200"),
    Case(
      QueryRecordsRequest.self, #"{"query":{"recordType":"T"},"desiredKeys":["a",1]}"#,
      "desiredKeys[1]: found 1, expected a string"),
    Case(
      QueryRecordsRequest.self, #"{"query":{"recordType":"T"},"zoneWide":"yes"}"#,
      #"zoneWide: found "yes", expected true or false"#),
    Case(
      LookupRecordsRequest.self,
      #"{"records":["# + Array(repeating: "{}", count: 201).joined(separator: ",") + "]}",
      "records: found 201 entries, expected at most 200 in one request"),
    Case(
      LookupRecordsRequest.self, #"{"records":[{"recordName":"a"},{}]}"#,
      "records[1].recordName: found nothing, expected a string"),
    Case(
      LookupRecordsRequest.self, #"{"records":"a"}"#,
      #"records: found "a", expected an array of objects with recordName"#),
    Case(
      EmptyRequest.self, #"{"a":{"b":1,"c":2,"b":3}}"#,
      "a.b: found a duplicate key, expected each key once"),
    Case(
      EmptyRequest.self, #"{"a b":[{},{"x":tru}]}"#,
      #""a b"[1].x: found "t" at byte 16, expected a value"#),
  ]

  static let fields = [
    Case(field: "7", #": found 7, expected a field such as {"value": …, "type": …}"#),
    Case(
      field: #"{"value":"x","type":"INT64"}"#,
      #".value: found "x", expected an integer of 64 bits for INT64"#),
    Case(
      field: #"{"value":9223372036854775808,"type":"INT64"}"#,
      ".value: found 9223372036854775808, expected an integer of 64 bits for INT64"),
    Case(
      field: #"{"value":9223372036854775808}"#,
      ".value: found 9223372036854775808, expected an integer of 64 bits for INT64"),
    Case(
      field: #"{"value":1.5,"type":"INT64"}"#,
      ".value: found 1.5, expected an integer of 64 bits for INT64"),
    Case(
      field: #"{"value":1e400,"type":"DOUBLE"}"#,
      ".value: found 1e400, expected a number for DOUBLE, at most 1.8e308"),
    Case(
      field: #"{"value":"nan","type":"DOUBLE"}"#,
      #".value: found "nan", expected a number for DOUBLE, at most 1.8e308"#),
    Case(
      field: #"{"value":1.5,"type":"TIMESTAMP"}"#,
      ".value: found 1.5, expected whole milliseconds since 1970 for TIMESTAMP"),
    Case(
      field: #"{"value":true,"type":"TIMESTAMP"}"#,
      ".value: found true, expected whole milliseconds since 1970 for TIMESTAMP"),
    Case(field: #"{"value":1,"type":"STRING"}"#, ".value: found 1, expected a string for STRING"),
    Case(
      field: #"{"value":"AAA","type":"BYTES"}"#,
      #".value: found "AAA", expected base64 with padding for BYTES"#),
    Case(
      field: #"{"value":"AB==","type":"BYTES"}"#,
      #".value: found "AB==", expected base64 with padding for BYTES"#),
    Case(
      field: #"{"value":"A===","type":"BYTES"}"#,
      #".value: found "A===", expected base64 with padding for BYTES"#),
    Case(
      field: #"{"value":[1],"type":"STRING_LIST"}"#,
      ".value[0]: found 1, expected a string for STRING"),
    Case(
      field: #"{"value":"x","type":"STRING_LIST"}"#,
      #".value: found "x", expected an array for STRING_LIST"#),
    Case(
      field: #"{"value":[1,"x"]}"#,
      ".value: found an array, expected a list of values of one type"),
    Case(field: #"{"value":[[1]]}"#, ".value[0]: found an array, expected no nested list"),
    Case(
      field: #"{"value":[null],"type":"STRING_LIST"}"#,
      ".value[0]: found null, expected a string for STRING"),
    Case(
      field: #"{"value":[1],"type":"UNKNOWN_LIST"}"#,
      ".value: found an array, expected an empty array, or the type of the list"),
    Case(
      field: #"{"value":{}}"#,
      ".value: found an object, expected a reference with recordName, "
        + "a location with latitude, or an asset with fileChecksum"),
    Case(
      field: #"{"value":{"action":"NONE"},"type":"REFERENCE"}"#,
      ".value.recordName: found nothing, expected a string"),
    Case(
      field: #"{"value":{"recordName":"a","action":"CASCADE"},"type":"REFERENCE"}"#,
      #".value.action: found "CASCADE", expected one of NONE, DELETE_SELF, VALIDATE"#),
    Case(
      field: #"{"value":{"latitude":90.5,"longitude":0},"type":"LOCATION"}"#,
      ".value.latitude: found 90.5, expected -90 to 90"),
    Case(
      field: #"{"value":{"latitude":0,"longitude":-181},"type":"LOCATION"}"#,
      ".value.longitude: found -181.0, expected -180 to 180"),
    Case(
      field: #"{"value":{"latitude":0,"longitude":0,"timestamp":0.5},"type":"LOCATION"}"#,
      ".value.timestamp: found 0.5, expected whole milliseconds since 1970"),
    Case(
      field: #"{"value":{"size":1},"type":"ASSETID"}"#,
      ".value: found an object, expected an asset with fileChecksum or receipt"),
    Case(
      field: #"{"value":{"receipt":"r","size":-1},"type":"ASSETID"}"#,
      ".value: found an object, expected a nonnegative size"),
    Case(
      field: #"{"value":{"recordName":"a"},"type":"REFERENCE","isEncrypted":true}"#,
      ": found isEncrypted with REFERENCE, expected a type that can be encrypted: "
        + "neither a reference nor an asset"),
    Case(
      field: #"{"value":1,"type":"NUMBER"}"#,
      #".type: found "NUMBER", expected one of STRING, INT64, DOUBLE, TIMESTAMP, BYTES, "#
        + "REFERENCE, ASSETID, LOCATION, STRING_LIST, INT64_LIST, DOUBLE_LIST, TIMESTAMP_LIST, "
        + "BYTES_LIST, REFERENCE_LIST, ASSETID_LIST, LOCATION_LIST, UNKNOWN_LIST"),
  ]

  static let queries = [
    Case(filter: "", ".comparator: found nothing, expected " + Comparator.inWords),
    Case(
      filter: #""comparator":"LIKE""#,
      #".comparator: found "LIKE", expected "# + Comparator.inWords),
    Case(
      filter: #""comparator":"EQUALS","fieldName":"a""#,
      #".fieldValue: found nothing, expected {"value": …, "type": …}"#),
    Case(
      filter: #""comparator":"EQUALS","fieldName":"a","fieldValue":{"value":null}"#,
      ".fieldValue: found an object, expected a comparison value"),
    Case(
      filter: #""comparator":"EQUALS","fieldValue":{"value":1}"#,
      ".fieldName: found nothing, expected fieldName or systemFieldName"),
    Case(
      filter: #""comparator":"IN","fieldName":"a","fieldValue":{"value":1,"type":"INT64"}"#,
      ".fieldValue: found a value of type INT64, expected a list, "
        + "with a type such as STRING_LIST, for IN"),
    Case(
      filter: #""comparator":"BEGINS_WITH","fieldName":"a","fieldValue":{"value":1}"#,
      ".fieldValue: found a value of type INT64, expected a string for BEGINS_WITH"),
    Case(
      filter: #""comparator":"NEAR","fieldName":"a","fieldValue":"#
        + #"{"value":{"latitude":1,"longitude":2}}"#,
      ".distance: found nothing, expected metres, for NEAR"),
    Case(
      filter: #""comparator":"NEAR","distance":-1,"fieldName":"a","fieldValue":"#
        + #"{"value":{"latitude":1,"longitude":2}}"#,
      ".distance: found -1.0, expected a nonnegative number of metres"),
    Case(
      filter: #""comparator":"EQUALS","fieldName":"___x","fieldValue":{"value":1}"#,
      #".fieldName: found "___x", expected the name of a field"#),
    Case(
      filter: #""comparator":"EQUALS","systemFieldName":"x","fieldValue":{"value":1}"#,
      #".systemFieldName: found "x", expected one of recordName, createdUserRecordName, "#
        + "createdTimestamp, modifiedUserRecordName, modifiedTimestamp, share, parent, "
        + "or their schema names such as ___recordID"),
  ]

  static let operations = [
    Case(operation: "", ".operationType: found nothing, expected " + RecordOperation.Kind.inWords),
    Case(
      operation: #""operationType":"upsert""#,
      #".operationType: found "upsert", expected one of create, update, forceUpdate, replace, "#
        + "forceReplace, delete, forceDelete"),
    Case(operation: #""operationType":"create""#, ".record: found nothing, expected a record"),
    Case(
      operation: #""operationType":"create","record":{}"#,
      ".record.recordType: found nothing, expected the type of the record to create"),
    Case(
      operation: #""operationType":"update","record":{}"#,
      ".record.recordName: found nothing, expected the name of the record"),
    Case(
      operation: #""operationType":"create","record":{"recordType":"T","recordName":"_a"}"#,
      #".record.recordName: found "_a", expected 1 to 255 ASCII characters, "#
        + "not beginning with an underscore"),
    Case(
      operation: #""operationType":"create","record":{"recordType":"T","recordName":"a\u0000"}"#,
      #".record.recordName: found "a\u{0}", expected 1 to 255 ASCII characters, "#
        + "not beginning with an underscore"),
    Case(
      operation: #""operationType":"create","record":{"recordType":"T; DROP"}"#,
      #".record.recordType: found "T; DROP", expected a letter, then letters, digits and "#
        + "underscores, at most 255"),
    Case(
      operation: #""operationType":"create","record":{"recordType":"T","fields":{"a b":{}}}"#,
      #".record.fields."a b": found an invalid field name, expected a letter, then letters, "#
        + "digits and underscores, at most 255"),
    Case(
      operation: #""operationType":"delete","record":{"recordName":"a"}},"#
        + #"{"operationType":"delete","record":{"recordName":"a"}"#,
      ""
    ).second(
      #"operations[1].record.recordName: found "a" twice, "#
        + "expected one operation per record"),
  ]

  static let others = [
    Case(
      ModifyZonesRequest.self,
      #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"_x"}}}]}"#,
      #"operations[0].zone.zoneID.zoneName: found "_x", expected 1 to 255 ASCII characters, "#
        + "not beginning with an underscore"),
    Case(
      ModifySubscriptionsRequest.self,
      #"{"operations":[{"operationType":"create","subscription":{"subscriptionType":"query"}}]}"#,
      "operations[0].subscription.query: found nothing, expected a query with recordType"),
    Case(
      ModifySubscriptionsRequest.self,
      #"{"operations":[{"operationType":"delete","subscription":{}}]}"#,
      "operations[0].subscription.subscriptionID: found nothing, expected a string"),
    Case(
      DiscoverUsersRequest.self, #"{"lookupInfos":[{}]}"#,
      "lookupInfos[0]: found an object, expected an object with emailAddress, phoneNumber or "
        + "userRecordName"),
    Case(
      CreateTokenRequest.self, #"{"apnsEnvironment":"staging"}"#,
      #"apnsEnvironment: found "staging", expected one of development, production"#),
    Case(
      ShortGUIDsRequest.self, #"{"shortGUIDs":[{}]}"#,
      "shortGUIDs[0].value: found nothing, expected a string"),
    Case(
      UploadTokensRequest.self, #"{"tokens":[{"recordType":"T"}]}"#,
      "tokens[0].fieldName: found nothing, expected a string"),
  ]
}

extension RejectionTests.Case {
  /// A case with an equal body and another reason.
  fileprivate func second(_ reason: String) -> Self {
    Self(ModifyRecordsRequest.self, text, reason)
  }
}
