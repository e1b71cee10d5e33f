// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// A receiver of a user's notifications: a push token with its web courier.
package struct StoredDevice: Sendable, Hashable {
  /// The storage's number of the device, never reused; 0 before its insertion.
  package var id: Int64
  package var subscriber: Int64
  /// The hash of the push token.
  package var hash: [UInt8]
  /// The ID that distinguishes the client from the user's other clients; nil if it sent none.
  package var client: String?
  package var apnsEnvironment: Environment
  /// The position up to which the device has confirmed notifications.
  package var confirmed: Int64
  /// The position up to which notifications were sent to the device.
  package var sent: Int64
  /// The time of the last request, or the creation, in milliseconds since 1970; to the day.
  package var used: Int64
  /// The expiration time in milliseconds since 1970.
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
