// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A salted password hash.
package struct StoredPassword: Sendable, Hashable {
  package var salt: [UInt8]
  package var hash: [UInt8]
  /// The scrypt parameters of the hash.
  package var cost: PasswordCost

  package init(salt: [UInt8], hash: [UInt8], cost: PasswordCost) {
    self.salt = salt
    self.hash = hash
    self.cost = cost
  }
}

/// The cost parameters of scrypt.
package struct PasswordCost: Sendable, Hashable {
  /// The CPU and memory cost, a power of two.
  package var rounds: Int
  package var blockSize: Int
  package var parallelism: Int

  package init(rounds: Int, blockSize: Int, parallelism: Int) {
    self.rounds = rounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// The standard cost: 32 MiB of memory and about 0.1 s.
  package static let standard = PasswordCost(rounds: 1 << 15, blockSize: 8, parallelism: 1)
}
