// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `subscriptions/lookup`: fetches subscriptions by ID.
package struct LookupSubscriptionsRequest: RequestBody {
  package var subscriptionIDs: [String]

  package init(subscriptionIDs: [String]) { self.subscriptionIDs = subscriptionIDs }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    let items: [Subscription] = try Bounds.list(
      object, "subscriptions", "an array of objects with subscriptionID", atMost: Limits.items)
    subscriptionIDs = []
    for (index, item) in items.enumerated() {
      guard let id = item.subscriptionID else {
        throw WireError(
          path: "subscriptions[\(index)].subscriptionID", found: "nothing", expected: "a string")
      }
      subscriptionIDs.append(id)
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("subscriptions", subscriptionIDs.map { Subscription(subscriptionID: $0) })
    writer.endObject()
  }
}

/// The response of `subscriptions/list`, `subscriptions/lookup` and `subscriptions/modify`.
package struct SubscriptionsResponse: ResponseBody {
  package var subscriptions: [SubscriptionResult]

  package init(subscriptions: [SubscriptionResult]) { self.subscriptions = subscriptions }

  package init(json: JSONNode) throws(WireError) {
    subscriptions = try json.object().required("subscriptions")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("subscriptions", subscriptions)
    writer.endObject()
  }
}
