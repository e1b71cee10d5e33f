// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A container that the server serves.
package struct ContainerAccount: Sendable, Hashable {
  package var name: String
  package var created: Date

  package init(name: String, created: Date) {
    self.name = name
    self.created = created
  }
}
