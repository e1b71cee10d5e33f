// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Dispatch
import Foundation
import SystemSupport

/// Hashes passwords with scrypt, and verifies them.
///
/// At most two hashes are computed at a time, on queues of their own, so that a flood of sign-ins does
/// not block other requests.
package struct PasswordHasher: Sendable {
  private static let queues = [
    DispatchQueue(label: "cairn.passwords.0"), DispatchQueue(label: "cairn.passwords.1"),
  ]
  private static let hashLength = 32

  /// The scrypt parameters of new hashes.
  package let cost: PasswordCost
  /// Verified for unknown users, so that the response time does not reveal whether a user exists.
  private let decoy: StoredPassword
  private let onDerivation: @Sendable (PasswordCost) -> Void

  /// A hasher with scrypt parameters.
  ///
  /// - Parameters:
  ///   - cost: The parameters of new hashes.
  ///   - onDerivation: Called before each run of scrypt, with its parameters.
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

  /// True if a password matches a stored hash; without one, false after the same time.
  package func matches(_ password: String, _ stored: StoredPassword?) async throws -> Bool {
    let expected = stored ?? decoy
    let hash = try await derive(password, expected.salt, expected.cost)
    return ConstantTime.areEqual(hash, expected.hash) && stored != nil
  }

  private func derive(
    _ password: String, _ salt: [UInt8], _ cost: PasswordCost
  ) async throws -> [UInt8] {
    onDerivation(cost)
    // Equivalent Unicode spellings are one password.
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
