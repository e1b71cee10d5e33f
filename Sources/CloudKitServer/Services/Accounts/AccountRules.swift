// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// The validation rules for names, passwords and addresses of accounts.
package enum AccountRules {
  /// The permitted number of characters of a password.
  package static let passwordLength = 8...1_024

  /// Returns a user's name in lower case; nil if it is invalid.
  package static func userName(_ text: String) -> String? {
    let name = text.lowercased()
    let isName = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || "._@+-".utf8.contains($0)
    }
    return isName && (1...64).contains(name.utf8.count) ? name : nil
  }

  /// Returns an origin as browsers send it: scheme, host, and a port other than the scheme's default.
  package static func origin(_ text: String) -> String? {
    if text == "*" { return text }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      let parts = URLComponents(string: text.lowercased()),
      let scheme = parts.scheme, scheme == "https" || scheme == "http",
      let host = parts.host, !host.isEmpty, parts.user == nil, parts.query == nil,
      parts.fragment == nil, parts.path.isEmpty || parts.path == "/"
    else { return nil }
    guard let port = parts.port, port != (scheme == "https" ? 443 : 80) else {
      return "\(scheme)://\(host)"
    }
    return "\(scheme)://\(host):\(port)"
  }

  /// True for a callback URL that may receive a token: of a web site, or of an app.
  package static func isCallback(_ text: String) -> Bool {
    guard text.utf8.count <= 2_000, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      !text.contains("\""), !text.contains("'"), !text.contains("<"), !text.contains(";"),
      let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      parts.user == nil, parts.fragment == nil
    else { return false }
    switch scheme {
    case "http", "https": return parts.host?.isEmpty == false
    case "javascript", "data", "file", "blob", "about", "vbscript": return false
    // An app's own scheme contains its reversed domain name, so no other app has the same.
    default: return scheme.contains("-") || scheme.contains(".")
    }
  }

  /// True for a valid label of a token or key.
  package static func isLabel(_ text: String) -> Bool {
    text.count <= 100
      && text.unicodeScalars.allSatisfy {
        switch $0.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
          .unassigned:
          false
        default: true
        }
      }
  }

  /// Validates a profile.
  ///
  /// - Throws: ``AccountError`` for an invalid field.
  static func check(_ profile: UserProfile) throws {
    if let email = profile.emailAddress {
      let parts = email.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, email.utf8.count <= 254,
        email.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
      else { throw AccountError.badProfile(field: "e-mail address", expected: "name@host") }
    }
    if let phone = profile.phoneNumber {
      guard phone.first == "+", (5...16).contains(phone.utf8.count),
        phone.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
      else {
        throw AccountError.badProfile(
          field: "telephone number", expected: "a plus and up to 15 digits")
      }
    }
    for (field, text) in [
      ("given name", profile.givenName), ("family name", profile.familyName),
    ] {
      guard let text else { continue }
      guard !text.isEmpty, isLabel(text) else {
        throw AccountError.badProfile(
          field: field, expected: "1 to 100 characters, none of them a control character")
      }
    }
  }
}
