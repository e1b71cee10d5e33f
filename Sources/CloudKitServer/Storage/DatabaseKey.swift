// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// What names a database: each user has private and shared ones in each container and environment.
package struct DatabaseKey: Sendable, Hashable {
  package var container: String
  package var environment: Environment
  package var scope: DatabaseScope
  /// The user record's name; empty for the public database.
  package var owner: String

  package init(container: String, environment: Environment, scope: DatabaseScope, owner: String) {
    self.container = container
    self.environment = environment
    self.scope = scope
    self.owner = owner
  }
}
