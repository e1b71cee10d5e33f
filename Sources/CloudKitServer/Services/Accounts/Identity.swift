// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Who a request comes from, before it is clear whether they may do what they ask for.
package enum Identity: Sendable, Hashable {
  /// A program with an API token; the session is that of a valid web token.
  case program(APIToken, web: Web)
  /// A program that has signed its request.
  case key(SigningKey)

  /// What became of the web token.
  package enum Web: Sendable, Hashable {
    case none
    /// There is one, and it is not good.
    case refused
    case session(Session, secret: [UInt8])
  }

  /// What rates are counted by, for who comes from an address.
  package func rateKey(address: String) -> String {
    switch self {
    case .program(let token, web: .session(let session, _)): "\(token.id) \(session.recordName)"
    case .program(let token, _): "\(token.id) at \(address)"
    case .key(let key): key.id
    }
  }
}
