// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// The session of a signed-in user.
package struct Session: Sendable, Hashable {
  package var container: String
  package var environment: Environment
  /// The lifetime of each of the session's tokens in seconds.
  package var lifetime: Int
  /// The expiration date of the session.
  package var expires: Date
  package var recordName: String
  package var isDisabled: Bool
  /// True if the user has denied the container access to their data.
  package var isRestricted: Bool

  package init(
    container: String, environment: Environment, lifetime: Int, expires: Date,
    recordName: String, isDisabled: Bool, isRestricted: Bool
  ) {
    self.container = container
    self.environment = environment
    self.lifetime = lifetime
    self.expires = expires
    self.recordName = recordName
    self.isDisabled = isDisabled
    self.isRestricted = isRestricted
  }
}
