// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

// Discovery of other users, who must have signed in to the container and allowed to be found.

extension CKContainer {
  /// Returns the discoverable user with an email address; nil if there is none.
  public func userIdentity(forEmailAddress email: String) async throws -> CKUserIdentity? {
    try await identities([CKUserIdentity.LookupInfo(emailAddress: email)]).first
  }

  /// Returns the discoverable user with a phone number; nil if there is none.
  public func userIdentity(forPhoneNumber phoneNumber: String) async throws -> CKUserIdentity? {
    try await identities([CKUserIdentity.LookupInfo(phoneNumber: phoneNumber)]).first
  }

  /// Returns the user of a user record; nil if the user is not discoverable.
  public func userIdentity(
    forUserRecordID userRecordID: CKRecord.ID
  ) async throws -> CKUserIdentity? {
    try await identities([CKUserIdentity.LookupInfo(userRecordID: userRecordID)]).first
  }

  /// Returns the discoverable users with email addresses; others are omitted.
  public func userIdentities(
    forEmailAddresses emails: [String]
  ) async throws -> [String: CKUserIdentity] {
    let found = try await identities(CKUserIdentity.LookupInfo.lookupInfos(withEmails: emails))
    return found.reduce(into: [:]) { all, one in
      if let email = one.lookupInfo?.emailAddress { all[email] = one }
    }
  }

  /// Returns the discoverable users of user records; others are omitted.
  public func userIdentities(
    forUserRecordIDs userRecordIDs: [CKRecord.ID]
  ) async throws -> [CKRecord.ID: CKUserIdentity] {
    let found = try await identities(CKUserIdentity.LookupInfo.lookupInfos(with: userRecordIDs))
    return found.reduce(into: [:]) { all, one in
      if let id = one.userRecordID { all[id] = one }
    }
  }

  private func identities(_ infos: [CKUserIdentity.LookupInfo]) async throws -> [CKUserIdentity] {
    guard !infos.isEmpty else { return [] }
    let response = try await publicCloudDatabase.connection().send(
      .discoverUsers, .public, DiscoverUsersRequest(lookupInfos: infos.map(\.wire)),
      as: IdentitiesResponse.self)
    return response.users.map { CKUserIdentity($0) }
  }

  /// Discovers a user by email address.
  @preconcurrency public func discoverUserIdentity(
    withEmailAddress email: String,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {
    privateCloudDatabase.run(completionHandler) {
      try await self.userIdentity(forEmailAddress: email)
    }
  }

  /// Discovers a user by phone number.
  @preconcurrency public func discoverUserIdentity(
    withPhoneNumber phoneNumber: String,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {
    privateCloudDatabase.run(completionHandler) {
      try await self.userIdentity(forPhoneNumber: phoneNumber)
    }
  }

  /// Discovers a user by user record.
  @preconcurrency public func discoverUserIdentity(
    withUserRecordID userRecordID: CKRecord.ID,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {
    privateCloudDatabase.run(completionHandler) {
      try await self.userIdentity(forUserRecordID: userRecordID)
    }
  }
}
