// Cairn
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes

/// The cookie with the secret of a device's session.
///
/// The prefix `__Host-` requires Secure and Path=/ and prohibits Domain (RFC 6265bis, 4.1.3.2), so
/// that no other host can set it. Pages of other sites can't send it (SameSite=Strict), and scripts
/// can't read it (HttpOnly).
package enum SessionCookie {
  /// The name of the cookie.
  package static let name = "__Host-cairn-device"

  /// The Set-Cookie header for a secret, valid as long as an unused session.
  package static func header(_ secret: String) -> String {
    "\(name)=\(secret); Path=/; Max-Age=\(Int(DeviceSessions.idleDays) * 86_400); "
      + "Secure; HttpOnly; SameSite=Strict"
  }

  /// The Set-Cookie header that removes the cookie.
  package static let removal = "\(name)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict"

  /// The secrets of a request's cookies with this name.
  ///
  /// A request has one, unless its sender is no browser.
  package static func secrets(in headers: HTTPFields) -> [String] {
    headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0] == name else { return nil }
      return String(parts[1])
    }
  }
}

extension HTTPField.Name {
  /// Tells the service worker that the device has no session, so that it removes saved pages.
  static let deviceState: Self = {
    guard let name = Self("Cairn-Device") else { preconditionFailure("the name is a token") }
    return name
  }()
}
