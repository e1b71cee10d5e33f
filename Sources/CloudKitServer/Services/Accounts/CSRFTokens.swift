// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import SystemSupport

/// Tokens against cross-site request forgery: they bind a form to the browser that loaded it.
///
/// The browser gets a random value in a `SameSite` cookie, and the form contains an HMAC of the value.
/// Every process with the server's key can check them.
struct CSRFTokens: Sendable {
  static let field = "token"

  private let key: SymmetricKey

  init(secret: [UInt8]) {
    key = SymmetricKey(data: secret)
  }

  static func newValue() -> String { Hexadecimal.text(Secret.bytes(32)) }

  static func isValue(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The code in the form's hidden field.
  func code(for value: String, ticket: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: Data("\(value) \(ticket)".utf8), using: key)
    return Hexadecimal.text(code)
  }

  func matches(_ given: String?, value: String?, ticket: String) -> Bool {
    guard let given, let value, Self.isValue(value) else { return false }
    return ConstantTime.areEqual(Array(given.utf8), Array(code(for: value, ticket: ticket).utf8))
  }
}
