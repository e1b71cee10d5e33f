// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What is kept of a password: enough to check one, not enough to know it.
package struct StoredPassword: Sendable, Hashable {
  package var salt: [UInt8]
  package var hash: [UInt8]
  /// The parameters of scrypt that the hash was made with.
  package var cost: PasswordCost

  package init(salt: [UInt8], hash: [UInt8], cost: PasswordCost) {
    self.salt = salt
    self.hash = hash
    self.cost = cost
  }
}
