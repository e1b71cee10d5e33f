// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
import Foundation

/// Signing in by name and password: what the page of the server does.
package struct SignIn: Sendable {
  /// Why somebody is not signed in.
  package enum Refusal: Error, Equatable {
    /// The address of the page is not one that the server gave, or too old.
    case staleTicket
    /// There is no such user, or the password is not theirs, or they are disabled.
    case wrongPassword
    /// Too many guesses: seconds until the next.
    case tooManyAttempts(seconds: Int)
  }

  private static let ticketKind: UInt8 = 81
  /// Seconds that the address of the page is good for.
  private static let ticketSeconds = 3_600.0
  /// Seconds in which guesses are counted, and how many there may be.
  package static let window = 900.0
  package static let guessesOfOneFromOne = 10
  package static let guessesFromOne = 50
  package static let guessesOfOne = 100

  private let accounts: Accounts
  private let sealer: TokenSealer

  package init(accounts: Accounts, sealer: TokenSealer) {
    self.accounts = accounts
    self.sealer = sealer
  }

  // MARK: Tickets

  /// What the address of the page says: by which API token somebody was sent there.
  package func ticket(for token: APIToken) -> String {
    let expires = accounts.now().addingTimeInterval(Self.ticketSeconds).milliseconds
    var payload: [UInt8] = []
    for number in [token.id, expires] {
      payload += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return sealer.seal(kind: Self.ticketKind, payload, in: Self.scope)
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The API token that a ticket was made for.
  package func token(ofTicket ticket: String) async throws -> APIToken {
    var text = ticket.replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let (kind, payload) = try? sealer.open(text, in: Self.scope), kind == Self.ticketKind,
      payload.count == 16
    else { throw Refusal.staleTicket }
    let numbers = [payload.prefix(8), payload.suffix(8)].map { part in
      part.reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    guard Date(milliseconds: numbers[1]) > accounts.now(),
      let token = try await accounts.storage.apiToken(id: numbers[0])
    else { throw Refusal.staleTicket }
    return token
  }

  private static var scope: TokenScope {
    TokenScope(
      container: "sign-in", environment: .production, database: .public, userRecordName: nil)
  }

  // MARK: Passwords

  /// Starts a session, and gives its web token.
  package func signIn(
    name: String, password: String, staying: Bool, by token: APIToken, from address: String
  ) async throws -> String {
    try await checking(name, password, from: address) { user in
      try await accounts.startSession(
        of: user, container: token.container, environment: token.environment, staying: staying)
    }
  }

  /// Signs a device in for those of its containers that there are.
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
              of: user, container: container, environment: request.environment, staying: true)))
      }
      return response
    }
  }

  /// Ends the session of a device; one that is over, or never was, is none.
  package func signOut(_ request: DeviceSignOutRequest) async throws {
    let opened = WebTokens(sealer: sealer).open(
      request.webAuthToken, container: request.container, environment: request.environment,
      at: accounts.now())
    guard let opened else { return }
    try await accounts.storage.removeSession(hash: Secret.hash(opened.secret))
  }

  /// Runs `body` for the user who has the name and the password.
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
        (pair, Self.guessesOfOneFromOne),
        (from, Self.guessesFromOne), (of, Self.guessesOfOne),
      ], since: now.addingTimeInterval(-Self.window), at: now)
    if let oldest {
      let seconds = oldest.addingTimeInterval(Self.window).timeIntervalSince(now)
      throw Refusal.tooManyAttempts(seconds: max(1, Int(seconds.rounded(.up))))
    }
    let user: (account: UserAccount, password: StoredPassword)? =
      if let name { try await accounts.storage.user(named: name) } else { nil }
    // Longer ones are nobody's; cut, so that they take no longer.
    let given = String(password.prefix(AccountRules.passwordLength.upperBound + 1))
    guard try await accounts.hasher.matches(given, user?.password), let user,
      !user.account.isDisabled
    else { throw Refusal.wrongPassword }
    // It was no guess; what others have guessed still counts.
    try await accounts.storage.takeBackAttempt([from, of], at: now)
    try await accounts.storage.forgetAttempts(pair)
    return try await body(user.account)
  }
}
