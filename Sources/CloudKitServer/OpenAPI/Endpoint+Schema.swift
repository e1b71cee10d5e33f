// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension Endpoint {
  /// The schema of what is sent; nil where nothing needs to be.
  var requestSchema: JSONTree? {
    switch self {
    case .queryRecords:
      .sent(
        ["query": .reference("Query")],
        optional: Self.reading([
          "zoneID": .reference("ZoneID"), "zoneWide": .sentFlag, "continuationMarker": .text,
        ]))
    case .modifyRecords:
      .sent(
        ["operations": .list(of: .reference("RecordOperation"), atMost: Limits.operations)],
        optional: [
          "zoneID": .reference("ZoneID"), "atomic": .sentFlag, "desiredKeys": .names,
          "numbersAsStrings": .sentFlag,
        ])
    case .lookupRecords:
      .sent(
        [
          "records": .list(
            of: .sent(["recordName": .text], optional: ["desiredKeys": .names]),
            atMost: Limits.operations)
        ],
        optional: [
          "zoneID": .reference("ZoneID"), "desiredKeys": .names, "numbersAsStrings": .sentFlag,
        ])
    case .recordChanges:
      .sent(["zoneID": .reference("ZoneID")], optional: Self.reading(["syncToken": .text]))
    case .databaseChanges:
      .sent([:], optional: ["syncToken": .text, "resultsLimit": Self.resultsLimit])
    case .zonesChanges:
      .sent([:], optional: ["metaSyncToken": .text, "resultsLimit": Self.resultsLimit])
    case .zoneChanges:
      .sent(
        [
          "zones": .list(
            of: .sent(
              ["zoneID": .reference("ZoneID")],
              optional: Self.zoneOptions(["syncToken": .text])), atMost: Limits.items)
        ], optional: Self.zoneOptions([:]))
    case .lookupZones:
      .sent(["zones": .list(of: .reference("SentZone"), atMost: Limits.items)])
    case .modifyZones:
      .sent([
        "operations": .list(
          of: .sent([
            "operationType": .word(["create", "delete"]), "zone": .reference("SentZone"),
          ]), atMost: Limits.items)
      ])
    case .lookupSubscriptions:
      .sent([
        "subscriptions": .list(of: .sent(["subscriptionID": .text]), atMost: Limits.items)
      ])
    case .modifySubscriptions:
      .sent([
        "operations": .list(
          of: .sent([
            "operationType": .word(["create", "update", "delete"]),
            "subscription": .reference("SentSubscription"),
          ]), atMost: Limits.items)
      ])
    case .discoverUsers:
      .sent(["lookupInfos": .list(of: .reference("LookupInfo"), atMost: Limits.items)])
    case .lookupUsersByEmail, .lookupUsersByID:
      .sent(["users": .list(of: .reference("LookupInfo"), atMost: Limits.items)])
    case .uploadAssets:
      .sent(
        [
          "tokens": .list(
            of: .sent(
              ["fieldName": .text], optional: ["recordType": .text, "recordName": .text]),
            atMost: Limits.assetTokens)
        ], optional: ["zoneID": .reference("ZoneID")])
    case .rereferenceAssets:
      .sent(
        [
          "assets": .list(
            of: .sent(["recordName": .text, "fieldName": .text]), atMost: Limits.assetTokens)
        ], optional: ["zoneID": .reference("ZoneID")])
    case .createToken:
      .sent(["apnsEnvironment": Self.environments], optional: ["clientId": .text])
    case .registerToken:
      .sent(
        ["apnsEnvironment": Self.environments, "apnsToken": .text], optional: ["clientId": .text])
    case .resolveShares, .acceptShares:
      .sent(["shortGUIDs": .list(of: .reference("SentShortGUID"), atMost: Limits.items)])
    case .listZones, .listSubscriptions, .currentUser, .caller, .discoverAllUsers, .lookupContacts,
      .restrictUser, .unrestrictUser, .uploadAssetData, .receiveNotifications:
      nil
    }
  }

  /// The schema of a 200 answer.
  var answerSchema: JSONTree {
    switch self {
    case .queryRecords:
      .answered(
        ["records": Self.records], optional: ["continuationMarker": .text, "syncToken": .text])
    case .modifyRecords, .lookupRecords:
      .answered(["records": Self.records], optional: ["syncToken": .text])
    case .recordChanges:
      .answered(["records": Self.records, "syncToken": .text, "moreComing": .flag])
    case .databaseChanges:
      .answered([
        "zones": .list(of: .reference("ZoneResult")), "syncToken": .text, "moreComing": .flag,
      ])
    case .zonesChanges:
      .answered([
        "zones": .list(of: .reference("ZoneResult")), "metaSyncToken": .text, "moreComing": .flag,
      ])
    case .zoneChanges:
      .answered([
        "zones": .list(of: ["oneOf": [.reference("ZoneChanges"), .reference("ZoneError")]])
      ])
    case .listZones, .lookupZones, .modifyZones:
      .answered(["zones": .list(of: .reference("ZoneResult"))])
    case .listSubscriptions, .lookupSubscriptions, .modifySubscriptions:
      .answered(["subscriptions": .list(of: .reference("SubscriptionResult"))])
    case .currentUser: .reference("User")
    case .caller:
      .answered(
        ["users": .list(of: .reference("Identity"))],
        optional: [
          "userRecordName": .text, "lookupInfo": ["type": "object"],
          "nameComponents": .reference("NameComponents"),
        ])
    case .discoverUsers, .discoverAllUsers, .lookupContacts:
      .answered(["users": .list(of: .reference("Identity"))])
    case .lookupUsersByEmail, .lookupUsersByID:
      .answered(["users": .list(of: .reference("User"))])
    case .restrictUser, .unrestrictUser, .registerToken, .receiveNotifications:
      ["type": "object"]
    case .uploadAssets:
      .answered([
        "tokens": .list(
          of: .answered(["recordName": .text, "fieldName": .text, "url": .text]))
      ])
    case .uploadAssetData: .answered(["singleFile": .reference("Asset")])
    case .rereferenceAssets:
      .answered([
        "assets": .list(of: ["oneOf": [.reference("Asset"), .reference("RecordError")]])
      ])
    case .createToken:
      .answered([
        "apnsEnvironment": Self.environments, "apnsToken": .text, "webcourierURL": .text,
      ])
    case .resolveShares, .acceptShares: .answered(["results": .list(of: ["type": "object"])])
    }
  }

  private static let records = JSONTree.list(
    of: .reference("RecordResult"), atMost: Limits.records)

  private static let environments = JSONTree.word(Environment.allCases.map(\.rawValue))

  private static let resultsLimit: JSONTree = ["type": "integer", "minimum": 1]

  /// The members of requests that records are read with, after those of one's own.
  private static func reading(_ own: KeyValuePairs<String, JSONTree>) -> [(String, JSONTree)] {
    own.map { ($0.key, $0.value) } + [
      ("resultsLimit", resultsLimit), ("desiredKeys", .names), ("numbersAsStrings", .sentFlag),
    ]
  }

  private static func zoneOptions(_ own: KeyValuePairs<String, JSONTree>) -> [(String, JSONTree)] {
    own.map { ($0.key, $0.value) } + [
      ("resultsLimit", resultsLimit), ("desiredKeys", .names), ("desiredRecordTypes", .names),
      ("reverse", .sentFlag), ("numberAsStrings", .sentFlag),
    ]
  }
}
