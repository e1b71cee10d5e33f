// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Synchronization
import Testing

/// Sign-in with passwords, and limits on wrong attempts.
@Suite(.serialized) struct SignInTests {
  private let folder: ScratchFolder
  private let clock = TestClock()
  private let derivations = Derivations()
  private let accounts: Accounts

  /// The costs of all scrypt derivations, which determine the response time.
  private final class Derivations: Sendable {
    private let costs = Mutex<[PasswordCost]>([])
    func add(_ cost: PasswordCost) { costs.withLock { $0.append(cost) } }
    func take() -> [PasswordCost] {
      costs.withLock { costs in
        defer { costs = [] }
        return costs
      }
    }
  }

  init() throws {
    folder = try ScratchFolder()
    let (storage, data) = try AccountStorageKind.sqlite.openBoth(in: folder)
    accounts = Accounts(
      storage: storage, data: data,
      hasher: PasswordHasher(cost: .quick) { [derivations] in derivations.add($0) },
      now: { [clock] in clock.now })
  }

  private func start() async throws -> (SignIn, APIToken) {
    try await accounts.createContainer("iCloud.a")
    let id = try await accounts.createToken(container: "iCloud.a", environment: .development).id
    _ = try await accounts.createUser("ann", password: "correct horse")
    _ = try await accounts.createUser("bob", password: "battery staple")
    let token = try #require(try await accounts.tokens().first { $0.id == id })
    return (SignIn(accounts: accounts, sealer: try await accounts.sealer()), token)
  }

  private func refusal(
    _ signIn: SignIn, _ token: APIToken, _ name: String, _ password: String, from address: String
  ) async throws -> SignIn.Failure? {
    do {
      _ = try await signIn.signIn(
        name: name, password: password, persistent: false, by: token, from: address)
      return nil
    } catch let refusal as SignIn.Failure {
      return refusal
    }
  }

  @Test func `only a correct name and password start a session`() async throws {
    let (signIn, token) = try await start()
    let web = try await signIn.signIn(
      name: "ANN", password: "correct horse", persistent: true, by: token, from: "a")
    let opened = WebTokens(sealer: try await accounts.sealer()).open(
      web, container: "iCloud.a", environment: .development, at: clock.now + 13 * 86_400)
    #expect(opened != nil)
    let rows = [
      ("ann", "correct horsf"), ("ann", ""), ("bob", "correct horse"), ("eve", "correct horse"),
      ("", ""), ("ann\0", "correct horse"), ("ann", String(repeating: "x", count: 100_000)),
    ]
    for (name, password) in rows {
      #expect(try await refusal(signIn, token, name, password, from: "b") == .wrongPassword)
    }
    try await accounts.setDisabled(true, user: "ann")
    #expect(try await refusal(signIn, token, "ann", "correct horse", from: "b") == .wrongPassword)
  }

  @Test func `a wrong password costs the same for existing and unknown users`() async throws {
    let (signIn, token) = try await start()
    try await accounts.setDisabled(true, user: "bob")
    _ = derivations.take()
    let rows = [
      ("ann", "guess"), ("ann", ""), ("bob", "battery staple"), ("bob", "guess"),
      ("eve", "guess"), ("", "guess"), ("ann\0", "guess"), ("eve", ""),
      ("eve", String(repeating: "x", count: 100_000)),
    ]
    for (name, password) in rows {
      #expect(try await refusal(signIn, token, name, password, from: "a") == .wrongPassword)
      #expect(derivations.take() == [.quick], "\(name.debugDescription)")
    }
    _ = try await refusal(signIn, token, "ann", "correct horse", from: "b")
    #expect(derivations.take() == [.quick])
    // A throttled attempt costs nothing, for existing and unknown users.
    for name in ["ann", "eve"] {
      for _ in 0..<SignIn.attemptsPerUserAndAddress {
        _ = try await refusal(signIn, token, name, "guess", from: "c")
      }
      _ = derivations.take()
      #expect(try await refusal(signIn, token, name, "guess", from: "c") != .wrongPassword)
      #expect(derivations.take().isEmpty)
    }
  }

  @Test
  func `wrong passwords are limited by name and address, and other callers can sign in`()
    async throws
  {
    let (signIn, token) = try await start()
    for _ in 0..<SignIn.attemptsPerUserAndAddress {
      #expect(try await refusal(signIn, token, "ann", "guess", from: "a") == .wrongPassword)
      clock.advance(1)
    }
    // Even the right password is rejected until the oldest attempt is 15 minutes old.
    let expected = SignIn.Failure.tooManyAttempts(seconds: 890)
    #expect(try await refusal(signIn, token, "ann", "correct horse", from: "a") == expected)
    #expect(try await refusal(signIn, token, "ann", "correct horse", from: "b") == nil)
    #expect(try await refusal(signIn, token, "bob", "battery staple", from: "a") == nil)
    clock.advance(891)
    #expect(try await refusal(signIn, token, "ann", "correct horse", from: "a") == nil)
  }

  @Test func `wrong passwords are limited per address and per name`() async throws {
    let (signIn, token) = try await start()
    for number in 0..<SignIn.attemptsPerAddress {
      let name = "user\(number)"
      #expect(try await refusal(signIn, token, name, "guess", from: "a") == .wrongPassword)
    }
    let limited = SignIn.Failure.tooManyAttempts(seconds: 900)
    #expect(try await refusal(signIn, token, "bob", "battery staple", from: "a") == limited)
    for number in 0..<SignIn.attemptsPerUser {
      let address = "\(number)"
      #expect(try await refusal(signIn, token, "ann", "guess", from: address) == .wrongPassword)
    }
    #expect(try await refusal(signIn, token, "ann", "correct horse", from: "z") == limited)
  }

  @Test func `correct passwords do not count towards the limits`() async throws {
    let (signIn, token) = try await start()
    // From one address, as in a household or a company.
    for _ in 0..<(SignIn.attemptsPerAddress + 2) {
      #expect(try await refusal(signIn, token, "ann", "correct horse", from: "a") == nil)
    }
    for number in 0..<(SignIn.attemptsPerUser + 2) {
      #expect(try await refusal(signIn, token, "ann", "correct horse", from: "\(number)") == nil)
    }
    #expect(try await refusal(signIn, token, "bob", "battery staple", from: "a") == nil)
    // Wrong passwords still count, even with correct ones in between.
    for number in 0..<SignIn.attemptsPerAddress {
      #expect(try await refusal(signIn, token, "u\(number)", "guess", from: "b") == .wrongPassword)
      if number.isMultiple(of: 10), number < 40 {
        #expect(try await refusal(signIn, token, "ann", "correct horse", from: "b") == nil)
      }
    }
    let limited = SignIn.Failure.tooManyAttempts(seconds: 900)
    #expect(try await refusal(signIn, token, "u", "guess", from: "b") == limited)
  }

  @Test func `a sign-in ticket is valid for one hour and while its token exists`() async throws {
    let (signIn, token) = try await start()
    let ticket = signIn.ticket(for: token)
    #expect(try await signIn.token(ofTicket: ticket) == token)
    #expect(ticket.utf8.allSatisfy { $0 > 0x20 && !"+/=&?".utf8.contains($0) })
    for text in ["", "x", String(ticket.dropLast()), "Z" + ticket.dropFirst(), ticket + "AAAA"] {
      await #expect(throws: SignIn.Failure.invalidTicket) { try await signIn.token(ofTicket: text) }
    }
    clock.advance(3_601)
    await #expect(throws: SignIn.Failure.invalidTicket) { try await signIn.token(ofTicket: ticket) }
    let fresh = signIn.ticket(for: token)
    try await accounts.deleteToken(token.id)
    await #expect(throws: SignIn.Failure.invalidTicket) { try await signIn.token(ofTicket: fresh) }
  }
}
