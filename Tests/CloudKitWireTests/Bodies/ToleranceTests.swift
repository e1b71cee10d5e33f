// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Testing

/// Undocumented forms observed in requests of clients and responses of servers.
@Suite struct ToleranceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let body: GoldenBody
    let seen: String
    var testDescription: String { body.name }

    init<Body: WireBody>(_ name: String, _ type: Body.Type, _ seen: String, _ documented: String) {
      body = GoldenBody(name, type, documented)
      self.seen = seen
    }
  }

  @Test(arguments: cases) func `an observed form is accepted and encoded as documented`(
    _ tolerated: Case
  ) throws {
    #expect(try tolerated.body.rewritten(tolerated.seen) == tolerated.body.json)
  }

  static let cases = [
    Case("no body where there are no parameters", EmptyRequest.self, "", "{}"),
    Case("no body for all zones", DatabaseChangesRequest.self, "", "{}"),
    Case(
      "zones/lookup with zoneID", LookupZonesRequest.self,
      #"{"zones":[{"zoneID":{"zoneName":"A"}},{"zoneName":"B"}]}"#,
      #"{"zones":[{"zoneName":"A"},{"zoneName":"B"}]}"#),
    Case(
      "ownerName", LookupZonesRequest.self, #"{"zones":[{"zoneName":"A","ownerName":"_1"}]}"#,
      #"{"zones":[{"zoneName":"A","ownerRecordName":"_1"}]}"#),
    Case(
      "a zone operation with a bare zone ID", ModifyZonesRequest.self,
      #"{"operations":[{"operationType":"create","zone":{"zoneName":"A"}}]}"#,
      #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"A"}}}]}"#),
    Case(
      "syncToken in zones/changes", DatabaseChangesRequest.self, #"{"syncToken":"AQ=="}"#,
      #"{"syncToken":"AQ=="}"#),
    Case(
      "numbersAsStrings in changes/zone", ZoneChangesRequest.self,
      #"{"zones":[],"numbersAsStrings":true}"#, #"{"zones":[],"numberAsStrings":true}"#),
    Case(
      "null for what is absent", QueryRecordsRequest.self,
      #"""
      {"query":{"recordType":"T","filterBy":null,"sortBy":null},"zoneID":null,"zoneWide":null,
      "resultsLimit":null,"continuationMarker":null,"desiredKeys":null,"numbersAsStrings":null}
      """#, #"{"query":{"recordType":"T"}}"#),
    Case(
      "a limit above the greatest", QueryRecordsRequest.self,
      #"{"query":{"recordType":"T"},"resultsLimit":100000}"#,
      #"{"query":{"recordType":"T"},"resultsLimit":200}"#),
    Case(
      "one filter that is no list, and empty lists", QueryRecordsRequest.self,
      #"""
      {"query":{"recordType":"T","sortBy":[],"filterBy":{"comparator":"EQUALS","fieldName":"a",
      "fieldValue":{"value":1,"type":"INT64"}}}}
      """#,
      #"""
      {"query":{"recordType":"T","filterBy":[{"comparator":"EQUALS","fieldName":"a",
      "fieldValue":{"value":1,"type":"INT64"}}]}}
      """#),
    Case(
      "system fields in any spelling", QueryRecordsRequest.self,
      #"""
      {"query":{"recordType":"T","sortBy":[{"fieldName":"___modTime"},
      {"systemFieldName":"___createTime"},{"systemFieldName":"___recordId"},
      {"fieldName":"___recordID"},{"systemFieldName":"parent"},{"fieldName":"parent"}]}}
      """#,
      #"""
      {"query":{"recordType":"T","sortBy":[
      {"systemFieldName":"modifiedTimestamp","ascending":true},
      {"systemFieldName":"createdTimestamp","ascending":true},
      {"systemFieldName":"recordName","ascending":true},
      {"systemFieldName":"recordName","ascending":true},
      {"systemFieldName":"parent","ascending":true},
      {"fieldName":"parent","ascending":true}]}}
      """#),
    Case(
      "other names of comparators", QueryRecordsRequest.self,
      #"""
      {"query":{"recordType":"T","filterBy":[{"comparator":"CONTAINS_ANY","fieldName":"a",
      "fieldValue":{"value":["x"],"type":"STRING_LIST"}},
      {"comparator":"LIST_NOT_CONTAINS","fieldName":"a",
      "fieldValue":{"value":"x","type":"STRING"}},
      {"comparator":"LIST_NOT_CONTAINS_ANY","fieldName":"a",
      "fieldValue":{"value":["x"],"type":"STRING_LIST"}}]}}
      """#,
      #"""
      {"query":{"recordType":"T","filterBy":[{"comparator":"LIST_CONTAINS_ANY","fieldName":"a",
      "fieldValue":{"value":["x"],"type":"STRING_LIST"}},
      {"comparator":"NOT_LIST_CONTAINS","fieldName":"a",
      "fieldValue":{"value":"x","type":"STRING"}},
      {"comparator":"NOT_LIST_CONTAINS_ANY","fieldName":"a",
      "fieldValue":{"value":["x"],"type":"STRING_LIST"}}]}}
      """#),
    Case(
      "an untyped value and an untyped reference in a filter", QueryRecordsRequest.self,
      #"""
      {"query":{"recordType":"T","filterBy":[{"comparator":"IN","fieldName":"a",
      "fieldValue":{"value":["x"]}},{"comparator":"EQUALS","fieldName":"b",
      "fieldValue":{"value":{"recordName":"r"}}}]}}
      """#,
      #"""
      {"query":{"recordType":"T","filterBy":[{"comparator":"IN","fieldName":"a",
      "fieldValue":{"value":["x"]}},{"comparator":"EQUALS","fieldName":"b",
      "fieldValue":{"value":{"recordName":"r"}}}]}}
      """#),
    Case("no body for all users", DiscoverUsersRequest.self, "", #"{"lookupInfos":[]}"#),
    Case(
      "references whose action is spelled as in Swift", QueryRecordsRequest.self,
      #"""
      {"query":{"recordType":"T","filterBy":[{"comparator":"EQUALS","fieldName":"a",
      "fieldValue":{"value":{"recordName":"r","action":"None"},"type":"REFERENCE"}}]}}
      """#,
      #"""
      {"query":{"recordType":"T","filterBy":[{"comparator":"EQUALS","fieldName":"a",
      "fieldValue":{"value":{"recordName":"r","action":"NONE"},"type":"REFERENCE"}}]}}
      """#),
    Case(
      "a relative location as a field", QueryRecordsRequest.self,
      #"""
      {"query":{"recordType":"T","sortBy":[{"fieldName":"p","relativeLocation":
      {"value":{"latitude":1,"longitude":2},"type":"LOCATION"}}]}}
      """#,
      #"""
      {"query":{"recordType":"T","sortBy":[{"fieldName":"p","ascending":true,
      "relativeLocation":{"latitude":1.0,"longitude":2.0}}]}}
      """#),
    Case(
      "the record type on the operation, the share type in any case", ModifyRecordsRequest.self,
      #"""
      {"operations":[{"operationType":"create","recordType":"Ruck","record":{"fields":{}}},
      {"operationType":"create","record":{"recordType":"cloudKit.share"}}]}
      """#,
      #"""
      {"operations":[{"operationType":"create","record":{"recordType":"Ruck","fields":{}}},
      {"operationType":"create","record":{"recordType":"cloudkit.share"}}],"atomic":true}
      """#),
    Case(
      "numbers for Booleans, fractions that are none", ModifyRecordsRequest.self,
      #"{"operations":[],"atomic":0,"numbersAsStrings":1}"#,
      #"{"operations":[],"atomic":false,"numbersAsStrings":true}"#),
    Case(
      "a limit as 5.0", RecordChangesRequest.self,
      #"{"zoneID":{"zoneName":"A"},"resultsLimit":5.0}"#,
      #"{"zoneID":{"zoneName":"A"},"resultsLimit":5}"#),
    Case(
      "moreComing null, a tombstone with fields", RecordChangesResponse.self,
      #"""
      {"records":[{"recordName":"a","recordType":"T","deleted":true,"fields":{}}],"syncToken":"A",
      "moreComing":null}
      """#,
      #"{"records":[{"recordName":"a","deletedRecordType":"T","deleted":true}],"syncToken":"A","moreComing":false}"#
    ),
    Case(
      "a bare identity", CallerResponse.self, #"{"userRecordName":"_1"}"#,
      #"{"users":[{"userRecordName":"_1"}],"userRecordName":"_1"}"#),
    Case(
      "assets without an object around them", RereferenceAssetsResponse.self,
      #"[{"fileChecksum":"abc","size":1}]"#, #"{"assets":[{"fileChecksum":"abc","size":1}]}"#),
    Case(
      "words and field types of a newer server", RecordsResponse.self,
      #"""
      {"records":[{"recordName":"a","fields":{"x":{"value":{"y":1},"type":"POLYGON"}},
      "publicPermission":"SOME","zoneID":{"zoneName":"A","zoneType":"OTHER"}}]}
      """#,
      #"""
      {"records":[{"recordName":"a","fields":{"x":{"value":{"y":1},"type":"POLYGON"}},
      "pluginFields":{},"zoneID":{"zoneName":"A","zoneType":"UNKNOWN"},
      "publicPermission":"UNKNOWN"}]}
      """#),
    Case(
      "a database scope in capitals, an environment too", SharesResponse.self,
      #"{"results":[{"environment":"DEVELOPMENT","databaseScope":"shared"}]}"#,
      #"{"results":[{"environment":"development","databaseScope":"SHARED"}]}"#),
    Case(
      "clientID", CreateTokenRequest.self, #"{"apnsEnvironment":"production","clientID":"c"}"#,
      #"{"apnsEnvironment":"production","clientId":"c"}"#),
    Case(
      "escaped keys", CreateTokenRequest.self, #"{"apnsEnv\u0069ronment":"product\u0069on"}"#,
      #"{"apnsEnvironment":"production"}"#),
  ]
}
