// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Users' access to their own and other users' profiles.
@Suite(.serialized) struct UserServiceTests {
  private let folder: ScratchFolder
  private let storage: any AccountStorage
  private let accounts: Accounts

  init() throws {
    folder = try ScratchFolder()
    let (storage, data) = try AccountStorageKind.sqlite.openBoth(in: folder)
    self.storage = storage
    accounts = Accounts(storage: storage, data: data, hasher: PasswordHasher(cost: .quick))
  }

  /// Two members of a container: the first is the caller, the second is discoverable.
  private func start() async throws -> (UserService, CallContext, names: [String]) {
    try await accounts.createContainer("iCloud.a")
    var names: [String] = []
    for (name, isDiscoverable) in [("ann", false), ("bob", true)] {
      let user = try await accounts.createUser(
        name, password: "correct horse",
        profile: UserProfile(
          emailAddress: "\(name)@example.org", givenName: name.capitalized, familyName: "Hill",
          isDiscoverable: isDiscoverable))
      names.append(
        try await storage.recordName(
          ofUser: user.id, inContainer: "iCloud.a", offering: "_\(name)"))
    }
    let call = CallContext(
      container: "iCloud.a", environment: .development, database: .public,
      caller: .user(recordName: names[0]), date: Date(timeIntervalSince1970: 0))
    return (UserService(storage: storage), call, names)
  }

  private func text(_ body: [UInt8]) -> String { String(decoding: body, as: UTF8.self) }

  @Test func `the caller sees their own profile, and an unknown caller is rejected`() async throws {
    let (users, call, _) = try await start()
    let identity =
      #""userRecordName":"_ann","lookupInfo":{"emailAddress":"ann@example.org"},"#
      + #""nameComponents":{"givenName":"Ann","familyName":"Hill"}"#
    #expect(
      text(try await users.caller(EmptyRequest(), call))
        == #"{"users":[{\#(identity)}],\#(identity)}"#)
    #expect(text(try await users.current(EmptyRequest(), call)) == #"{"userRecordName":"_ann"}"#)
    var other = call
    other.caller = .user(recordName: "_bob")
    #expect(
      text(try await users.current(EmptyRequest(), other))
        == #"{"userRecordName":"_bob","firstName":"Bob","lastName":"Hill","#
        + #""emailAddress":"bob@example.org"}"#)
    for caller in [CallContext.Caller.user(recordName: "_eve"), .world] {
      other.caller = caller
      await #expect(throws: ServerFailure.self) { try await users.caller(EmptyRequest(), other) }
    }
  }

  @Test func `users who are not discoverable are omitted like unknown users`() async throws {
    let (users, call, _) = try await start()
    let request = DiscoverUsersRequest(lookupInfos: [
      LookupInfo(emailAddress: "ann@example.org"), LookupInfo(emailAddress: "eve@example.org"),
      LookupInfo(emailAddress: "Bob@example.org"),
    ])
    #expect(
      text(try await users.discover(request, call))
        == #"{"users":[{"userRecordName":"_bob","lookupInfo":{"emailAddress":"Bob@example.org"},"#
        + #""nameComponents":{"givenName":"Bob","familyName":"Hill"}}]}"#)
    let byID = LookupUsersRequest(users: [
      LookupInfo(userRecordName: "_ann"), LookupInfo(userRecordName: "_bob"),
    ])
    #expect(
      text(try await users.lookup(byID, call))
        == #"{"users":[{"userRecordName":"_bob","firstName":"Bob","lastName":"Hill","#
        + #""emailAddress":"bob@example.org"}]}"#)
    #expect(text(try await users.discoverAll(EmptyRequest(), call)) == #"{"users":[]}"#)
  }
}
