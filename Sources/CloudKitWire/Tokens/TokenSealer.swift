// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Crypto
import Foundation

/// Makes tokens that clients hand back as they got them, and knows its own.
///
/// A token is base64 of a version, a kind, what it says, and an HMAC-SHA256 of these and the scope. What
/// it says is not secret, but can't be changed, and can't be used in another scope. Nothing is kept on
/// the server: any process with the key opens it.
package struct TokenSealer: Sendable {
  static let version: UInt8 = 1
  private static let codeLength = 32
  /// Longer ones are refused unread: a shared database with thousands of zones stays below.
  package static let maximumLength = 256 << 10

  /// The first seals; all of them open, so that a key can be replaced while tokens are out.
  private let keys: [SymmetricKey]

  package init(key: SymmetricKey, formerKeys: [SymmetricKey] = []) {
    keys = [key] + formerKeys
  }

  package func seal(_ token: SyncToken, in scope: TokenScope) -> String {
    seal(kind: token.kind, token.payload, in: scope)
  }

  package func seal(_ marker: ContinuationMarker, in scope: TokenScope) -> String {
    seal(kind: ContinuationMarker.kind, marker.payload, in: scope)
  }

  package func openSyncToken(_ text: String, in scope: TokenScope) throws(TokenError) -> SyncToken {
    let (kind, payload) = try open(text, in: scope)
    return try SyncToken(kind: kind, payload)
  }

  package func openContinuation(_ text: String, in scope: TokenScope) throws(TokenError)
    -> ContinuationMarker
  {
    let (kind, payload) = try open(text, in: scope)
    guard kind == ContinuationMarker.kind else { throw .otherKind }
    return try ContinuationMarker(payload)
  }

  /// A key for a purpose of the caller's own, from which the sealer's can't be found.
  package func derivedKey(_ purpose: String) -> SymmetricKey {
    SymmetricKey(
      data: HMAC<SHA256>.authenticationCode(for: Array(("key: " + purpose).utf8), using: keys[0]))
  }

  // MARK: Any payload

  /// Seals bytes of a kind of the caller's own, from 64 on.
  package func seal(kind: UInt8, _ payload: [UInt8], in scope: TokenScope) -> String {
    let sealed = [Self.version, kind] + payload
    return Data(sealed + code(sealed, scope, keys[0])).base64EncodedString()
  }

  /// The kind and bytes of a token of this server and scope.
  package func open(_ text: String, in scope: TokenScope) throws(TokenError)
    -> (kind: UInt8, payload: [UInt8])
  {
    guard text.utf8.count <= Self.maximumLength, let data = Data(base64Encoded: text),
      data.count >= 2 + Self.codeLength
    else { throw .malformed }
    let bytes = [UInt8](data)
    guard bytes[0] == Self.version else { throw .otherVersion(Int(bytes[0])) }
    let sealed = Array(bytes.dropLast(Self.codeLength))
    let given = bytes.suffix(Self.codeLength)
    let isOurs = keys.contains { key in
      // In constant time.
      HMAC<SHA256>.isValidAuthenticationCode(
        Data(given), authenticating: sealed + scope.bytes, using: key)
    }
    guard isOurs else { throw .notValidHere }
    return (sealed[1], Array(sealed.dropFirst(2)))
  }

  private func code(_ sealed: [UInt8], _ scope: TokenScope, _ key: SymmetricKey) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: sealed + scope.bytes, using: key))
  }
}
