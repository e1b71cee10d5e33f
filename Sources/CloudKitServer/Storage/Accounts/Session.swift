// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// Somebody who has signed in, until it ends or is ended.
package struct Session: Sendable, Hashable {
  package var container: String
  package var environment: Environment
  /// Seconds that each token of the session is good for.
  package var lifetime: Int
  /// When the session is forgotten.
  package var expires: Date
  package var recordName: String
  package var isDisabled: Bool
  /// True if the user has stopped the container from reaching their data.
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
