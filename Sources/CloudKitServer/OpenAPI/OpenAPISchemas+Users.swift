// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The schemas of users, subscriptions and shares.
extension OpenAPISchemas {
  static let users: [(key: String, value: JSONTree)] = [
    (
      "LookupInfo",
      .any(
        .request(["emailAddress": .text]), .request(["phoneNumber": .text]),
        .request(["userRecordName": .text]))
    ),
    (
      "NameComponents",
      .response(
        [:],
        optional: [
          "namePrefix": .text, "givenName": .text, "middleName": .text, "familyName": .text,
          "nameSuffix": .text, "nickname": .text,
          "phoneticRepresentation": .reference("NameComponents"),
        ])
    ),
    (
      "Identity",
      .response(
        [:],
        optional: [
          "userRecordName": .text,
          "lookupInfo": .response(
            [:],
            optional: ["emailAddress": .text, "phoneNumber": .text, "userRecordName": .text]),
          "nameComponents": .reference("NameComponents"),
        ])
    ),
    (
      "User",
      .response(
        ["userRecordName": .text],
        optional: ["firstName": .text, "lastName": .text, "emailAddress": .text])
    ),
  ]

  static let pushes: [(key: String, value: JSONTree)] = [
    ("NotificationInfo", .request([:], optional: notificationInfo)),
    (
      "SentSubscription",
      .request(
        [:],
        optional: [
          "subscriptionID": .text,
          "subscriptionType": .word(["zone", "query", "database"]),
          "zoneID": .reference("ZoneID"), "recordType": .text, "query": .reference("Query"),
          "firesOn": .list(of: .word(["create", "update", "delete"])), "firesOnce": .requestFlag,
          "zoneWide": .requestFlag, "notificationInfo": .reference("NotificationInfo"),
        ])
    ),
    (
      "SubscriptionResult",
      [
        "type": "object",
        "description": "A subscription, a deleted subscription, or an error",
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
      .request(
        ["value": .text],
        optional: ["shouldFetchRootRecord": .requestFlag, "rootRecordDesiredKeys": .names])
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
