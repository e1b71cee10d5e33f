// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What became of one subscription of a request.
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
