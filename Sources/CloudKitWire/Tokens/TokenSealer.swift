// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Crypto
import Foundation

/// Makes tokens that clients hand back as they got them, and knows its own.
///
/// A token is base64 of a version and of what it says, encrypted by AES-GCM: it can't be read or changed,
/// and can't be used in another scope. The same in the same scope is the same token. Nothing is kept on the
/// server: any process with the key opens it. Those of the version before could be read; they are still
/// taken.
package struct TokenSealer: Sendable {
  static let version: UInt8 = 2
  /// Of tokens that were only signed: a version, a kind, what it says, an HMAC-SHA256 of these and the scope.
  static let signedVersion: UInt8 = 1
  private static let codeLength = 32
  private static let nonceLength = 12
  private static let tagLength = 16
  /// Longer ones are refused unread: a shared database with thousands of zones stays below.
  package static let maximumLength = 256 << 10

  /// The first seals; all of them open, so that a key can be replaced while tokens are out.
  private let keys: [Keys]

  /// A key and what is made of it.
  private struct Keys: Sendable {
    let main: SymmetricKey
    let text: SymmetricKey
    let nonce: SymmetricKey

    init(_ main: SymmetricKey) {
      self.main = main
      text = Self.derived(main, "token texts")
      nonce = Self.derived(main, "token nonces")
    }

    static func derived(_ key: SymmetricKey, _ purpose: String) -> SymmetricKey {
      SymmetricKey(
        data: HMAC<SHA256>.authenticationCode(for: Array(("key: " + purpose).utf8), using: key))
    }
  }

  package init(key: SymmetricKey, formerKeys: [SymmetricKey] = []) {
    keys = ([key] + formerKeys).map { Keys($0) }
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
    Keys.derived(keys[0].main, purpose)
  }

  // MARK: Any payload

  /// Seals bytes of a kind of the caller's own, from 64 on.
  package func seal(kind: UInt8, _ payload: [UInt8], in scope: TokenScope) -> String {
    let (text, place) = ([kind] + payload, scope.bytes)
    // A nonce that follows from all that is sealed is another one for each text.
    let code = HMAC<SHA256>.authenticationCode(for: place + text, using: keys[0].nonce)
    guard let nonce = try? AES.GCM.Nonce(data: Array(code.prefix(Self.nonceLength))),
      let box = try? AES.GCM.seal(
        text, using: keys[0].text, nonce: nonce, authenticating: [Self.version] + place)
    else { preconditionFailure("a token is too long for AES-GCM, which takes 64 GB") }
    return Data([Self.version] + box.nonce + box.ciphertext + box.tag).base64EncodedString()
  }

  /// The kind and bytes of a token of this server and scope.
  package func open(_ text: String, in scope: TokenScope) throws(TokenError)
    -> (kind: UInt8, payload: [UInt8])
  {
    guard text.utf8.count <= Self.maximumLength, let data = Data(base64Encoded: text),
      data.count >= 2 + Self.nonceLength + Self.tagLength,
      // Else the last letter could be another one for the same bytes.
      data.base64EncodedString() == text
    else { throw .malformed }
    let bytes = [UInt8](data)
    let opened =
      switch bytes[0] {
      case Self.version: opened(bytes, scope)
      case Self.signedVersion: openedSigned(bytes, scope)
      default: throw .otherVersion(Int(bytes[0]))
      }
    guard let opened, let kind = opened.first else { throw .notValidHere }
    return (kind, Array(opened.dropFirst()))
  }

  private func opened(_ bytes: [UInt8], _ scope: TokenScope) -> [UInt8]? {
    guard let box = try? AES.GCM.SealedBox(combined: bytes.dropFirst()) else { return nil }
    let place = [Self.version] + scope.bytes
    for key in keys {
      if let text = try? AES.GCM.open(box, using: key.text, authenticating: place) {
        return [UInt8](text)
      }
    }
    return nil
  }

  private func openedSigned(_ bytes: [UInt8], _ scope: TokenScope) -> [UInt8]? {
    guard bytes.count >= 2 + Self.codeLength else { return nil }
    let sealed = Array(bytes.dropLast(Self.codeLength))
    let given = bytes.suffix(Self.codeLength)
    let isOurs = keys.contains { key in
      // In constant time.
      HMAC<SHA256>.isValidAuthenticationCode(
        Data(given), authenticating: sealed + scope.bytes, using: key.main)
    }
    return isOurs ? Array(sealed.dropFirst()) : nil
  }
}
