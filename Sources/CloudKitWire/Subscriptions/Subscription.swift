// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A subscription dictionary.
package struct Subscription: JSONValue, Sendable, Hashable {
  package enum Kind: String, JSONWord {
    case zone
    case query
    case database
  }

  package enum Trigger: String, JSONWord {
    case create
    case update
    case delete
  }

  package var subscriptionID: String?
  /// Nil in a look-up or deletion, which name only the id.
  package var subscriptionType: Kind?
  package var zoneID: ZoneID?
  /// The type of the records that a zone's or a database's subscription is about; nil for all.
  package var recordType: String?
  package var query: Query?
  package var firesOn: [Trigger]?
  package var firesOnce: Bool?
  package var zoneWide: Bool?
  package var notificationInfo: NotificationInfo?

  package init(
    subscriptionID: String?, subscriptionType: Kind? = nil, zoneID: ZoneID? = nil,
    recordType: String? = nil, query: Query? = nil, firesOn: [Trigger]? = nil,
    firesOnce: Bool? = nil,
    zoneWide: Bool? = nil, notificationInfo: NotificationInfo? = nil
  ) {
    self.subscriptionID = subscriptionID
    self.subscriptionType = subscriptionType
    self.zoneID = zoneID
    self.recordType = recordType
    self.query = query
    self.firesOn = firesOn
    self.firesOnce = firesOnce
    self.zoneWide = zoneWide
    self.notificationInfo = notificationInfo
  }

  package static let inWords = "a subscription"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    subscriptionID = try object.optional("subscriptionID", or: "subscriptionId")
    subscriptionType = try object.optional("subscriptionType")
    zoneID = try object.optional("zoneID")
    recordType = try object.optional("recordType")
    query = try object.optional("query")
    firesOn = try object.optional("firesOn")
    firesOnce = try object.optional("firesOnce")
    zoneWide = try object.optional("zoneWide")
    notificationInfo = try object.optional("notificationInfo")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("subscriptionID", subscriptionID)
    writer.member("subscriptionType", subscriptionType)
    writer.member("zoneID", zoneID)
    writer.member("recordType", recordType)
    writer.member("query", query)
    writer.member("firesOn", firesOn)
    writer.member("firesOnce", firesOnce)
    writer.member("zoneWide", zoneWide)
    writer.member("notificationInfo", notificationInfo)
    writer.endObject()
  }
}
