// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Testing

/// A body in its documented form, with the function that decodes and encodes it.
struct GoldenBody: Sendable, CustomTestStringConvertible {
  let name: String
  let json: String
  /// Decodes a body and encodes it again.
  let rewrite: @Sendable ([UInt8]) throws(WireError) -> [UInt8]

  var testDescription: String { name }

  init<Body: WireBody>(_ name: String, _ type: Body.Type, _ json: String) {
    self.name = name
    // The literals are broken into lines; their texts contain no two consecutive spaces.
    self.json = json.split(whereSeparator: \.isNewline)
      .map { $0.drop { $0 == " " } }.joined()
    rewrite = { (bytes) throws(WireError) in try Body(body: bytes).encoded() }
  }

  func rewritten(_ text: String) throws(WireError) -> String {
    String(decoding: try rewrite(Array(text.utf8)), as: UTF8.self)
  }

  static let all =
    records + changes + zones + subscriptions + users + assets + tokens + sharing
    + others

  // MARK: A record

  static let fields = #"""
    {"title":{"value":"Rain, wind & \"mud\"","type":"STRING"},
    "count":{"value":-9223372036854775808,"type":"INT64"},
    "distance":{"value":12.5,"type":"DOUBLE"},
    "start":{"value":1790000000000,"type":"TIMESTAMP"},
    "photo":{"value":"AAEC/w==","type":"BYTES"},
    "route":{"value":{"recordName":"r1","zoneID":{"zoneName":"Rucks"},"action":"DELETE_SELF"},
    "type":"REFERENCE"},
    "track":{"value":{"fileChecksum":"abc","size":12,"referenceChecksum":"def",
    "wrappingKey":"ghi","receipt":"jkl"},"type":"ASSETID"},
    "place":{"value":{"latitude":52.5,"longitude":-13.25,"horizontalAccuracy":5,
    "verticalAccuracy":8,"altitude":34.5,"speed":1.5,"course":270,"timestamp":1790000000000},
    "type":"LOCATION"},
    "tags":{"value":["a","b"],"type":"STRING_LIST"},
    "laps":{"value":[1,2],"type":"INT64_LIST"},
    "paces":{"value":[1.5,2],"type":"DOUBLE_LIST"},
    "times":{"value":[1,2],"type":"TIMESTAMP_LIST"},
    "blobs":{"value":["AA=="],"type":"BYTES_LIST"},
    "friends":{"value":[{"recordName":"f1","action":"NONE"}],"type":"REFERENCE_LIST"},
    "photos":{"value":[{"fileChecksum":"abc","size":1}],"type":"ASSETID_LIST"},
    "places":{"value":[{"latitude":0.0,"longitude":0.0}],"type":"LOCATION_LIST"},
    "nothing":{"value":[],"type":"UNKNOWN_LIST"},
    "secret":{"value":"x","type":"STRING","isEncrypted":true},
    "gone":{"value":null,"type":"STRING"},
    "later":{"value":1,"type":"INT64","aKeyOfTheFuture":[{"a":null}]}}
    """#

  static let answered = #"""
    {"recordName":"r1","recordType":"Ruck",
    "fields":{"title":{"value":"Morning","type":"STRING"}},"pluginFields":{},
    "recordChangeTag":"1e","created":{"timestamp":1790000000000,"userRecordName":"_9a06",
    "deviceID":"2"},"modified":{"timestamp":1790000000001,"userRecordName":"_9a06",
    "deviceID":"2"},"deleted":false,"zoneID":{"zoneName":"Rucks","ownerRecordName":"_9a06",
    "zoneType":"REGULAR_CUSTOM_ZONE"},"parent":{"recordName":"p1"},
    "share":{"recordName":"s1","zoneID":{"zoneName":"Rucks"}}}
    """#

  static let failed = #"""
    {"recordName":"r2","uuid":"u1","serverErrorCode":"CONFLICT","reason":"changed meanwhile"}
    """#

  static let deleted = #"{"recordName":"r3","deletedRecordType":"Ruck","deleted":true}"#

  static let records = [
    GoldenBody(
      "records/query request", QueryRecordsRequest.self,
      #"""
      {"query":{"recordType":"Ruck","filterBy":[
      {"comparator":"EQUALS","fieldName":"title","fieldValue":{"value":"x","type":"STRING"}},
      {"comparator":"NEAR","fieldName":"place","fieldValue":{"value":{"latitude":1.5,
      "longitude":2.5},"type":"LOCATION"},"distance":500.0},
      {"comparator":"IN","systemFieldName":"recordName","fieldValue":{"value":["a"],
      "type":"STRING_LIST"}},
      {"comparator":"CONTAINS_ANY_TOKENS","fieldValue":{"value":"wet","type":"STRING"}}],
      "sortBy":[{"systemFieldName":"modifiedTimestamp","ascending":false},
      {"fieldName":"place","ascending":true,"relativeLocation":{"latitude":1.5,
      "longitude":2.5}}]},"zoneID":{"zoneName":"Rucks"},"resultsLimit":50,
      "continuationMarker":"AQ==","desiredKeys":["title"],"numbersAsStrings":true}
      """#),
    GoldenBody(
      "records/query request of all zones", QueryRecordsRequest.self,
      #"{"query":{"recordType":"Ruck"},"zoneWide":true}"#),
    GoldenBody(
      "records/query response", RecordsResponse.self,
      #"{"records":[\#(answered)],"continuationMarker":"AQ==","syncToken":"Ag=="}"#),
    GoldenBody(
      "records/modify request", ModifyRecordsRequest.self,
      #"""
      {"operations":[{"operationType":"create","record":{"recordType":"Ruck",
      "fields":\#(fields)}},
      {"operationType":"update","record":{"recordName":"b","recordType":"Ruck",
      "fields":{},"recordChangeTag":"1"},"desiredKeys":["title"]},
      {"operationType":"forceUpdate","record":{"recordName":"c","recordType":"Ruck"}},
      {"operationType":"replace","record":{"recordName":"d","recordChangeTag":"1"}},
      {"operationType":"forceReplace","record":{"recordName":"e","recordType":"Ruck",
      "parent":{"recordName":"b"}}},
      {"operationType":"delete","record":{"recordName":"f","recordChangeTag":"1"}},
      {"operationType":"forceDelete","record":{"recordName":"g"}}],
      "zoneID":{"zoneName":"Rucks"},"atomic":false,"desiredKeys":[],"numbersAsStrings":true}
      """#),
    GoldenBody(
      "records/modify request of a share", ModifyRecordsRequest.self,
      #"""
      {"operations":[{"operationType":"create","record":{"recordType":"cloudkit.share",
      "fields":{"cloudkit.title":{"value":"Trip","type":"STRING"}},
      "forRecord":{"recordName":"r1","recordChangeTag":"1e"},"publicPermission":"NONE",
      "participants":[{"userIdentity":{"lookupInfo":{"emailAddress":"a@example.org"}},
      "type":"USER","permission":"READ_WRITE","acceptanceStatus":"INVITED"}]}},
      {"operationType":"update","record":{"recordName":"r1","recordChangeTag":"1e",
      "createShortGUID":true}}],"atomic":true}
      """#),
    GoldenBody(
      "records/modify response", RecordsResponse.self,
      #"{"records":[\#(answered),\#(failed),\#(deleted)]}"#),
    GoldenBody(
      "records/lookup request", LookupRecordsRequest.self,
      #"""
      {"records":[{"recordName":"r1"},{"recordName":"r2","desiredKeys":["title"]}],
      "zoneID":{"zoneName":"Rucks"},"desiredKeys":[],"numbersAsStrings":true}
      """#),
    GoldenBody(
      "records/lookup response", RecordsResponse.self,
      #"""
      {"records":[{"recordName":"r1","serverErrorCode":"NOT_FOUND","reason":"Record not found"},
      {"recordName":"r2","zoneID":{"zoneName":"Rucks"},"serverErrorCode":"CONFLICT","reason":"no",
      "serverRecord":\#(answered)}]}
      """#),
  ]

  // MARK: Changes and zones

  static let changes = [
    GoldenBody(
      "records/changes request", RecordChangesRequest.self,
      #"""
      {"zoneID":{"zoneName":"Rucks"},"syncToken":"AQ==","resultsLimit":200,
      "desiredKeys":["title"],"numbersAsStrings":true}
      """#),
    GoldenBody(
      "records/changes response", RecordChangesResponse.self,
      #"{"records":[\#(deleted)],"syncToken":"AQ==","moreComing":true}"#),
    GoldenBody(
      "changes/database request", DatabaseChangesRequest.self,
      #"{"syncToken":"AQ==","resultsLimit":10}"#),
    GoldenBody(
      "changes/database response", DatabaseChangesResponse.self,
      #"""
      {"zones":[{"zoneID":{"zoneName":"Rucks"},"syncToken":"AQ==","atomic":true},
      {"zoneID":{"zoneName":"Old"},"deleted":true}],"syncToken":"Ag==","moreComing":false}
      """#),
    GoldenBody(
      "zones/changes request", DatabaseChangesRequest.self,
      #"{"metaSyncToken":"AQ==","resultsLimit":10}"#),
    GoldenBody(
      "zones/changes response", DatabaseChangesResponse.self,
      #"{"zones":[],"metaSyncToken":"AQ==","moreComing":false}"#),
    GoldenBody(
      "changes/zone request", ZoneChangesRequest.self,
      #"""
      {"zones":[{"zoneID":{"zoneName":"Rucks","ownerRecordName":"_9a06"},"syncToken":"AQ==",
      "resultsLimit":20,"desiredKeys":["title"],"desiredRecordTypes":["Ruck"],"reverse":true,
      "numberAsStrings":true},{"zoneID":{"zoneName":"Trips"}}],"resultsLimit":100,
      "desiredKeys":[],"desiredRecordTypes":[],"reverse":false,"numberAsStrings":false}
      """#),
    GoldenBody(
      "changes/zone response", ZoneChangesResponse.self,
      #"""
      {"zones":[{"zoneID":{"zoneName":"Rucks"},"syncToken":"AQ==","moreComing":false,
      "records":[\#(answered),\#(deleted)]},{"zoneID":{"zoneName":"Trips"},
      "serverErrorCode":"ZONE_NOT_FOUND","reason":"no such zone"}]}
      """#),
  ]

  static let zones = [
    GoldenBody("zones/list request", EmptyRequest.self, "{}"),
    GoldenBody(
      "zones/list response", ZonesResponse.self,
      #"""
      {"zones":[{"zoneID":{"zoneName":"_defaultZone","ownerRecordName":"_9a06",
      "zoneType":"DEFAULT_ZONE"},"atomic":false},{"zoneID":{"zoneName":"Rucks"},
      "syncToken":"AQ==","atomic":true,"isEligibleForZoneShare":true,
      "isEligibleForHierarchicalShare":true}]}
      """#),
    GoldenBody(
      "zones/lookup request", LookupZonesRequest.self,
      #"{"zones":[{"zoneName":"Rucks"},{"zoneName":"Trips","ownerRecordName":"_9a06"}]}"#),
    GoldenBody(
      "zones/modify request", ModifyZonesRequest.self,
      #"""
      {"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Rucks"}}},
      {"operationType":"delete","zone":{"zoneID":{"zoneName":"Trips"}}}]}
      """#),
    GoldenBody(
      "zones/modify response", ZonesResponse.self,
      #"""
      {"zones":[{"zoneID":{"zoneName":"Rucks"},"syncToken":"AQ==","atomic":true},
      {"zoneID":{"zoneName":"Trips"},"deleted":true},{"zoneID":{"zoneName":"X"},
      "serverErrorCode":"TRY_AGAIN_LATER","reason":"busy","retryAfter":3}]}
      """#),
  ]

  static let subscriptions = [
    GoldenBody("subscriptions/list request", EmptyRequest.self, "{}"),
    GoldenBody(
      "subscriptions/lookup request", LookupSubscriptionsRequest.self,
      #"{"subscriptions":[{"subscriptionID":"s1"},{"subscriptionID":"s2"}]}"#),
    GoldenBody(
      "subscriptions/modify request", ModifySubscriptionsRequest.self,
      #"""
      {"operations":[{"operationType":"create","subscription":{"subscriptionID":"s1",
      "subscriptionType":"query","zoneID":{"zoneName":"Rucks"},"query":{"recordType":"Ruck"},
      "firesOn":["create","update","delete"],"firesOnce":true,"zoneWide":false,
      "notificationInfo":{"alertBody":"New","alertLocalizationKey":"k",
      "alertLocalizationArgs":["title"],"alertActionLocalizationKey":"a",
      "alertLaunchImage":"i","soundName":"ping","shouldBadge":true,
      "shouldSendContentAvailable":true,"shouldSendMutableContent":false,
      "additionalFields":["title"],"category":"c"}}},
      {"operationType":"create","subscription":{"subscriptionType":"zone",
      "zoneID":{"zoneName":"Rucks"}}},
      {"operationType":"create","subscription":{"subscriptionType":"database"}},
      {"operationType":"update","subscription":{"subscriptionID":"s2","firesOnce":false}},
      {"operationType":"delete","subscription":{"subscriptionID":"s3"}}]}
      """#),
    GoldenBody(
      "subscriptions response", SubscriptionsResponse.self,
      #"""
      {"subscriptions":[{"subscriptionID":"s1","subscriptionType":"zone",
      "zoneID":{"zoneName":"Rucks"}},{"subscriptionID":"s3","deleted":true},
      {"subscriptionID":"s4","serverErrorCode":"NOT_FOUND","reason":"no such subscription"}]}
      """#),
    GoldenBody(
      "webcourier query notification", PushNotification.self,
      #"""
      {"aps":{"alert":"New ruck","sound":"ping","badge":1,"content-available":1,
      "category":"c"},"ck":{"nid":"n1","cid":"iCloud.org.example","ce":2,
      "qry":{"rid":"r1","zid":"Rucks","zoid":"_9a06","dbs":2,"sid":"s1","fo":1,
      "af":{"title":"Morning"}},"p":true}}
      """#),
    GoldenBody(
      "webcourier zone notification", PushNotification.self,
      #"""
      {"aps":{"alert":{"body":"New","loc-key":"k","loc-args":["x"],"action-loc-key":"a",
      "launch-image":"i"},"mutable-content":1},"ck":{"nid":"n2","cid":"iCloud.org.example",
      "ce":1,"fet":{"zid":"Rucks","dbs":3,"sid":"s1"}}}
      """#),
    GoldenBody(
      "webcourier database notification", PushNotification.self,
      #"{"aps":{},"ck":{"nid":"n3","cid":"iCloud.x","ce":2,"met":{"dbs":2,"sid":"s1"}}}"#),
  ]
}
