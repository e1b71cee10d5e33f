// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
import Foundation

/// Signing in with name and password, with limits on failed attempts.
package struct SignIn: Sendable {
  /// The reason for a failed sign-in.
  package enum Failure: Error, Equatable {
    /// The ticket in the page's URL is invalid or expired.
    case invalidTicket
    /// The user does not exist or is disabled, or the password is wrong.
    case wrongPassword
    /// Too many failed attempts; the caller must wait for some seconds.
    case tooManyAttempts(seconds: Int)
  }

  private static let ticketKind: UInt8 = 81
  /// The validity of a ticket in seconds.
  private static let ticketSeconds = 3_600.0
  /// The sliding window in seconds, and the numbers of failed attempts that it allows.
  package static let window = 900.0
  package static let attemptsPerUserAndAddress = 10
  package static let attemptsPerAddress = 50
  package static let attemptsPerUser = 100

  private let accounts: Accounts
  private let sealer: TokenSealer

  package init(accounts: Accounts, sealer: TokenSealer) {
    self.accounts = accounts
    self.sealer = sealer
  }

  // MARK: Tickets

  /// Seals the ID of an API token into a ticket for the sign-in page's URL.
  package func ticket(for token: APIToken) -> String {
    let expires = accounts.now().addingTimeInterval(Self.ticketSeconds).milliseconds
    var payload: [UInt8] = []
    for number in [token.id, expires] {
      payload += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return sealer.seal(kind: Self.ticketKind, payload, in: Self.scope)
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Returns the API token of a ticket.
  package func token(ofTicket ticket: String) async throws -> APIToken {
    var text = ticket.replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let (kind, payload) = try? sealer.open(text, in: Self.scope), kind == Self.ticketKind,
      payload.count == 16
    else { throw Failure.invalidTicket }
    let numbers = [payload.prefix(8), payload.suffix(8)].map { part in
      part.reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    guard Date(milliseconds: numbers[1]) > accounts.now(),
      let token = try await accounts.storage.apiToken(id: numbers[0])
    else { throw Failure.invalidTicket }
    return token
  }

  private static var scope: TokenScope {
    TokenScope(
      container: "sign-in", environment: .production, database: .public, userRecordName: nil)
  }

  // MARK: Passwords

  /// Starts a session and returns its web token.
  package func signIn(
    name: String, password: String, persistent: Bool, by token: APIToken, from address: String
  ) async throws -> String {
    try await checking(name, password, from: address) { user in
      try await accounts.startSession(
        of: user, container: token.container, environment: token.environment, persistent: persistent
      )
    }
  }

  /// Signs a device in to those of its containers that exist.
  package func signIn(_ request: DeviceSignInRequest, from address: String) async throws
    -> DeviceSignInResponse
  {
    try await checking(request.name, request.password, from: address) { user in
      let known = Set(try await accounts.storage.containers().map(\.name))
      var response = DeviceSignInResponse(name: user.name, containers: [])
      for container in request.containers where known.contains(container) {
        response.containers.append(
          .init(
            name: container,
            apiToken: try await accounts.deviceToken(
              container: container, environment: request.environment),
            webAuthToken: try await accounts.startSession(
              of: user, container: container, environment: request.environment, persistent: true)))
      }
      return response
    }
  }

  /// Ends a device's session, if it exists.
  package func signOut(_ request: DeviceSignOutRequest) async throws {
    let opened = WebTokens(sealer: sealer).open(
      request.webAuthToken, container: request.container, environment: request.environment,
      at: accounts.now())
    guard let opened else { return }
    try await accounts.storage.removeSession(hash: Secret.hash(opened.secret))
  }

  /// Verifies name and password within the attempt limits, and runs `body` for the user.
  private func checking<Result>(
    _ name: String, _ password: String, from address: String,
    _ body: (UserAccount) async throws -> Result
  ) async throws -> Result {
    let name = AccountRules.userName(name)
    let pair = Secret.hash("pair \(address) \(name ?? "")".utf8)
    let (from, of) = (Secret.hash("from \(address)".utf8), Secret.hash("of \(name ?? "")".utf8))
    let now = accounts.now()
    let oldest = try await accounts.storage.countAttempt(
      [
        (pair, Self.attemptsPerUserAndAddress),
        (from, Self.attemptsPerAddress), (of, Self.attemptsPerUser),
      ], since: now.addingTimeInterval(-Self.window), at: now)
    if let oldest {
      let seconds = oldest.addingTimeInterval(Self.window).timeIntervalSince(now)
      throw Failure.tooManyAttempts(seconds: max(1, Int(seconds.rounded(.up))))
    }
    let user: (account: UserAccount, password: StoredPassword)? =
      if let name { try await accounts.storage.user(named: name) } else { nil }
    // No user has a longer password; truncated to bound the work.
    let given = String(password.prefix(AccountRules.passwordLength.upperBound + 1))
    guard try await accounts.hasher.matches(given, user?.password), let user,
      !user.account.isDisabled
    else { throw Failure.wrongPassword }
    // Success: this attempt does not count, but other failed attempts still do.
    try await accounts.storage.withdrawAttempt([from, of], at: now)
    try await accounts.storage.clearAttempts(pair)
    return try await body(user.account)
  }
}

/// The paths for signing in, below the server's mount path.
enum SignInPaths {
  static let start = "/sign-in/"

  /// The paths at which devices sign in and out, without a page.
  static let devices = "\(start)2/sessions"
  static let devicesEnd = "\(start)2/sessions/end"

  static func page(_ ticket: String) -> String { "\(start)1/\(ticket)" }
}
