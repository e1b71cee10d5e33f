// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import SystemSupport

/// The message of a rejected form, in the address of the page that shows it.
///
/// The message is signed with the secret of the forms, so that a link of another page can't show a text of its own
/// as a message of this server.
package enum PageProblem {
  private static let field = "problem"
  private static let signature = "signature"
  /// The maximum length of a message in characters.
  private static let longest = 300

  /// Returns the address of a page with a message.
  ///
  /// - Parameters:
  ///   - path: The path of the page, without a query.
  ///   - message: The message.
  ///   - token: The token of the server.
  /// - Returns: The path with a query.
  package static func address(_ path: String, _ message: String, token: FormToken) -> String {
    let message = String(message.prefix(longest))
    let text = message.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return "\(path)?\(field)=\(text)&\(signature)=\(code(message, token))"
  }

  /// Returns the message of an address; nil without one that this server has signed.
  ///
  /// - Parameters:
  ///   - query: The fields of the address.
  ///   - token: The token of the server.
  /// - Returns: The message, unescaped.
  package static func message(_ query: FormFields, token: FormToken) -> String? {
    guard let message = query[field], let given = query[signature],
      given == code(message, token)
    else { return nil }
    return message
  }

  private static func code(_ message: String, _ token: FormToken) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data(message.utf8), using: SymmetricKey(data: Data(token.text.utf8)))
    return Hexadecimal.text(code.prefix(16))
  }
}
