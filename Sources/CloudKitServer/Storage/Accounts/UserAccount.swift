// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Somebody who can sign in.
package struct UserAccount: Sendable, Hashable {
  package var id: Int64
  /// What is typed into the form: small letters, digits and `._@+-`.
  package var name: String
  package var profile: UserProfile
  package var isDisabled: Bool
  package var created: Date

  package init(
    id: Int64, name: String, profile: UserProfile, isDisabled: Bool, created: Date
  ) {
    self.id = id
    self.name = name
    self.profile = profile
    self.isDisabled = isDisabled
    self.created = created
  }
}
