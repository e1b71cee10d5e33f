// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// The storage of containers, users and their credentials.
///
/// Callers pass secrets as hashes and passwords as ``StoredPassword``, so that the file contains no
/// usable credentials. Each method is one transaction, and its changes are durable once it
/// returns. Names are compared byte for byte.
package protocol AccountStorage: Sendable {
  // MARK: Containers

  /// Adds a container; false if the name is taken.
  func addContainer(_ name: String, at date: Date) async throws -> Bool
  /// Adds each container the first time it is requested; a deleted container stays deleted.
  func addContainersOnce(_ names: [String], at date: Date) async throws
  /// All containers, ordered by name.
  func containers() async throws -> [ContainerAccount]
  /// Removes a container with its tokens, keys, sessions and members; false if it does not exist.
  func removeContainer(_ name: String) async throws -> Bool

  // MARK: Users

  /// Adds a user; false if the name, e-mail address or phone number is taken.
  func addUser(
    named name: String, profile: UserProfile, password: StoredPassword, at date: Date
  ) async throws -> Bool
  /// All users, ordered by name.
  func users() async throws -> [UserAccount]
  /// A user with the stored password; nil if the user does not exist.
  func user(named name: String) async throws -> (account: UserAccount, password: StoredPassword)?
  /// Replaces a user's password, ends the user's sessions and removes the user's devices.
  ///
  /// Returns false if the user does not exist.
  func setPassword(_ password: StoredPassword, ofUser name: String) async throws -> Bool
  /// Enables a user, or disables a user, ending their sessions and removing their devices.
  ///
  /// Returns false if the user does not exist.
  func setDisabled(_ isDisabled: Bool, user name: String) async throws -> Bool
  /// Removes a user with sessions and memberships; false if the user does not exist.
  func removeUser(named name: String) async throws -> Bool

  // MARK: Members

  /// The record name of a user in a container; `name` if the user is a new member.
  func recordName(ofUser id: Int64, inContainer container: String, offering name: String)
    async throws -> String
  /// A user's containers with the user's record name in each, ordered by container.
  func memberships(ofUser name: String) async throws -> [(container: String, recordName: String)]
  /// The record names of all members of a container.
  func recordNames(ofContainer container: String) async throws -> [String]
  /// Finds a member by record name.
  func member(_ recordName: String, ofContainer container: String) async throws -> Member?
  /// Finds the discoverable, enabled member for each lookup.
  func members(_ lookups: [LookupInfo], ofContainer container: String) async throws -> [Member?]
  /// Allows a container access to a member's data, or denies it and removes the member's devices.
  func setRestricted(_ isRestricted: Bool, member recordName: String, ofContainer: String)
    async throws

  // MARK: API tokens

  /// Adds a token by its hash and returns its number; nil if the container does not exist.
  func addAPIToken(
    hash: [UInt8], container: String, environment: Environment, name: String,
    allowedOrigins: [String], callback: String?, at date: Date
  ) async throws -> Int64?
  /// The tokens of a container, or of all containers for nil, ordered by number.
  func apiTokens(ofContainer container: String?) async throws -> [APIToken]
  func apiToken(id: Int64) async throws -> APIToken?
  /// Removes a token; false if it does not exist.
  func removeAPIToken(id: Int64) async throws -> Bool

  // MARK: Sessions

  /// Adds a session, and removes sessions that expired before `date`.
  func addSession(
    hash: [UInt8], user: Int64, container: String, environment: Environment, lifetime: Int,
    expires: Date, at date: Date
  ) async throws
  /// Extends a session to a later expiration date.
  func extendSession(hash: [UInt8], to expires: Date) async throws
  /// Ends a session, if it exists.
  func removeSession(hash: [UInt8]) async throws
  /// Ends all sessions of a container.
  func removeSessions(ofContainer container: String) async throws
  /// Finds a request's API token and session by their hashes, in one transaction.
  func credentials(apiToken: [UInt8], session: [UInt8]?) async throws -> (
    token: APIToken?, session: Session?
  )

  // MARK: Keys

  /// Adds a key; false if the container does not exist, or its environment already has the key.
  func addSigningKey(_ key: SigningKey) async throws -> Bool
  /// The keys of a container, or of all containers for nil, in insertion order.
  func signingKeys(ofContainer container: String?) async throws -> [SigningKey]
  func signingKey(id: String) async throws -> SigningKey?
  /// Removes a key with its subscriptions and devices; false if it does not exist.
  func removeSigningKey(id: String) async throws -> Bool
  /// The secret of a name: random bytes, generated at the first request and stored.
  func secret(_ name: String) async throws -> [UInt8]

  // MARK: Attempts

  /// Counts an attempt for each subject, unless a subject has reached its limit since `start`.
  ///
  /// At the limit, the method counts nothing and returns the date of that subject's oldest attempt.
  /// Attempts before `start` are removed.
  func countAttempt(
    _ subjects: [(hash: [UInt8], limit: Int)], since start: Date, at date: Date
  ) async throws -> Date?
  /// Removes the attempts of a subject.
  func clearAttempts(_ subject: [UInt8]) async throws
  /// Removes one attempt of each subject with the given date, because it does not count.
  func withdrawAttempt(_ subjects: [[UInt8]], at date: Date) async throws
  /// Removes expired sessions and attempts older than a day, and returns their number.
  func removeExpired(at date: Date) async throws -> Int
}
