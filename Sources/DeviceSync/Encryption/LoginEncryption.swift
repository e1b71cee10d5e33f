// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit
import Foundation
import Synchronization

/// The passphrase at a login: set on the first device, and entered on each further one.
///
/// It runs before the login is stored: a wrong passphrase in a file cancels the login.
struct LoginEncryption {
  /// The result of the step.
  struct Outcome {
    var state: EncryptionAccess.State
    /// The new recovery code; nil if no passphrase was set.
    var code: String?
    /// The key to store; nil if the device has none.
    var key: CloudKitEncryptionKey?
  }

  /// The source of a passphrase.
  enum Source {
    /// The path of a file, or `-` for standard input.
    case file(String)
    case text(String)

    func read() throws -> String {
      switch self {
      case .file(let path): try PassphraseInput.current(path, option: "--passphrase-file")
      case .text(let text): text
      }
    }
  }

  let account: DeviceAccount
  /// The source of the passphrase; nil to ask on a terminal.
  let source: Source?
  /// Whether the user may be asked: not if standard input was the password's file.
  let mayAsk: Bool
  /// The password of the account, which must not be the passphrase, too.
  let password: String
  /// The place of the remedies of errors.
  let place: RemedyPlace

  /// Sets or enters the passphrase.
  ///
  /// - Parameters:
  ///   - connections: The connections of the login.
  ///   - key: The key that this device has for the same user.
  ///   - apps: The apps of the login.
  /// - Returns: The outcome. A missing passphrase is no error.
  /// - Throws: ``CommandError`` for a passphrase that is not accepted.
  func run(
    _ connections: [String: CloudKitConfiguration.Container], _ key: CloudKitEncryptionKey?,
    _ apps: [any CairnApp]
  ) async throws -> Outcome {
    let account = account
    let stored = Mutex(key)
    let access = EncryptionAccess(
      EncryptionAccess.Source(
        databases: {
          try account.keyringContainers(connections.keys).compactMap { name in
            try connections[name].map { try CloudKitSignIn.privateDatabase(of: name, $0) }
          }
        },
        key: { key },
        save: { new in stored.withLock { $0 = new } },
        server: connections.values.first?.url.absoluteString.printable ?? "the server"),
      in: place)
    let given = try source?.read()
    if let given { try checkNotPassword(given) }
    // Without a passphrase, a keyring that can't be decoded is no reason to reject the login.
    let state = given == nil ? (try? await access.state()) ?? .unknown : try await access.state()
    var outcome = Outcome(state: state, code: nil, key: key)
    switch (outcome.state, given) {
    case (.notSet, let passphrase?): outcome.code = try await access.set(passphrase)
    case (.locked, let passphrase?): try await access.unlock(passphrase)
    case (.unknown, _?):
      throw CommandError(
        place == .command
          ? "the server does not answer: log in again with --passphrase-file later"
          : "the server does not answer: sign in again later")
    case (.notSet, nil) where mayAsk && apps.contains(where: \.encryptsFields):
      outcome.code = try await ask(isNew: true) { try await access.set($0) }
    case (.locked, nil) where mayAsk:
      _ = try await ask(isNew: false) { try await access.unlock($0) }
    case (.notSet, nil), (.locked, nil), (.unknown, nil), (.unlocked, _): return outcome
    }
    outcome.key = stored.withLock { $0 }
    if outcome.key != key { outcome.state = .unlocked }
    if outcome.code != nil { outcome.state = .unlocked }
    return outcome
  }

  /// Asks until the passphrase is accepted or skipped.
  private func ask<Result>(
    isNew: Bool, _ body: (String) async throws -> Result
  ) async throws -> Result? {
    while true {
      do {
        guard let passphrase = try PassphraseInput.optional(isNew: isNew) else { return nil }
        try checkNotPassword(passphrase)
        return try await body(passphrase)
      } catch let error as CommandError {
        StandardError.write("cairn: \(error.message)\n")
      }
    }
  }

  private func checkNotPassword(_ passphrase: String) throws {
    guard passphrase == password else { return }
    throw CommandError(
      "the passphrase is the password of the account, which the server receives at each login: "
        + "choose another passphrase")
  }
}
