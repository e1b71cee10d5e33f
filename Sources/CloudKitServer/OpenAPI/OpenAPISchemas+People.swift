// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// People, subscriptions and tokens.
extension OpenAPISchemas {
  static let people: [(key: String, value: JSONTree)] = [
    (
      "LookupInfo",
      .any(
        .sent(["emailAddress": .text]), .sent(["phoneNumber": .text]),
        .sent(["userRecordName": .text]))
    ),
    (
      "NameComponents",
      .answered(
        [:],
        optional: [
          "namePrefix": .text, "givenName": .text, "middleName": .text, "familyName": .text,
          "nameSuffix": .text, "nickname": .text,
          "phoneticRepresentation": .reference("NameComponents"),
        ])
    ),
    (
      "Identity",
      .answered(
        [:],
        optional: [
          "userRecordName": .text,
          "lookupInfo": .answered(
            [:],
            optional: ["emailAddress": .text, "phoneNumber": .text, "userRecordName": .text]),
          "nameComponents": .reference("NameComponents"),
        ])
    ),
    (
      "User",
      .answered(
        ["userRecordName": .text],
        optional: ["firstName": .text, "lastName": .text, "emailAddress": .text])
    ),
  ]

  static let pushes: [(key: String, value: JSONTree)] = [
    ("NotificationInfo", .sent([:], optional: notificationInfo)),
    (
      "SentSubscription",
      .sent(
        [:],
        optional: [
          "subscriptionID": .text,
          "subscriptionType": .word(["zone", "query", "database"]),
          "zoneID": .reference("ZoneID"), "recordType": .text, "query": .reference("Query"),
          "firesOn": .list(of: .word(["create", "update", "delete"])), "firesOnce": .sentFlag,
          "zoneWide": .sentFlag, "notificationInfo": .reference("NotificationInfo"),
        ])
    ),
    (
      "SubscriptionResult",
      [
        "type": "object",
        "description": "A subscription, one that is deleted, or an error in its place",
        "properties": [
          "subscriptionID": .text, "subscriptionType": .text, "zoneID": .reference("ZoneID"),
          "recordType": .text, "query": .reference("Query"), "firesOn": .names, "firesOnce": .flag,
          "zoneWide": .flag,
          "notificationInfo": .reference("NotificationInfo"), "deleted": .flag,
          "serverErrorCode": .word(ServerErrorCode.allCases.map(\.rawValue)), "reason": .text,
        ],
      ]
    ),
    (
      "SentShortGUID",
      .sent(
        ["value": .text],
        optional: ["shouldFetchRootRecord": .sentFlag, "rootRecordDesiredKeys": .names])
    ),
  ]

  private static let notificationInfo: KeyValuePairs<String, JSONTree> = [
    "alertBody": .text, "alertLocalizationKey": .text, "alertLocalizationArgs": .names,
    "title": .text, "titleLocalizationKey": .text, "titleLocalizationArgs": .names,
    "subtitle": .text, "subtitleLocalizationKey": .text, "subtitleLocalizationArgs": .names,
    "alertActionLocalizationKey": .text, "alertLaunchImage": .text, "soundName": .text,
    "shouldBadge": .flag, "shouldSendContentAvailable": .flag, "shouldSendMutableContent": .flag,
    "additionalFields": .names, "category": .text, "collapseIDKey": .text,
  ]
}
