// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A user's account on the server.
package struct UserAccount: Sendable, Hashable {
  package var id: Int64
  /// The sign-in name: lowercase letters, digits and `._@+-`.
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

/// The properties by which other users find a user, and that they see.
package struct UserProfile: Sendable, Hashable {
  package var emailAddress: String?
  package var phoneNumber: String?
  package var givenName: String?
  package var familyName: String?
  /// True if other users of a container may find this user; otherwise the profile is private.
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

/// A user's membership in one container.
package struct Member: Sendable, Hashable {
  /// The name of the user's record, different in each container.
  package var recordName: String
  package var profile: UserProfile

  package init(recordName: String, profile: UserProfile) {
    self.recordName = recordName
    self.profile = profile
  }
}

/// A container on the server.
package struct ContainerAccount: Sendable, Hashable {
  package var name: String
  package var created: Date

  package init(name: String, created: Date) {
    self.name = name
    self.created = created
  }
}
