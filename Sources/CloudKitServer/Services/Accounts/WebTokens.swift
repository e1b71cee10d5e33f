// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
import Crypto
package import Foundation

/// Web auth tokens, which signed-in users send with each request.
///
/// A token contains a session's secret and its expiry date, sealed for one environment of a container.
/// The storage has only the hash of the secret. Issuing a token needs no write; the session lives as long
/// as its newest token.
package struct WebTokens: Sendable {
  /// The contents of a token.
  package struct Opened: Sendable, Hashable {
    package var secret: [UInt8]
    package var expires: Date
  }

  private static let kind: UInt8 = 80
  private static let secretLength = 32

  private let sealer: TokenSealer

  package init(sealer: TokenSealer) {
    self.sealer = sealer
  }

  package static func newSecret() -> [UInt8] { Secret.bytes(secretLength) }

  package func seal(
    secret: [UInt8], expires: Date, container: String, environment: Environment
  ) -> String {
    let time = UInt64(max(0, expires.milliseconds))
    let number = (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) }
    // Random bytes make two tokens of one millisecond differ.
    return sealer.seal(
      kind: Self.kind, secret + number + Secret.bytes(6), in: scope(container, environment))
  }

  /// Opens a token; nil if it is invalid, expired or of another environment.
  package func open(
    _ token: String, container: String, environment: Environment, at date: Date
  ) -> Opened? {
    guard let (kind, payload) = try? sealer.open(token, in: scope(container, environment)),
      kind == Self.kind, payload.count == Self.secretLength + 14
    else { return nil }
    let number = payload[Self.secretLength..<(Self.secretLength + 8)]
    let time = number.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let expires = Date(milliseconds: Int64(clamping: time))
    guard expires > date else { return nil }
    return Opened(secret: Array(payload.prefix(Self.secretLength)), expires: expires)
  }

  private func scope(_ container: String, _ environment: Environment) -> TokenScope {
    TokenScope(
      container: container, environment: environment, database: .public, userRecordName: nil)
  }
}
