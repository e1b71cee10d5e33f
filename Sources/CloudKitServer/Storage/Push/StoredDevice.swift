// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// What receives a user's notifications: a push token with its courier.
package struct StoredDevice: Sendable, Hashable {
  /// The storage's number of the device, never used twice; 0 for one that is not stored yet.
  package var id: Int64
  package var subscriber: Int64
  /// The hash of the push token.
  package var hash: [UInt8]
  /// What tells the client from others of the same user; nil if it has not said so.
  package var client: String?
  package var apnsEnvironment: Environment
  /// The position up to which it is sure to have received everything.
  package var confirmed: Int64
  /// The position up to which everything was sent to it.
  package var sent: Int64
  /// When it last asked, or was made, in milliseconds since 1970; to the day.
  package var used: Int64
  /// When it is forgotten at the latest, in milliseconds since 1970.
  package var expires: Int64

  package init(
    id: Int64 = 0, subscriber: Int64, hash: [UInt8], client: String?, apnsEnvironment: Environment,
    confirmed: Int64, sent: Int64, used: Int64, expires: Int64
  ) {
    self.id = id
    self.subscriber = subscriber
    self.hash = hash
    self.client = client
    self.apnsEnvironment = apnsEnvironment
    self.confirmed = confirmed
    self.sent = sent
    self.used = used
    self.expires = expires
  }
}
