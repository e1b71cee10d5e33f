// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension Endpoint {
  /// The schema of the request body; nil if no body is required.
  var requestSchema: JSONTree? {
    switch self {
    case .queryRecords:
      .request(
        ["query": .reference("Query")],
        optional: Self.reading([
          "zoneID": .reference("ZoneID"), "zoneWide": .requestFlag, "continuationMarker": .text,
        ]))
    case .modifyRecords:
      .request(
        ["operations": .list(of: .reference("RecordOperation"), atMost: Limits.operations)],
        optional: [
          "zoneID": .reference("ZoneID"), "atomic": .requestFlag, "desiredKeys": .names,
          "numbersAsStrings": .requestFlag,
        ])
    case .lookupRecords:
      .request(
        [
          "records": .list(
            of: .request(["recordName": .text], optional: ["desiredKeys": .names]),
            atMost: Limits.operations)
        ],
        optional: [
          "zoneID": .reference("ZoneID"), "desiredKeys": .names, "numbersAsStrings": .requestFlag,
        ])
    case .recordChanges:
      .request(["zoneID": .reference("ZoneID")], optional: Self.reading(["syncToken": .text]))
    case .databaseChanges:
      .request([:], optional: ["syncToken": .text, "resultsLimit": Self.resultsLimit])
    case .zonesChanges:
      .request([:], optional: ["metaSyncToken": .text, "resultsLimit": Self.resultsLimit])
    case .zoneChanges:
      .request(
        [
          "zones": .list(
            of: .request(
              ["zoneID": .reference("ZoneID")],
              optional: Self.zoneOptions(["syncToken": .text])), atMost: Limits.items)
        ], optional: Self.zoneOptions([:]))
    case .lookupZones:
      .request(["zones": .list(of: .reference("SentZone"), atMost: Limits.items)])
    case .modifyZones:
      .request([
        "operations": .list(
          of: .request([
            "operationType": .word(["create", "delete"]), "zone": .reference("SentZone"),
          ]), atMost: Limits.items)
      ])
    case .lookupSubscriptions:
      .request([
        "subscriptions": .list(of: .request(["subscriptionID": .text]), atMost: Limits.items)
      ])
    case .modifySubscriptions:
      .request([
        "operations": .list(
          of: .request([
            "operationType": .word(["create", "update", "delete"]),
            "subscription": .reference("SentSubscription"),
          ]), atMost: Limits.items)
      ])
    case .discoverUsers:
      .request(
        [:], optional: ["lookupInfos": .list(of: .reference("LookupInfo"), atMost: Limits.items)])
    case .lookupUsersByEmail, .lookupUsersByID:
      .request(["users": .list(of: .reference("LookupInfo"), atMost: Limits.items)])
    case .uploadAssets:
      .request(
        [
          "tokens": .list(
            of: .request(
              ["fieldName": .text], optional: ["recordType": .text, "recordName": .text]),
            atMost: Limits.assetTokens)
        ], optional: ["zoneID": .reference("ZoneID")])
    case .rereferenceAssets:
      .request(
        [
          "assets": .list(
            of: .request(["recordName": .text, "fieldName": .text]), atMost: Limits.assetTokens)
        ], optional: ["zoneID": .reference("ZoneID")])
    case .createToken:
      .request(["apnsEnvironment": Self.environments], optional: ["clientId": .text])
    case .registerToken:
      .request(
        ["apnsEnvironment": Self.environments, "apnsToken": .text], optional: ["clientId": .text])
    case .resolveShares, .acceptShares:
      .request(["shortGUIDs": .list(of: .reference("SentShortGUID"), atMost: Limits.items)])
    case .listZones, .listSubscriptions, .currentUser, .caller, .discoverAllUsers, .lookupContacts,
      .restrictUser, .unrestrictUser, .uploadAssetData, .receiveNotifications:
      nil
    }
  }

  /// The schema of a 200 response.
  var responseSchema: JSONTree {
    switch self {
    case .queryRecords:
      .response(
        ["records": Self.records], optional: ["continuationMarker": .text, "syncToken": .text])
    case .modifyRecords, .lookupRecords:
      .response(["records": Self.records], optional: ["syncToken": .text])
    case .recordChanges:
      .response(["records": Self.records, "syncToken": .text, "moreComing": .flag])
    case .databaseChanges:
      .response([
        "zones": .list(of: .reference("ZoneResult")), "syncToken": .text, "moreComing": .flag,
      ])
    case .zonesChanges:
      .response([
        "zones": .list(of: .reference("ZoneResult")), "metaSyncToken": .text, "moreComing": .flag,
      ])
    case .zoneChanges:
      .response([
        "zones": .list(of: ["oneOf": [.reference("ZoneChanges"), .reference("ZoneError")]])
      ])
    case .listZones, .lookupZones, .modifyZones:
      .response(["zones": .list(of: .reference("ZoneResult"))])
    case .listSubscriptions, .lookupSubscriptions, .modifySubscriptions:
      .response(["subscriptions": .list(of: .reference("SubscriptionResult"))])
    case .currentUser: .reference("User")
    case .caller:
      .response(
        ["users": .list(of: .reference("Identity"))],
        optional: [
          "userRecordName": .text, "lookupInfo": ["type": "object"],
          "nameComponents": .reference("NameComponents"),
        ])
    case .discoverUsers, .discoverAllUsers, .lookupContacts:
      .response(["users": .list(of: .reference("Identity"))])
    case .lookupUsersByEmail, .lookupUsersByID:
      .response(["users": .list(of: .reference("User"))])
    case .restrictUser, .unrestrictUser, .registerToken, .receiveNotifications:
      ["type": "object"]
    case .uploadAssets:
      .response([
        "tokens": .list(
          of: .response(["recordName": .text, "fieldName": .text, "url": .text]))
      ])
    case .uploadAssetData: .response(["singleFile": .reference("Asset")])
    case .rereferenceAssets:
      .response([
        "assets": .list(of: ["oneOf": [.reference("Asset"), .reference("RecordError")]])
      ])
    case .createToken:
      .response([
        "apnsEnvironment": Self.environments, "apnsToken": .text, "webcourierURL": .text,
      ])
    case .resolveShares, .acceptShares: .response(["results": .list(of: ["type": "object"])])
    }
  }

  private static let records = JSONTree.list(
    of: .reference("RecordResult"), atMost: Limits.records)

  private static let environments = JSONTree.word(Environment.allCases.map(\.rawValue))

  private static let resultsLimit: JSONTree = ["type": "integer", "minimum": 1]

  /// Appends the members shared by requests that read records.
  private static func reading(_ own: KeyValuePairs<String, JSONTree>) -> [(String, JSONTree)] {
    own.map { ($0.key, $0.value) } + [
      ("resultsLimit", resultsLimit), ("desiredKeys", .names), ("numbersAsStrings", .requestFlag),
    ]
  }

  private static func zoneOptions(_ own: KeyValuePairs<String, JSONTree>) -> [(String, JSONTree)] {
    own.map { ($0.key, $0.value) } + [
      ("resultsLimit", resultsLimit), ("desiredKeys", .names), ("desiredRecordTypes", .names),
      ("reverse", .requestFlag), ("numberAsStrings", .requestFlag),
    ]
  }
}
