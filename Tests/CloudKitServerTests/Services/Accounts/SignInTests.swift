// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Synchronization
import Testing

/// Passwords, and those who guess them.
@Suite(.serialized) struct SignInTests {
  private let folder: ScratchFolder
  private let clock = TestClock()
  private let derivations = Derivations()
  private let accounts: Accounts

  /// What was asked of scrypt: all that a password costs which shows in the time.
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
  ) async throws -> SignIn.Refusal? {
    do {
      _ = try await signIn.signIn(
        name: name, password: password, staying: false, by: token, from: address)
      return nil
    } catch let refusal as SignIn.Refusal {
      return refusal
    }
  }

  @Test func `a name and its password start a session`() async throws {
    let (signIn, token) = try await start()
    let web = try await signIn.signIn(
      name: "ANN", password: "correct horse", staying: true, by: token, from: "a")
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

  @Test func `a guess costs the same whether there is such a user or not`() async throws {
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
    // Who guesses too often costs nothing more, whoever they guess at.
    for name in ["ann", "eve"] {
      for _ in 0..<SignIn.guessesOfOneFromOne {
        _ = try await refusal(signIn, token, name, "guess", from: "c")
      }
      _ = derivations.take()
      #expect(try await refusal(signIn, token, name, "guess", from: "c") != .wrongPassword)
      #expect(derivations.take().isEmpty)
    }
  }

  @Test func `guesses are limited by name and address, and others still sign in`() async throws {
    let (signIn, token) = try await start()
    for _ in 0..<SignIn.guessesOfOneFromOne {
      #expect(try await refusal(signIn, token, "ann", "guess", from: "a") == .wrongPassword)
      clock.advance(1)
    }
    // Not even the right one, until the oldest guess is a quarter of an hour old.
    let expected = SignIn.Refusal.tooManyAttempts(seconds: 890)
    #expect(try await refusal(signIn, token, "ann", "correct horse", from: "a") == expected)
    #expect(try await refusal(signIn, token, "ann", "correct horse", from: "b") == nil)
    #expect(try await refusal(signIn, token, "bob", "battery staple", from: "a") == nil)
    clock.advance(891)
    #expect(try await refusal(signIn, token, "ann", "correct horse", from: "a") == nil)
  }

  @Test func `one address guesses at few, and one name is guessed at by few`() async throws {
    let (signIn, token) = try await start()
    for number in 0..<SignIn.guessesFromOne {
      let name = "user\(number)"
      #expect(try await refusal(signIn, token, name, "guess", from: "a") == .wrongPassword)
    }
    let limited = SignIn.Refusal.tooManyAttempts(seconds: 900)
    #expect(try await refusal(signIn, token, "bob", "battery staple", from: "a") == limited)
    for number in 0..<SignIn.guessesOfOne {
      let address = "\(number)"
      #expect(try await refusal(signIn, token, "ann", "guess", from: address) == .wrongPassword)
    }
    #expect(try await refusal(signIn, token, "ann", "correct horse", from: "z") == limited)
  }

  @Test func `who has the password has not guessed`() async throws {
    let (signIn, token) = try await start()
    // From one address, as of a household or a company.
    for _ in 0..<(SignIn.guessesFromOne + 2) {
      #expect(try await refusal(signIn, token, "ann", "correct horse", from: "a") == nil)
    }
    for number in 0..<(SignIn.guessesOfOne + 2) {
      #expect(try await refusal(signIn, token, "ann", "correct horse", from: "\(number)") == nil)
    }
    #expect(try await refusal(signIn, token, "bob", "battery staple", from: "a") == nil)
    // Guesses count as before, whatever their maker's own password is used for in between.
    for number in 0..<SignIn.guessesFromOne {
      #expect(try await refusal(signIn, token, "u\(number)", "guess", from: "b") == .wrongPassword)
      if number.isMultiple(of: 10), number < 40 {
        #expect(try await refusal(signIn, token, "ann", "correct horse", from: "b") == nil)
      }
    }
    let limited = SignIn.Refusal.tooManyAttempts(seconds: 900)
    #expect(try await refusal(signIn, token, "u", "guess", from: "b") == limited)
  }

  @Test func `a ticket leads to its token for an hour`() async throws {
    let (signIn, token) = try await start()
    let ticket = signIn.ticket(for: token)
    #expect(try await signIn.token(ofTicket: ticket) == token)
    #expect(ticket.utf8.allSatisfy { $0 > 0x20 && !"+/=&?".utf8.contains($0) })
    for text in ["", "x", String(ticket.dropLast()), "Z" + ticket.dropFirst(), ticket + "AAAA"] {
      await #expect(throws: SignIn.Refusal.staleTicket) { try await signIn.token(ofTicket: text) }
    }
    clock.advance(3_601)
    await #expect(throws: SignIn.Refusal.staleTicket) { try await signIn.token(ofTicket: ticket) }
    let fresh = signIn.ticket(for: token)
    try await accounts.deleteToken(token.id)
    await #expect(throws: SignIn.Refusal.staleTicket) { try await signIn.token(ofTicket: fresh) }
  }
}
