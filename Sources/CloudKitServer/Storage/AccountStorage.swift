// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// Keeps containers, users, and what they show that they may do something.
///
/// Secrets come in as their hashes and passwords as ``StoredPassword``: nothing that is kept is of use
/// to somebody who reads it. Every method is one transaction; what a method that returns has changed
/// outlives the end of the process and of the machine. Names are compared byte for byte.
package protocol AccountStorage: Sendable {
  // MARK: Containers

  /// Adds a container; false if there is one of this name.
  func addContainer(_ name: String, at date: Date) async throws -> Bool
  /// Adds containers, each only if this was never asked for before: one that was deleted stays so.
  func addContainersOnce(_ names: [String], at date: Date) async throws
  /// By name.
  func containers() async throws -> [ContainerAccount]
  /// Removes a container with its tokens, keys, sessions and members; false if there is none.
  func removeContainer(_ name: String) async throws -> Bool

  // MARK: Users

  /// Adds a user; false if there is one of this name or e-mail address.
  func addUser(
    named name: String, profile: UserProfile, password: StoredPassword, at date: Date
  ) async throws -> Bool
  /// By name.
  func users() async throws -> [UserAccount]
  /// A user with what is kept of the password; nil if there is none of this name.
  func user(named name: String) async throws -> (account: UserAccount, password: StoredPassword)?
  /// Replaces the password, ends the user's sessions and forgets their devices; false if there is no such user.
  func setPassword(_ password: StoredPassword, ofUser name: String) async throws -> Bool
  /// Disables a user, which ends their sessions and forgets their devices, or enables them; false if
  /// there is no such user.
  func setDisabled(_ isDisabled: Bool, user name: String) async throws -> Bool
  /// Removes a user with sessions and memberships; false if there is no such user.
  func removeUser(named name: String) async throws -> Bool

  // MARK: Members

  /// The record name of a user in a container; the one that is offered if the user is new there.
  func recordName(ofUser id: Int64, inContainer container: String, offering name: String)
    async throws -> String
  /// The containers that a user is a member of, with their record names there; by container.
  func memberships(ofUser name: String) async throws -> [(container: String, recordName: String)]
  /// The record names of all members of a container.
  func recordNames(ofContainer container: String) async throws -> [String]
  /// A member by record name.
  func member(_ recordName: String, ofContainer container: String) async throws -> Member?
  /// For each of some look-ups the discoverable member that it is about, who is not disabled.
  func members(_ lookups: [LookupInfo], ofContainer container: String) async throws -> [Member?]
  /// Stops a container from reaching a member's data, and forgets their devices, or lets it again.
  func setRestricted(_ isRestricted: Bool, member recordName: String, ofContainer: String)
    async throws

  // MARK: API tokens

  /// Adds a token by its hash and gives its number; nil if there is no such container.
  func addAPIToken(
    hash: [UInt8], container: String, environment: Environment, name: String,
    allowedOrigins: [String], callback: String?, at date: Date
  ) async throws -> Int64?
  /// In the order of their numbers; all if no container is named.
  func apiTokens(ofContainer container: String?) async throws -> [APIToken]
  func apiToken(id: Int64) async throws -> APIToken?
  /// False if there is none.
  func removeAPIToken(id: Int64) async throws -> Bool

  // MARK: Sessions

  /// Adds a session; those that have expired by then are removed.
  func addSession(
    hash: [UInt8], user: Int64, container: String, environment: Environment, lifetime: Int,
    expires: Date, at date: Date
  ) async throws
  /// Lets a session live longer.
  func extendSession(hash: [UInt8], to expires: Date) async throws
  /// Ends a session; nothing if there is none.
  func removeSession(hash: [UInt8]) async throws
  /// Ends all sessions of a container.
  func removeSessions(ofContainer container: String) async throws
  /// What a request shows, by the hashes: one look at the storage.
  func credentials(apiToken: [UInt8], session: [UInt8]?) async throws -> (
    token: APIToken?, session: Session?
  )

  // MARK: Keys

  /// Adds a key; false if there is no such container, or the environment has this key already.
  func addSigningKey(_ key: SigningKey) async throws -> Bool
  /// In the order in which they came; all if no container is named.
  func signingKeys(ofContainer container: String?) async throws -> [SigningKey]
  func signingKey(id: String) async throws -> SigningKey?
  /// Removes a key with its subscriptions and devices; false if there is none.
  func removeSigningKey(id: String) async throws -> Bool
  /// Random bytes that were made when the name was first asked for, and are the same ever after.
  func secret(_ name: String) async throws -> [UInt8]

  // MARK: Attempts

  /// Counts an attempt for each subject, unless one of them has had its number since a date; then
  /// gives when the oldest of those was, and counts nothing.
  ///
  /// Attempts before the date are forgotten.
  func countAttempt(
    _ subjects: [(hash: [UInt8], limit: Int)], since start: Date, at date: Date
  ) async throws -> Date?
  /// Forgets the attempts of a subject.
  func forgetAttempts(_ subject: [UInt8]) async throws
  /// Forgets one attempt of each subject, of a date: it was none.
  func takeBackAttempt(_ subjects: [[UInt8]], at date: Date) async throws
  /// Removes sessions that have expired, and attempts of more than a day ago; how many.
  func removeExpired(at date: Date) async throws -> Int
}
