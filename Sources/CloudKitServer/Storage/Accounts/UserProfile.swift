// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What others can find somebody by, and what they then see.
package struct UserProfile: Sendable, Hashable {
  package var emailAddress: String?
  package var phoneNumber: String?
  package var givenName: String?
  package var familyName: String?
  /// True if other users of a container may find this one; otherwise nobody sees the rest.
  package var isDiscoverable: Bool

  package init(
    emailAddress: String? = nil, phoneNumber: String? = nil, givenName: String? = nil,
    familyName: String? = nil, isDiscoverable: Bool = false
  ) {
    self.emailAddress = emailAddress
    self.phoneNumber = phoneNumber
    self.givenName = givenName
    self.familyName = familyName
    self.isDiscoverable = isDiscoverable
  }
}
