// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What the devices of a user are to be told.
package struct StoredNotification: Sendable, Hashable {
  /// Its place in the log: greater than those of all that were committed before, never used twice.
  package var position: Int64
  package var subscriber: Int64
  /// The number of the subscription that caused it.
  package var subscription: Int64
  /// What it is about: of a subscription's notifications about the same, only the latest is kept.
  package var item: String
  /// The client that made the change, and need not be told; nil if there are several or none is known.
  package var origin: String?
  /// The JSON of the notification.
  package var body: [UInt8]

  package init(
    position: Int64 = 0, subscriber: Int64, subscription: Int64, item: String, origin: String?,
    body: [UInt8]
  ) {
    self.position = position
    self.subscriber = subscriber
    self.subscription = subscription
    self.item = item
    self.origin = origin
    self.body = body
  }
}
