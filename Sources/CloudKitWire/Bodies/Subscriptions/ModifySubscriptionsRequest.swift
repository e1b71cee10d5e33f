// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `subscriptions/modify`: creates, updates and deletes subscriptions, in order.
package struct ModifySubscriptionsRequest: RequestBody {
  /// One operation on a subscription.
  package struct Operation: JSONValue, Sendable, Hashable {
    package enum Kind: String, JSONStringEnum {
      case create
      case update
      case delete
    }

    package var kind: Kind
    package var subscription: Subscription

    package init(_ kind: Kind, _ subscription: Subscription) {
      self.kind = kind
      self.subscription = subscription
    }

    package static let inWords = "an operation with operationType and subscription"

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object(Self.inWords)
      kind = try object.required("operationType")
      subscription = try object.required("subscription")
      try check(JSONObject(node: object.find("subscription") ?? json))
    }

    private func check(_ object: JSONObject) throws(WireError) {
      if let id = subscription.subscriptionID {
        guard NameRules.isIdentifier(id) else {
          throw WireError(
            path: object.node.path + ".subscriptionID", found: WireError.quoted(id),
            expected: "1 to \(Limits.nameLength) ASCII characters")
        }
      } else if kind != .create {
        throw object.missing("subscriptionID", "a string")
      }
      guard kind == .create else { return }
      switch subscription.subscriptionType {
      case nil: throw object.missing("subscriptionType", Subscription.Kind.inWords)
      case .zone:
        if subscription.zoneID == nil { throw object.missing("zoneID", ZoneID.inWords) }
      case .query:
        if subscription.query == nil { throw object.missing("query", Query.inWords) }
        guard let firesOn = subscription.firesOn, !firesOn.isEmpty else {
          throw object.missing("firesOn", "some of create, update, delete")
        }
      case .database: break
      }
    }

    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("operationType", kind)
      writer.member("subscription", subscription)
      writer.endObject()
    }
  }

  package var operations: [Operation]

  package init(operations: [Operation]) { self.operations = operations }

  package init(json: JSONNode) throws(WireError) {
    operations = try Bounds.list(
      json.object(), "operations", "an array of operations", atMost: Limits.items)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("operations", operations)
    writer.endObject()
  }
}
