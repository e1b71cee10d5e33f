// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation

/// Parses the address of a server.
enum ServerAddress {
  /// The URL of an address; `https` is the default scheme.
  ///
  /// - Throws: ``CommandError`` for an invalid address, and for an unencrypted connection to
  ///   another machine.
  static func url(_ text: String) throws -> URL {
    let whole = text.contains("://") ? text : "https://\(text)"
    guard let parts = URLComponents(string: whole), let url = parts.url,
      let scheme = parts.scheme?.lowercased(), let host = parts.host, !host.isEmpty
    else {
      if lacksBrackets(whole) {
        throw CommandError(
          "\(text.printable) is not the address of a server: write an IPv6 address in brackets, "
            + "such as https://[::1]:8333")
      }
      // An invalid address may contain a password.
      let shown = text.contains("@") ? "that" : text.printable
      throw CommandError(
        "\(shown) is not the address of a server: expected https://HOST[:PORT]")
    }
    guard parts.user == nil, parts.password == nil else {
      // The text may contain a password, so it is not printed.
      throw CommandError(
        "the address of a server must not contain a name or password: give https://HOST[:PORT], "
          + "and the name by itself")
    }
    guard scheme == "https" || scheme == "http", parts.query == nil, parts.fragment == nil else {
      throw CommandError(
        "\(text.printable) is not the address of a server: expected https://HOST[:PORT]")
    }
    if let port = parts.port, !(1...65_535).contains(port) {
      throw CommandError(
        "\(text.printable) is not the address of a server: a port is a number from 1 to 65535")
    }
    guard scheme == "https" || isThisMachine(host.lowercased()) else {
      throw CommandError(
        "can't send the password to \(text.printable) unencrypted: give an address with https://"
      )
    }
    return url
  }

  /// Whether a host is `localhost` or a loopback address; other names may resolve anywhere.
  private static func isThisMachine(_ host: String) -> Bool {
    let name = host.trimmingCharacters(in: ["[", "]"])
    if ["localhost", "::1"].contains(name) { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } && UInt8($0) != nil }
  }

  /// Whether the host of an address is an IPv6 address without brackets.
  private static func lacksBrackets(_ whole: String) -> Bool {
    guard let start = whole.firstRange(of: "://")?.upperBound else { return false }
    let host = whole[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return host.count { $0 == ":" } > 1
      && host.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") }
  }
}
