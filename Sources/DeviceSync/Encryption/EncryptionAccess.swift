// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit
import Foundation

/// The access of a device to the encrypted fields of its account.
///
/// All devices of an account encrypt with one random key. The server stores the key wrapped by the
/// passphrase and by a recovery code, and can't read it. A device with access has the key in
/// `cloudkit.json`. Without it, encrypted values stay on the device, and all others sync.
///
/// ```swift
/// let access = EncryptionAccess(account)
/// switch try await access.state() {
/// case .notSet: code = try await access.set(passphrase)
/// case .locked: try await access.unlock(passphrase)
/// case .unlocked, .unknown: break
/// }
/// ```
package struct EncryptionAccess: Sendable {
  /// The access of a device.
  package enum State: String, Sendable, Hashable, Encodable {
    /// No device has set a passphrase.
    case notSet = "not_set"
    /// The account has a passphrase, and this device lacks the key.
    case locked
    /// This device has the key.
    case unlocked
    /// No user is logged in, or the server can't be reached.
    case unknown
  }

  /// Proof that a user may replace the passphrase or the recovery code.
  package enum Proof: Sendable {
    /// The current passphrase.
    case passphrase(String)
    /// The recovery code, as typed.
    case recoveryCode(String)
    /// The key of this device.
    case deviceKey
  }

  /// The source of the databases and the key of a device.
  struct Source: Sendable {
    /// The private databases of the containers, in an order that is equal on all devices.
    let databases: @Sendable () throws -> [CKDatabase]
    let key: @Sendable () throws -> CloudKitEncryptionKey?
    let save: @Sendable (CloudKitEncryptionKey) throws -> Void
    /// The server, for messages.
    let server: String
  }

  private let source: Source
  private let place: RemedyPlace

  /// The access of a data folder's account.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - place: The place of the remedies of errors.
  package init(_ account: DeviceAccount, in place: RemedyPlace = .command) {
    self.init(account.encryptionSource(), in: place)
  }

  init(_ source: Source, in place: RemedyPlace) { (self.source, self.place) = (source, place) }

  // MARK: State

  /// Asks the server for the state.
  ///
  /// - Returns: The state; ``State/unknown`` if no user is logged in. If the server can't be reached,
  ///   a device with a key counts as unlocked.
  /// - Throws: ``CommandError`` if the server's answer or the file of credentials can't be decoded.
  package func state() async throws -> State {
    try await reportingErrors {
      let databases = try source.databases()
      guard !databases.isEmpty else { return .unknown }
      let key = try source.key()
      do {
        guard let stored = try await KeyringStore(databases).find() else { return .notSet }
        return stored.keyring.keyName == key?.name ? .unlocked : .locked
      } catch let error as CKError where error.isAboutConnection {
        return key == nil ? .unknown : .unlocked
      }
    }
  }

  // MARK: Changes

  /// Sets the first passphrase of the account.
  ///
  /// If this device has a key already, that is wrapped, otherwise a new one.
  ///
  /// - Parameter passphrase: The passphrase.
  /// - Returns: The recovery code in groups, which is stored nowhere.
  /// - Throws: ``CommandError`` if the passphrase is too short, another device has set one, or the
  ///   server can't be reached; nothing was changed then.
  package func set(_ passphrase: String) async throws -> String {
    try await reportingErrors {
      let store = KeyringStore(try loggedIn())
      if try await store.find() != nil { throw KeyringError.exists }
      let key = try source.key() ?? .random()
      let (keyring, code) = try EncryptionKeyring.make(of: key, passphrase: passphrase)
      try await store.create(keyring)
      try source.save(key)
      return code.text
    }
  }

  /// Gives this device the key of the account.
  ///
  /// - Parameter passphrase: The passphrase of the account.
  /// - Throws: ``CommandError`` if the passphrase is wrong or not set, or the server can't be
  ///   reached; nothing was changed then.
  package func unlock(_ passphrase: String) async throws {
    try await reportingErrors {
      let stored = try await keyring()
      try source.save(stored.keyring.key(passphrase: passphrase))
    }
  }

  /// Replaces the passphrase; the key and all encrypted values stay as they are.
  ///
  /// The device gets the key if it lacks it.
  ///
  /// - Parameters:
  ///   - proof: The current passphrase, the recovery code or this device's key.
  ///   - new: The new passphrase.
  ///   - renewsCode: Whether the recovery code is replaced, too.
  /// - Returns: The new recovery code, if it is replaced.
  /// - Throws: ``CommandError`` if the proof or the new passphrase is not accepted, another device
  ///   has changed it at the same time, or the server can't be reached; nothing was changed then.
  @discardableResult
  package func change(
    _ proof: Proof, to new: String, renewingCode renewsCode: Bool = false
  ) async throws -> String? {
    try await reportingErrors {
      try EncryptionKeyring.check(new)
      let stored = try await keyring()
      let key = try key(of: stored.keyring, proof)
      var keyring = stored.keyring
      try keyring.setPassphrase(new, of: key)
      let code = renewsCode ? try keyring.renewRecoveryCode(of: key) : nil
      try await KeyringStore(try loggedIn()).replace(stored, with: keyring)
      try source.save(key)
      return code?.text
    }
  }

  /// Replaces a lost passphrase with the recovery code, which stays valid.
  ///
  /// - Parameters:
  ///   - code: The recovery code, as typed.
  ///   - new: The new passphrase.
  /// - Throws: ``CommandError`` as ``change(_:to:renewingCode:)``.
  package func recover(code: String, to new: String) async throws {
    try await change(.recoveryCode(code), to: new)
  }

  private func key(
    of keyring: EncryptionKeyring, _ proof: Proof
  ) throws -> CloudKitEncryptionKey {
    switch proof {
    case .passphrase(let passphrase): return try keyring.key(passphrase: passphrase)
    case .recoveryCode(let code): return try keyring.key(code: RecoveryCode(code))
    case .deviceKey:
      guard let key = try source.key(), key.name == keyring.keyName else {
        throw CommandError(
          "this device does not have the key of the account: give the passphrase or the recovery "
            + "code")
      }
      return key
    }
  }

  private func keyring() async throws -> KeyringStore.Stored {
    guard let stored = try await KeyringStore(try loggedIn()).find() else {
      throw KeyringError.missing
    }
    return stored
  }

  private func loggedIn() throws -> [CKDatabase] {
    let databases = try source.databases()
    guard !databases.isEmpty else {
      throw CommandError(
        place == .command
          ? "no user is logged in: run cairn login URL --user NAME"
          : "no user is signed in: sign in first")
    }
    return databases
  }

  private func reportingErrors<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch {
      throw EncryptionFailure.message(error, source.server, in: place)
    }
  }
}
