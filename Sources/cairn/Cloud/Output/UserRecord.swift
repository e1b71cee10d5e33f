// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer

/// A user as JSON; what is not known is null.
struct UserRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, email, phone, discoverable, disabled, created
    case givenName = "given_name"
    case familyName = "family_name"
  }

  let user: UserAccount

  init(_ user: UserAccount) {
    self.user = user
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(user.name, forKey: .name)
    try container.encode(user.profile.emailAddress, forKey: .email)
    try container.encode(user.profile.phoneNumber, forKey: .phone)
    try container.encode(user.profile.givenName, forKey: .givenName)
    try container.encode(user.profile.familyName, forKey: .familyName)
    try container.encode(user.profile.isDiscoverable, forKey: .discoverable)
    try container.encode(user.isDisabled, forKey: .disabled)
    try container.encode(user.created.jsonText, forKey: .created)
  }
}
