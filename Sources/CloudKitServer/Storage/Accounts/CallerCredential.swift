// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A caller's credential, which can be revoked.
package enum CallerCredential: Sendable, Hashable {
  /// A session, by the hash of its secret.
  case session(hash: [UInt8])
  /// A server-to-server key, by its ID.
  case key(id: String)
}
