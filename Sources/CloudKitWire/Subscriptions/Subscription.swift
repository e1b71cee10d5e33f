// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A subscription dictionary.
package struct Subscription: JSONValue, Sendable, Hashable {
  package enum Kind: String, JSONStringEnum {
    case zone
    case query
    case database
  }

  package enum Trigger: String, JSONStringEnum {
    case create
    case update
    case delete
  }

  package var subscriptionID: String?
  /// Nil in a lookup or deletion, which has only the ID.
  package var subscriptionType: Kind?
  package var zoneID: ZoneID?
  /// The record type of a zone or database subscription; nil for all types.
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

/// The result for one subscription of a request.
package enum SubscriptionResult: JSONValue, Sendable, Hashable {
  case subscription(Subscription)
  case deleted(subscriptionID: String)
  case failure(subscriptionID: String?, ServerFailure)

  package static let inWords = "a subscription or an error"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    if object.value("serverErrorCode") != nil {
      self = .failure(
        subscriptionID: try object.optional("subscriptionID"), try ServerFailure(json: json))
    } else if try object.optional("deleted") ?? false {
      self = .deleted(subscriptionID: try object.required("subscriptionID"))
    } else {
      self = .subscription(try Subscription(json: json))
    }
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .subscription(let subscription): subscription.write(to: &writer)
    case .deleted(let id):
      writer.beginObject()
      writer.member("subscriptionID", id)
      writer.member("deleted", true)
      writer.endObject()
    case .failure(let id, let failure):
      writer.beginObject()
      writer.member("subscriptionID", id)
      failure.writeMembers(to: &writer)
      writer.endObject()
    }
  }
}
