// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Dispatch
import Foundation

/// Makes and checks hashes of passwords by scrypt.
///
/// Two are worked on at a time, off the threads that answer requests: a flood of guesses waits.
package struct PasswordHasher: Sendable {
  private static let queues = [
    DispatchQueue(label: "cairn.passwords.0"), DispatchQueue(label: "cairn.passwords.1"),
  ]
  private static let hashLength = 32

  /// What new hashes cost.
  package let cost: PasswordCost
  /// Checked where there is no user, so that their absence does not show in the time it takes.
  private let decoy: StoredPassword
  private let onDerivation: @Sendable (PasswordCost) -> Void

  /// Hashes at a cost; `onDerivation` is called before each run of scrypt, with what it costs.
  package init(
    cost: PasswordCost = .standard,
    onDerivation: @escaping @Sendable (PasswordCost) -> Void = { _ in }
  ) {
    self.cost = cost
    self.onDerivation = onDerivation
    decoy = StoredPassword(
      salt: Secret.bytes(16), hash: Secret.bytes(Self.hashLength), cost: cost)
  }

  package func hash(_ password: String) async throws -> StoredPassword {
    let salt = Secret.bytes(16)
    let hash = try await derive(password, salt, cost)
    return StoredPassword(salt: salt, hash: hash, cost: cost)
  }

  /// True if a password is that which a hash was made of; never without one, but as slowly.
  package func matches(_ password: String, _ stored: StoredPassword?) async throws -> Bool {
    let expected = stored ?? decoy
    let hash = try await derive(password, expected.salt, expected.cost)
    return Secret.areEqual(hash, expected.hash) && stored != nil
  }

  private func derive(
    _ password: String, _ salt: [UInt8], _ cost: PasswordCost
  ) async throws -> [UInt8] {
    onDerivation(cost)
    // Two spellings of one character are one password.
    let text = Array(password.precomposedStringWithCompatibilityMapping.utf8)
    let queue = Self.queues.randomElement() ?? Self.queues[0]
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result {
            try KDF.Scrypt.deriveKey(
              from: text, salt: salt, outputByteCount: Self.hashLength, rounds: cost.rounds,
              blockSize: cost.blockSize, parallelism: cost.parallelism
            ).withUnsafeBytes { Array($0) }
          })
      }
    }
  }
}
