// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Crypto
import Foundation

/// Creates and opens opaque tokens, which clients return unchanged.
///
/// A token is the base64 of a version and a payload encrypted with AES-GCM. Clients cannot read or
/// change it, and it is invalid in any other scope. Equal payloads in one scope give equal tokens.
/// The server stores no tokens: any process with the key opens them. Tokens of version 1 were
/// signed but not encrypted; they are still accepted.
package struct TokenSealer: Sendable {
  static let version: UInt8 = 2
  /// The version of signed tokens: version, kind, payload, and an HMAC-SHA256 with the scope.
  static let signedVersion: UInt8 = 1
  private static let codeLength = 32
  private static let nonceLength = 12
  private static let tagLength = 16
  /// The maximum length of a token; enough for a shared database with thousands of zones.
  package static let maximumLength = 256 << 10

  /// The first key seals and all keys open, so that keys can be rotated.
  private let keys: [Keys]

  /// A key and its derived keys.
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

  package init(key: SymmetricKey, previousKeys: [SymmetricKey] = []) {
    keys = ([key] + previousKeys).map { Keys($0) }
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
    guard kind == ContinuationMarker.kind else { throw .wrongKind }
    return try ContinuationMarker(payload)
  }

  /// Derives a key for another purpose; it does not reveal the sealer's keys.
  package func derivedKey(_ purpose: String) -> SymmetricKey {
    Keys.derived(keys[0].main, purpose)
  }

  // MARK: Any payload

  /// Seals a payload of a caller-defined kind, 64 or higher.
  package func seal(kind: UInt8, _ payload: [UInt8], in scope: TokenScope) -> String {
    let (text, scopeBytes) = ([kind] + payload, scope.bytes)
    // The nonce is derived from all sealed bytes: it differs for each plaintext.
    let code = HMAC<SHA256>.authenticationCode(for: scopeBytes + text, using: keys[0].nonce)
    guard let nonce = try? AES.GCM.Nonce(data: Array(code.prefix(Self.nonceLength))),
      let box = try? AES.GCM.seal(
        text, using: keys[0].text, nonce: nonce, authenticating: [Self.version] + scopeBytes)
    else { preconditionFailure("a token exceeds the 64 GB limit of AES-GCM") }
    return Data([Self.version] + box.nonce + box.ciphertext + box.tag).base64EncodedString()
  }

  /// Opens a token of this server and scope.
  package func open(_ text: String, in scope: TokenScope) throws(TokenError)
    -> (kind: UInt8, payload: [UInt8])
  {
    guard text.utf8.count <= Self.maximumLength, let data = Data(base64Encoded: text),
      data.count >= 2 + Self.nonceLength + Self.tagLength,
      // Rejects non-canonical base64: the last digit could vary without changing the bytes.
      data.base64EncodedString() == text
    else { throw .malformed }
    let bytes = [UInt8](data)
    let opened =
      switch bytes[0] {
      case Self.version: opened(bytes, scope)
      case Self.signedVersion: openedSigned(bytes, scope)
      default: throw .unsupportedVersion(Int(bytes[0]))
      }
    guard let opened, let kind = opened.first else { throw .invalidInScope }
    return (kind, Array(opened.dropFirst()))
  }

  private func opened(_ bytes: [UInt8], _ scope: TokenScope) -> [UInt8]? {
    guard let box = try? AES.GCM.SealedBox(combined: bytes.dropFirst()) else { return nil }
    let authenticated = [Self.version] + scope.bytes
    for key in keys {
      if let text = try? AES.GCM.open(box, using: key.text, authenticating: authenticated) {
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
      // Compares in constant time.
      HMAC<SHA256>.isValidAuthenticationCode(
        Data(given), authenticating: sealed + scope.bytes, using: key.main)
    }
    return isOurs ? Array(sealed.dropFirst()) : nil
  }
}

/// The scope of a token: the server rejects it for any other user, database or container.
package struct TokenScope: Sendable, Hashable {
  package var container: String
  package var environment: Environment
  package var database: DatabaseScope
  /// Nil without a signed-in user.
  package var userRecordName: String?

  package init(
    container: String, environment: Environment, database: DatabaseScope, userRecordName: String?
  ) {
    self.container = container
    self.environment = environment
    self.database = database
    self.userRecordName = userRecordName
  }

  /// The components with length prefixes, so that different scopes have different bytes.
  var bytes: [UInt8] {
    var writer = TokenWriter()
    writer.string(container)
    writer.string(environment.rawValue)
    writer.string(database.rawValue)
    writer.integer(userRecordName == nil ? 0 : 1)
    writer.string(userRecordName ?? "")
    return writer.bytes
  }
}

/// The reason for rejecting a token.
package enum TokenError: Error, Sendable, Hashable {
  /// The string is truncated, or never was a token.
  case malformed
  /// The token has a version that this server does not write; the client fetches from the start.
  case unsupportedVersion(Int)
  /// The token was modified or forged, its key was removed, or it belongs to another scope.
  case invalidInScope
  /// The token is valid but of another kind, such as a continuation marker for a sync token.
  case wrongKind

  /// The reason in a `BAD_REQUEST` response.
  package func reason(path: String) -> String {
    switch self {
    case .malformed: "\(path): found an invalid token, expected a token from the server, unchanged"
    case .unsupportedVersion(let version):
      "\(path): sync token expired: unsupported version \(version), start again without one"
    case .invalidInScope:
      "\(path): found a token that is not valid here, expected one of this database and user"
    case .wrongKind: "\(path): found a token of another kind"
    }
  }
}
