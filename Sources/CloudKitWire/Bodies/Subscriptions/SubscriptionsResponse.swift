// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `subscriptions/list`, `subscriptions/lookup` and `subscriptions/modify`.
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
