// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
import Crypto
package import Foundation
import SystemSupport

/// The administration of containers, users, tokens and keys.
package struct Accounts: Sendable {
  let storage: any AccountStorage
  private let data: any ServerStorage
  private let eraser: DataEraser
  let hasher: PasswordHasher
  let now: @Sendable () -> Date

  package init(
    storage: any AccountStorage, data: any ServerStorage, hasher: PasswordHasher = PasswordHasher(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.storage = storage
    self.data = data
    eraser = DataEraser(storage: data)
    self.hasher = hasher
    self.now = now
  }

  /// The sealer of the server's tokens; its key is shared by all processes that use the storage.
  package func sealer() async throws -> TokenSealer {
    TokenSealer(key: SymmetricKey(data: try await storage.secret("tokens")))
  }

  // MARK: Containers

  package func createContainer(_ name: String) async throws {
    guard NameRules.isContainer(name) else { throw AccountError.badContainerName(name) }
    guard try await storage.addContainer(name, at: now()) else {
      throw AccountError.containerExists(name)
    }
  }

  /// Creates the containers of programs that ship with the server, unless they were created before.
  package func createContainersOnce(_ names: [String]) async throws {
    for name in names where !NameRules.isContainer(name) {
      throw AccountError.badContainerName(name)
    }
    try await storage.addContainersOnce(names, at: now())
  }

  package func containers() async throws -> [ContainerAccount] {
    try await storage.containers()
  }

  /// Deletes a container with all its data, after its tokens, keys and sessions.
  package func deleteContainer(_ name: String) async throws {
    guard try await storage.containers().contains(where: { $0.name == name }) else {
      throw AccountError.noSuchContainer(name)
    }
    for token in try await storage.apiTokens(ofContainer: name) {
      _ = try await storage.removeAPIToken(id: token.id)
    }
    for key in try await storage.signingKeys(ofContainer: name) {
      _ = try await storage.removeSigningKey(id: key.id)
    }
    try await storage.removeSessions(ofContainer: name)
    for owner in try await storage.recordNames(ofContainer: name) {
      try await eraser.erase(container: name, scope: .private, owner: owner)
    }
    try await eraser.erase(container: name, scope: .public)
    _ = try await storage.removeContainer(name)
  }

  // MARK: Quotas

  /// The stored bytes and quotas of one container, or of all.
  package func usage(ofContainer name: String? = nil) async throws -> [ContainerUsage] {
    var usages: [ContainerUsage] = []
    for container in try await names(name) {
      guard let usage = try await data.read({ try $0.usage(ofContainer: container) }) else {
        throw AccountError.noSuchContainer(container)
      }
      usages.append(usage)
    }
    return usages
  }

  private func names(_ name: String?) async throws -> [String] {
    if let name { return [name] }
    return try await storage.containers().map(\.name)
  }

  /// Sets the quota of a whole container in bytes; nil for no limit.
  package func setQuota(ofContainer name: String, _ bytes: Int64?) async throws {
    try await setQuotas(of: name) { $0.quota = bytes }
  }

  /// Sets the quota of each user's private database in a container in bytes; nil for no limit.
  package func setQuota(ofEachUserIn container: String, _ bytes: Int64?) async throws {
    try await setQuotas(of: container) { $0.eachUser = bytes }
  }

  private func setQuotas(
    of container: String, _ change: @escaping @Sendable (inout ContainerUsage) -> Void
  ) async throws {
    let isThere = try await data.write { writer in
      guard var usage = try writer.usage(ofContainer: container) else { return false }
      change(&usage)
      return try writer.setQuota(
        ofContainer: container, total: usage.quota, eachUser: usage.eachUser)
    }
    guard isThere else { throw AccountError.noSuchContainer(container) }
  }

  /// Sets the quota of one user's private database in a container in bytes; nil for the common quota.
  package func setQuota(ofUser name: String, in container: String, _ bytes: Int64?) async throws {
    guard let user = try await storage.user(named: name.lowercased())?.account else {
      throw AccountError.noSuchUser(name)
    }
    let member = try await storage.recordName(
      ofUser: user.id, inContainer: container, offering: Self.newRecordName())
    _ = try await data.write {
      try $0.setQuota(ofMember: member, inContainer: container, bytes)
    }
  }

  // MARK: Users

  package func createUser(
    _ name: String, password: String, profile: UserProfile = UserProfile()
  ) async throws -> UserAccount {
    guard let plain = AccountRules.userName(name) else { throw AccountError.badUserName(name) }
    try AccountRules.check(profile)
    let hash = try await hash(password)
    guard
      try await storage.addUser(named: plain, profile: profile, password: hash, at: now()),
      let user = try await storage.user(named: plain)
    else { throw AccountError.userExists(plain) }
    return user.account
  }

  package func users() async throws -> [UserAccount] { try await storage.users() }

  package func setPassword(_ password: String, ofUser name: String) async throws {
    let hash = try await hash(password)
    guard try await storage.setPassword(hash, ofUser: name.lowercased()) else {
      throw AccountError.noSuchUser(name)
    }
  }

  package func setDisabled(_ isDisabled: Bool, user name: String) async throws {
    guard try await storage.setDisabled(isDisabled, user: name.lowercased()) else {
      throw AccountError.noSuchUser(name)
    }
  }

  /// Signs a user out, and deletes them with their private data; public records stay.
  package func deleteUser(_ name: String) async throws {
    let plain = name.lowercased()
    try await setDisabled(true, user: plain)
    for (container, owner) in try await storage.memberships(ofUser: plain) {
      try await eraser.erase(container: container, scope: .private, owner: owner)
    }
    guard try await storage.removeUser(named: plain) else { throw AccountError.noSuchUser(name) }
  }

  /// Starts a session for a user without a password, for an administrator's scripts.
  package func webToken(
    forUser name: String, container: String, environment: Environment, persistent: Bool
  ) async throws -> String {
    guard let user = try await storage.user(named: name.lowercased())?.account else {
      throw AccountError.noSuchUser(name)
    }
    guard !user.isDisabled else { throw AccountError.userDisabled(name) }
    return try await startSession(
      of: user, container: container, environment: environment, persistent: persistent)
  }

  /// Starts a session and returns its first token.
  func startSession(
    of user: UserAccount, container: String, environment: Environment, persistent: Bool
  ) async throws -> String {
    let date = now()
    let lifetime = persistent ? Limits.persistentWebTokenSeconds : Limits.webTokenSeconds
    let secret = WebTokens.newSecret()
    let expires = date.addingTimeInterval(Double(lifetime))
    _ = try await storage.recordName(
      ofUser: user.id, inContainer: container, offering: Self.newRecordName())
    try await storage.addSession(
      hash: Secret.hash(secret), user: user.id, container: container, environment: environment,
      lifetime: lifetime, expires: expires, at: date)
    return WebTokens(sealer: try await sealer()).seal(
      secret: secret, expires: expires, container: container, environment: environment)
  }

  private func hash(_ password: String) async throws -> StoredPassword {
    guard AccountRules.passwordLength.contains(password.count) else {
      throw AccountError.badPassword(
        expected: "A password must have \(AccountRules.passwordLength.lowerBound) to "
          + "\(AccountRules.passwordLength.upperBound) characters")
    }
    return try await hasher.hash(password)
  }

  private static func newRecordName() -> String { "_" + Hexadecimal.text(Secret.bytes(16)) }

  // MARK: API tokens

  /// Creates an API token and returns it; the storage has only its hash.
  package func createToken(
    container: String, environment: Environment, name: String = "", allowedOrigins: [String] = [],
    callback: String? = nil
  ) async throws -> (id: Int64, token: String) {
    guard AccountRules.isLabel(name) else { throw AccountError.badLabel(name) }
    var origins: [String] = []
    for text in allowedOrigins {
      guard let origin = AccountRules.origin(text) else { throw AccountError.badOrigin(text) }
      origins.append(origin)
    }
    if let callback, !AccountRules.isCallback(callback) {
      throw AccountError.badCallback(callback)
    }
    let token = Hexadecimal.text(Secret.bytes(32))
    let id = try await storage.addAPIToken(
      hash: Secret.hash(token.utf8), container: container, environment: environment, name: name,
      allowedOrigins: origins, callback: callback, at: now())
    guard let id else { throw AccountError.noSuchContainer(container) }
    return (id, token)
  }

  package func tokens(ofContainer container: String? = nil) async throws -> [APIToken] {
    try await storage.apiTokens(ofContainer: container)
  }

  package func deleteToken(_ id: Int64) async throws {
    guard try await storage.removeAPIToken(id: id) else { throw AccountError.noSuchToken(id) }
  }

  // MARK: Keys

  /// Registers a public key and returns its ID.
  package func createKey(
    container: String, environment: Environment, name: String = "", publicKey pem: String
  ) async throws -> String {
    guard AccountRules.isLabel(name) else { throw AccountError.badLabel(name) }
    guard let key = try? P256.Signing.PublicKey(pemRepresentation: pem) else {
      throw AccountError.badKey
    }
    let id = Hexadecimal.text(Secret.bytes(32))
    let stored = SigningKey(
      id: id, container: container, environment: environment, name: name,
      publicKey: [UInt8](key.derRepresentation), recordName: Self.newRecordName(),
      created: now())
    guard try await storage.containers().contains(where: { $0.name == container }) else {
      throw AccountError.noSuchContainer(container)
    }
    guard try await storage.addSigningKey(stored) else {
      throw AccountError.keyExists(container: container)
    }
    return id
  }

  package func keys(ofContainer container: String? = nil) async throws -> [SigningKey] {
    try await storage.signingKeys(ofContainer: container)
  }

  package func deleteKey(_ id: String) async throws {
    guard try await storage.removeSigningKey(id: id) else { throw AccountError.noSuchKey(id) }
  }
}

extension Accounts {
  /// The name of devices' API tokens in the list of tokens.
  static let deviceTokenName = "cairn login"

  /// Returns the API token of all devices that sign in with name and password.
  ///
  /// The token is derived from a secret of the server, so that all devices get the same one, and only its
  /// hash is stored. Pages of other origins cannot use it. Deleting it locks out all devices until they
  /// sign in again.
  func deviceToken(container: String, environment: Environment) async throws -> String {
    let secret = try await storage.secret("device tokens")
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("\(environment.rawValue) \(container)".utf8), using: SymmetricKey(data: secret))
    let token = Hexadecimal.text(code)
    let hash = Secret.hash(token.utf8)
    if try await storage.credentials(apiToken: hash, session: nil).token != nil { return token }
    _ = try await storage.addAPIToken(
      hash: hash, container: container, environment: environment, name: Self.deviceTokenName,
      allowedOrigins: [], callback: nil, at: now())
    return token
  }
}
