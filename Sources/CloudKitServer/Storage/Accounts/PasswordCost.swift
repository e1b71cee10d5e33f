// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How much work one guess of a password is: the parameters of scrypt.
package struct PasswordCost: Sendable, Hashable {
  /// A power of two.
  package var rounds: Int
  package var blockSize: Int
  package var parallelism: Int

  package init(rounds: Int, blockSize: Int, parallelism: Int) {
    self.rounds = rounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// 32 MiB of memory, and about a tenth of a second.
  package static let standard = PasswordCost(rounds: 1 << 15, blockSize: 8, parallelism: 1)
}
