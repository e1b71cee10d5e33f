// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// Looks up user identities.
///
/// Other users are discoverable only by consent, and only in containers that they have signed in to. The
/// responses omit all other users, whether they exist or not.
package struct UserService: Sendable {
  private let storage: any AccountStorage

  package init(storage: any AccountStorage) {
    self.storage = storage
  }
}

extension UserService {
  package func caller(_ request: EmptyRequest, _ call: CallContext) async throws -> [UInt8] {
    let member = try await me(call)
    return try CallerResponse(identity: identity(of: member)).encoded()
  }

  package func current(_ request: EmptyRequest, _ call: CallContext) async throws -> [UInt8] {
    let member = try await me(call)
    return try
      (member.profile.isDiscoverable
      ? dictionary(of: member) : UserDictionary(userRecordName: member.recordName)).encoded()
  }

  /// `users/discover`; without look-up infos it equals ``discoverAll(_:_:)``.
  package func discover(_ request: DiscoverUsersRequest, _ call: CallContext) async throws
    -> [UInt8]
  {
    let members = try await storage.members(request.lookupInfos, ofContainer: call.container)
    var users: [UserIdentity] = []
    for (lookup, member) in zip(request.lookupInfos, members) {
      guard let member else { continue }
      var identity = identity(of: member)
      identity.lookupInfo = lookup
      users.append(identity)
    }
    return try IdentitiesResponse(users: users).encoded()
  }

  /// Returns no users, because the server has no address books.
  package func discoverAll(_ request: EmptyRequest, _ call: CallContext) async throws -> [UInt8] {
    try IdentitiesResponse(users: []).encoded()
  }

  package func lookup(_ request: LookupUsersRequest, _ call: CallContext) async throws -> [UInt8] {
    let members = try await storage.members(request.users, ofContainer: call.container)
    return try UsersResponse(users: members.compactMap { $0 }.map(dictionary)).encoded()
  }

  package func restrict(_ request: EmptyRequest, _ call: CallContext) async throws -> [UInt8] {
    try await setRestricted(true, call)
  }

  package func unrestrict(_ request: EmptyRequest, _ call: CallContext) async throws -> [UInt8] {
    try await setRestricted(false, call)
  }

  // MARK: Members

  private func setRestricted(_ isRestricted: Bool, _ call: CallContext) async throws -> [UInt8] {
    let member = try await me(call)
    try await storage.setRestricted(
      isRestricted, member: member.recordName, ofContainer: call.container)
    return try EmptyResponse().encoded()
  }

  private func me(_ call: CallContext) async throws -> Member {
    guard case .user(let name) = call.caller,
      let member = try await storage.member(name, ofContainer: call.container)
    else { throw ServerFailure(.notFound, "the user no longer exists") }
    return member
  }

  private func identity(of member: Member) -> UserIdentity {
    let profile = member.profile
    let hasName = profile.givenName != nil || profile.familyName != nil
    return UserIdentity(
      userRecordName: member.recordName,
      lookupInfo: profile.emailAddress.map { LookupInfo(emailAddress: $0) },
      nameComponents: hasName
        ? NameComponents(givenName: profile.givenName, familyName: profile.familyName) : nil)
  }

  private func dictionary(of member: Member) -> UserDictionary {
    UserDictionary(
      userRecordName: member.recordName, firstName: member.profile.givenName,
      lastName: member.profile.familyName, emailAddress: member.profile.emailAddress)
  }
}
