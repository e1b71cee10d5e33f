// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Conformance of account storage implementations.
@Suite(.serialized) struct AccountStorageTests {
  private let folder: ScratchFolder
  private let date = Date(timeIntervalSince1970: 1_800_000_000)
  private let password = StoredPassword(salt: [1], hash: [2, 3], cost: .quick)

  init() throws { folder = try ScratchFolder() }

  private func user(
    _ name: String, in storage: any AccountStorage, profile: UserProfile = UserProfile()
  ) async throws -> Int64 {
    #expect(try await storage.addUser(named: name, profile: profile, password: password, at: date))
    return try #require(try await storage.user(named: name)).account.id
  }

  @Test(arguments: AccountStorageKind.allCases)
  func `container names are unique and listed in order`(kind: AccountStorageKind) async throws {
    let storage = try kind.open(in: folder)
    #expect(try await storage.addContainer("iCloud.b", at: date))
    #expect(try await storage.addContainer("iCloud.a", at: date))
    #expect(try await !storage.addContainer("iCloud.a", at: date))
    #expect(
      try await storage.containers() == [
        ContainerAccount(name: "iCloud.a", created: date),
        ContainerAccount(name: "iCloud.b", created: date),
      ])
    #expect(try await storage.removeContainer("iCloud.a"))
    #expect(try await !storage.removeContainer("iCloud.a"))
    // Another process sees the changes.
    #expect(try await kind.open(in: folder).containers().map(\.name) == ["iCloud.b"])
  }

  @Test(arguments: AccountStorageKind.allCases)
  func `users are stored with profile and password, unique by name and email address`(
    kind: AccountStorageKind
  ) async throws {
    let storage = try kind.open(in: folder)
    let profile = UserProfile(
      emailAddress: "Ann@example.org", phoneNumber: "+4912345", givenName: "Ann",
      familyName: "O'Neil; DROP TABLE users", isDiscoverable: true)
    let id = try await user("ann", in: storage, profile: profile)
    let found = try #require(try await storage.user(named: "ann"))
    #expect(found.account.profile == profile)
    #expect(found.account.id == id && found.account.created == date && !found.account.isDisabled)
    #expect(found.password == password)
    #expect(try await storage.user(named: "Ann") == nil)
    let other = UserProfile(emailAddress: "ann@EXAMPLE.org")
    for (name, profile) in [("ann", UserProfile()), ("bob", other)] {
      let isAdded = try await storage.addUser(
        named: name, profile: profile, password: password, at: date)
      #expect(!isAdded)
    }
    let changed = StoredPassword(
      salt: [9], hash: [8], cost: PasswordCost(rounds: 32, blockSize: 4, parallelism: 2))
    #expect(try await storage.setPassword(changed, ofUser: "ann"))
    #expect(try await storage.user(named: "ann")?.password == changed)
    #expect(try await !storage.setPassword(changed, ofUser: "bob"))
    #expect(try await storage.setDisabled(true, user: "ann"))
    #expect(try await storage.users().map(\.isDisabled) == [true])
    #expect(try await !storage.setDisabled(true, user: "bob"))
    #expect(try await storage.removeUser(named: "ann"))
    #expect(try await !storage.removeUser(named: "ann"))
    #expect(try await storage.users().isEmpty)
  }

  @Test(arguments: AccountStorageKind.allCases)
  func `a user has one record name in each container`(kind: AccountStorageKind) async throws {
    let storage = try kind.open(in: folder)
    _ = try await storage.addContainer("iCloud.a", at: date)
    _ = try await storage.addContainer("iCloud.b", at: date)
    let id = try await user("ann", in: storage)
    func name(_ container: String, _ offer: String) async throws -> String {
      try await storage.recordName(ofUser: id, inContainer: container, offering: offer)
    }
    #expect(try await name("iCloud.a", "_1") == "_1")
    #expect(try await name("iCloud.a", "_2") == "_1")
    #expect(try await name("iCloud.b", "_3") == "_3")
    await #expect(throws: AccountError.noSuchContainer("iCloud.c")) {
      try await name("iCloud.c", "_4")
    }
    #expect(try await storage.member("_1", ofContainer: "iCloud.a")?.recordName == "_1")
    #expect(try await storage.member("_1", ofContainer: "iCloud.b") == nil)
    let memberships = try await storage.memberships(ofUser: "ann")
    #expect(memberships.map(\.container) == ["iCloud.a", "iCloud.b"])
    #expect(memberships.map(\.recordName) == ["_1", "_3"])
    #expect(try await storage.recordNames(ofContainer: "iCloud.b") == ["_3"])
    #expect(try await storage.removeUser(named: "ann"))
    #expect(try await storage.member("_1", ofContainer: "iCloud.a") == nil)
  }

  @Test(arguments: AccountStorageKind.allCases)
  func `a lookup finds only discoverable, enabled members of the container`(
    kind: AccountStorageKind
  ) async throws {
    let storage = try kind.open(in: folder)
    _ = try await storage.addContainer("iCloud.a", at: date)
    _ = try await storage.addContainer("iCloud.b", at: date)
    for (name, isDiscoverable) in [("open", true), ("shut", false), ("gone", true)] {
      let id = try await user(
        name, in: storage,
        profile: UserProfile(
          emailAddress: "\(name)@example.org", isDiscoverable: isDiscoverable))
      _ = try await storage.recordName(ofUser: id, inContainer: "iCloud.a", offering: "_\(name)")
    }
    _ = try await storage.setDisabled(true, user: "gone")
    let lookups = [
      LookupInfo(emailAddress: "OPEN@example.org"), LookupInfo(userRecordName: "_open"),
      LookupInfo(emailAddress: "shut@example.org"), LookupInfo(userRecordName: "_shut"),
      LookupInfo(emailAddress: "gone@example.org"), LookupInfo(phoneNumber: "+491"),
      LookupInfo(emailAddress: "' OR 1 --"),
    ]
    let found = try await storage.members(lookups, ofContainer: "iCloud.a")
    #expect(found.map { $0?.recordName } == ["_open", "_open", nil, nil, nil, nil, nil])
    let elsewhere = try await storage.members(lookups, ofContainer: "iCloud.b")
    #expect(elsewhere.allSatisfy { $0 == nil })
  }

  @Test(arguments: AccountStorageKind.allCases)
  func `a session ends with its user, password, container or expiry date`(kind: AccountStorageKind)
    async throws
  {
    let storage = try kind.open(in: folder)
    let id = try await user("ann", in: storage)
    func start() async throws {
      _ = try await storage.addContainer("iCloud.a", at: date)
      _ = try await storage.recordName(ofUser: id, inContainer: "iCloud.a", offering: "_1")
      try await storage.addSession(
        hash: [7], user: id, container: "iCloud.a", environment: .production, lifetime: 60,
        expires: date + 60, at: date)
    }
    func session() async throws -> Session? {
      try await storage.credentials(apiToken: [0], session: [7]).session
    }
    try await start()
    let found = try #require(try await session())
    #expect(
      found
        == Session(
          container: "iCloud.a", environment: .production, lifetime: 60, expires: date + 60,
          recordName: "_1", isDisabled: false, isRestricted: false))
    try await storage.setRestricted(true, member: "_1", ofContainer: "iCloud.a")
    #expect(try await session()?.isRestricted == true)
    try await storage.extendSession(hash: [7], to: date + 90)
    try await storage.extendSession(hash: [7], to: date + 80)
    #expect(try await session()?.expires == date + 90)
    _ = try await storage.setDisabled(true, user: "ann")
    #expect(try await session() == nil)
    await #expect(throws: AccountError.noSuchMember(container: "iCloud.a")) { try await start() }
    _ = try await storage.setDisabled(false, user: "ann")
    try await start()
    _ = try await storage.setPassword(password, ofUser: "ann")
    #expect(try await session() == nil)
    try await start()
    _ = try await storage.removeContainer("iCloud.a")
    #expect(try await session() == nil)
    try await start()
    try await storage.addSession(
      hash: [8], user: id, container: "iCloud.a", environment: .production, lifetime: 60,
      expires: date + 600, at: date + 61)
    #expect(try await session() == nil)
  }

  @Test(arguments: AccountStorageKind.allCases)
  func `API tokens are found by hash, and their IDs are not reused`(kind: AccountStorageKind)
    async throws
  {
    let storage = try kind.open(in: folder)
    _ = try await storage.addContainer("iCloud.a", at: date)
    func add(_ hash: [UInt8], _ container: String) async throws -> Int64? {
      try await storage.addAPIToken(
        hash: hash, container: container, environment: .development, name: "site",
        allowedOrigins: ["https://a.example", "http://localhost:81"],
        callback: "https://a.example/in", at: date)
    }
    #expect(try await add([1], "iCloud.b") == nil)
    let id = try #require(try await add([1], "iCloud.a"))
    let token = APIToken(
      id: id, container: "iCloud.a", environment: .development, name: "site",
      allowedOrigins: ["https://a.example", "http://localhost:81"],
      callback: "https://a.example/in", created: date)
    #expect(try await storage.credentials(apiToken: [1], session: nil).token == token)
    #expect(try await storage.credentials(apiToken: [2], session: nil).token == nil)
    #expect(try await storage.apiToken(id: id) == token)
    #expect(try await storage.apiTokens(ofContainer: nil) == [token])
    #expect(try await storage.apiTokens(ofContainer: "iCloud.b").isEmpty)
    #expect(try await storage.removeAPIToken(id: id))
    #expect(try await !storage.removeAPIToken(id: id))
    // IDs are not reused.
    #expect(try await add([3], "iCloud.a") != id)
  }

  @Test(arguments: AccountStorageKind.allCases)
  func `a public key is unique within an environment`(kind: AccountStorageKind) async throws {
    let storage = try kind.open(in: folder)
    _ = try await storage.addContainer("iCloud.a", at: date)
    var key = SigningKey(
      id: "aa", container: "iCloud.a", environment: .development, name: "job", publicKey: [5],
      recordName: "_k", created: date)
    #expect(try await storage.addSigningKey(key))
    key.id = "bb"
    #expect(try await !storage.addSigningKey(key))
    key.environment = .production
    #expect(try await storage.addSigningKey(key))
    key.container = "iCloud.b"
    #expect(try await !storage.addSigningKey(key))
    #expect(try await storage.signingKeys(ofContainer: "iCloud.a").map(\.id) == ["aa", "bb"])
    #expect(try await storage.signingKey(id: "bb")?.environment == .production)
    #expect(try await storage.signingKey(id: "cc") == nil)
    #expect(try await storage.removeSigningKey(id: "aa"))
    #expect(try await !storage.removeSigningKey(id: "aa"))
  }

  @Test(arguments: AccountStorageKind.allCases)
  func `all processes use the same secret of a name`(kind: AccountStorageKind) async throws {
    let storage = try kind.open(in: folder)
    let key = try await storage.secret("tokens")
    #expect(key.count == 32)
    let other = try kind.open(in: folder)
    #expect(try await other.secret("tokens") == key)
    #expect(try await other.secret("forms") != key)
  }

  @Test(arguments: AccountStorageKind.allCases)
  func `attempts are limited within a time window`(kind: AccountStorageKind) async throws {
    let storage = try kind.open(in: folder)
    func attempt(_ subjects: [UInt8], at seconds: Double) async throws -> Date? {
      try await storage.countAttempt(
        subjects.map { ([$0], 2) }, since: date + seconds - 100, at: date + seconds)
    }
    #expect(try await attempt([1, 2], at: 0) == nil)
    #expect(try await attempt([1, 3], at: 10) == nil)
    #expect(try await attempt([1, 4], at: 20) == date)
    #expect(try await attempt([2], at: 20) == nil)
    #expect(try await attempt([2], at: 21) == date)
    // Rejected attempts do not count.
    #expect(try await attempt([4], at: 21) == nil)
    #expect(try await attempt([1], at: 101) == nil)
    #expect(try await attempt([1], at: 102) == date + 10)
    try await storage.clearAttempts([1])
    #expect(try await attempt([1], at: 103) == nil)
  }
}
