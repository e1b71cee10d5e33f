// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// The administrator's operations, and their stored data.
@Suite(.serialized) struct AccountsTests {
  private let folder: ScratchFolder
  private let accounts: Accounts

  init() throws {
    folder = try ScratchFolder()
    let (storage, data) = try AccountStorageKind.sqlite.openBoth(in: folder)
    accounts = Accounts(
      storage: storage, data: data, hasher: PasswordHasher(cost: .quick))
  }

  @Test(arguments: [
    "", "org.example", "iCloud.", "iCloud.a b", "iCloud.a/../b", "iCloud.\u{202E}a",
  ])
  func `an invalid container name is rejected`(name: String) async throws {
    await #expect(throws: AccountError.badContainerName(name)) {
      try await accounts.createContainer(name)
    }
  }

  @Test(arguments: ["", "a b", "ä", "a\0", "a\u{202E}b", "a/b", String(repeating: "a", count: 65)])
  func `an invalid user name is rejected`(name: String) async throws {
    await #expect(throws: AccountError.badUserName(name)) {
      try await accounts.createUser(name, password: "correct horse")
    }
  }

  @Test(arguments: [
    UserProfile(emailAddress: "a"), UserProfile(emailAddress: "a@b@c"),
    UserProfile(emailAddress: "a\n@b"), UserProfile(phoneNumber: "0123"),
    UserProfile(phoneNumber: "+12a45"), UserProfile(givenName: ""),
    UserProfile(familyName: "a\u{202E}b"), UserProfile(givenName: "a\0b"),
  ])
  func `an invalid profile is rejected and no user is created`(profile: UserProfile) async throws {
    await #expect(throws: AccountError.self) {
      try await accounts.createUser("ann", password: "correct horse", profile: profile)
    }
    #expect(try await accounts.users().isEmpty)
  }

  @Test(arguments: ["", "short", String(repeating: "x", count: 1_025)])
  func `a password that is too short or too long is rejected`(password: String) async throws {
    await #expect(throws: AccountError.self) {
      try await accounts.createUser("ann", password: password)
    }
  }

  @Test func `invalid operations throw specific errors without control characters`() async throws {
    try await accounts.createContainer("iCloud.a")
    await #expect(throws: AccountError.containerExists("iCloud.a")) {
      try await accounts.createContainer("iCloud.a")
    }
    await #expect(throws: AccountError.noSuchContainer("iCloud.b")) {
      try await accounts.createToken(container: "iCloud.b", environment: .development)
    }
    await #expect(throws: AccountError.noSuchToken(7)) { try await accounts.deleteToken(7) }
    await #expect(throws: AccountError.noSuchKey("x")) { try await accounts.deleteKey("x") }
    await #expect(throws: AccountError.noSuchUser("x")) { try await accounts.deleteUser("x") }
    await #expect(throws: AccountError.badKey) {
      try await accounts.createKey(
        container: "iCloud.a", environment: .development, publicKey: "no key")
    }
    let error = AccountError.badOrigin("\u{1B}[31m")
    #expect(error.errorDescription?.contains("\u{1B}") == false)
  }

  @Test(arguments: [
    ("https://Example.org/", "https://example.org"), ("http://a:80", "http://a"),
    ("https://a:8443", "https://a:8443"), ("*", "*"),
  ])
  func `origins are stored as browsers send them`(given: String, kept: String) async throws {
    try await accounts.createContainer("iCloud.a")
    _ = try await accounts.createToken(
      container: "iCloud.a", environment: .development, allowedOrigins: [given])
    #expect(try await accounts.tokens().map(\.allowedOrigins) == [[kept]])
  }

  @Test(arguments: [
    "example.org", "https://", "ftp://a", "https://a/b", "https://a?b", "https://u@a",
    "https://a b",
  ])
  func `an invalid origin is rejected`(text: String) async throws {
    try await accounts.createContainer("iCloud.a")
    await #expect(throws: AccountError.badOrigin(text)) {
      try await accounts.createToken(
        container: "iCloud.a", environment: .development, allowedOrigins: [text])
    }
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "/relative", "https://", "https://a\r\nX: y",
    "https://a#b", "file:///etc/passwd", "app://x",
  ])
  func `an invalid callback URL is rejected`(text: String) async throws {
    try await accounts.createContainer("iCloud.a")
    await #expect(throws: AccountError.badCallback(text)) {
      try await accounts.createToken(
        container: "iCloud.a", environment: .development, callback: text)
    }
  }

  @Test
  func `passwords and tokens are not stored in plain text, and files are private`() async throws {
    try await accounts.createContainer("iCloud.a")
    _ = try await accounts.createUser("ann", password: "correct horse battery")
    let (_, token) = try await accounts.createToken(
      container: "iCloud.a", environment: .development)
    #expect(token.utf8.count == 64)
    let web = try await accounts.webToken(
      forUser: "ann", container: "iCloud.a", environment: .development, persistent: true)
    let opened = try #require(
      WebTokens(sealer: try await accounts.sealer()).open(
        web, container: "iCloud.a", environment: .development, at: Date()))
    for file in try FileManager.default.contentsOfDirectory(
      at: folder.url, includingPropertiesForKeys: nil)
    {
      let data = try Data(contentsOf: file)
      for secret in [
        Data(token.utf8), Data("correct horse battery".utf8), Data(web.utf8), Data(opened.secret),
      ] {
        #expect(data.range(of: secret) == nil, "\(file.lastPathComponent)")
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0)
    }
  }

  @Test func `a password matches in composed and decomposed form`() async throws {
    let hasher = PasswordHasher(cost: .quick)
    let stored = try await hasher.hash("caf\u{E9} au lait")
    #expect(try await hasher.matches("cafe\u{301} au lait", stored))
    #expect(try await !hasher.matches("cafe au lait", stored))
    #expect(try await !hasher.matches("caf\u{E9} au lait", nil))
    // Hashes with former cost parameters are still verified.
    #expect(
      try await PasswordHasher(cost: PasswordCost(rounds: 32, blockSize: 8, parallelism: 1))
        .matches("caf\u{E9} au lait", stored))
    #expect(try await hasher.hash("caf\u{E9} au lait").salt != stored.salt)
  }
}
