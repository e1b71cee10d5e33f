// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension EndpointTable {
  /// `users/*`.
  mutating func add(_ users: UserService) {
    add(.caller, users.caller)
    add(.currentUser, users.current)
    add(.discoverUsers, users.discover)
    add(.discoverAllUsers, users.discoverAll)
    add(.lookupContacts, users.discoverAll)
    add(.lookupUsersByEmail, users.lookup)
    add(.lookupUsersByID, users.lookup)
    add(.restrictUser, users.restrict)
    add(.unrestrictUser, users.unrestrict)
  }
}
