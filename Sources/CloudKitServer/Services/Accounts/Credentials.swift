// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// The credentials of a request.
package struct Credentials: Sendable {
  /// The request target, with the tokens of its query.
  package var target: RequestTarget
  /// The origin of the page that sent the request; nil if no page did.
  package var origin: String?
  /// The signature by a server-to-server key; nil if no header names a key.
  package var signature: RequestSignature?

  package init(target: RequestTarget, origin: String? = nil, signature: RequestSignature? = nil) {
    self.target = target
    self.origin = origin
    self.signature = signature
  }
}

/// An authenticated caller, before authorization.
package enum Identity: Sendable, Hashable {
  /// A program with an API token; the session is that of a valid web token.
  case program(APIToken, web: Web)
  /// A program that signed its request with a server-to-server key.
  case key(SigningKey)

  /// The state of the request's web token.
  package enum Web: Sendable, Hashable {
    case none
    /// The token is invalid or expired.
    case invalid
    case session(Session, secret: [UInt8])
  }

  /// The rate limiter's key for a caller from an address.
  package func rateKey(address: String) -> String {
    switch self {
    case .program(let token, web: .session(let session, _)): "\(token.id) \(session.recordName)"
    case .program(let token, _): "\(token.id) at \(address)"
    case .key(let key): key.id
    }
  }
}
