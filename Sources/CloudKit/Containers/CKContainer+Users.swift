// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

// Who else uses the container: those who have signed in to it and let others find them.

extension CKContainer {
  /// Somebody by their address; nil if nobody who can be found has it.
  public func userIdentity(forEmailAddress email: String) async throws -> CKUserIdentity? {
    try await identities([CKUserIdentity.LookupInfo(emailAddress: email)]).first
  }

  /// Somebody by their phone number; nil if nobody who can be found has it.
  public func userIdentity(forPhoneNumber phoneNumber: String) async throws -> CKUserIdentity? {
    try await identities([CKUserIdentity.LookupInfo(phoneNumber: phoneNumber)]).first
  }

  /// Somebody by the record that stands for them; nil if they can't be found.
  public func userIdentity(
    forUserRecordID userRecordID: CKRecord.ID
  ) async throws -> CKUserIdentity? {
    try await identities([CKUserIdentity.LookupInfo(userRecordID: userRecordID)]).first
  }

  /// People by their addresses; who can't be found is left out.
  public func userIdentities(
    forEmailAddresses emails: [String]
  ) async throws -> [String: CKUserIdentity] {
    let found = try await identities(CKUserIdentity.LookupInfo.lookupInfos(withEmails: emails))
    return found.reduce(into: [:]) { all, one in
      if let email = one.lookupInfo?.emailAddress { all[email] = one }
    }
  }

  /// People by the records that stand for them; who can't be found is left out.
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
    let answer = try await publicCloudDatabase.connection().ask(
      .discoverUsers, .public, DiscoverUsersRequest(lookupInfos: infos.map(\.wire)),
      as: IdentitiesResponse.self)
    return answer.users.map { CKUserIdentity($0) }
  }

  /// Looks for somebody by their address.
  @preconcurrency public func discoverUserIdentity(
    withEmailAddress email: String,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {
    privateCloudDatabase.run(completionHandler) {
      try await self.userIdentity(forEmailAddress: email)
    }
  }

  /// Looks for somebody by their phone number.
  @preconcurrency public func discoverUserIdentity(
    withPhoneNumber phoneNumber: String,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {
    privateCloudDatabase.run(completionHandler) {
      try await self.userIdentity(forPhoneNumber: phoneNumber)
    }
  }

  /// Looks for somebody by the record that stands for them.
  @preconcurrency public func discoverUserIdentity(
    withUserRecordID userRecordID: CKRecord.ID,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {
    privateCloudDatabase.run(completionHandler) {
      try await self.userIdentity(forUserRecordID: userRecordID)
    }
  }
}
