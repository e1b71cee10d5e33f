// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The address of a server as a person writes it.
enum ServerAddress {
  /// The address; `https` where no scheme is given.
  ///
  /// - Throws: ``CommandError`` for what is no address, and for one to which a password would go for all to
  ///   read.
  static func url(_ text: String) throws -> URL {
    let whole = text.contains("://") ? text : "https://\(text)"
    guard let parts = URLComponents(string: whole), let url = parts.url,
      let scheme = parts.scheme?.lowercased(), let host = parts.host, !host.isEmpty
    else {
      // What can't be read as an address may have a password in it.
      let shown = text.contains("@") ? "that" : text.printable
      throw CommandError(
        "\(shown) is not the address of a server: expected https://HOST[:PORT]")
    }
    guard parts.user == nil, parts.password == nil else {
      // What stands there may be a password, and is not repeated.
      throw CommandError(
        "the address of a server has no name or password in it: expected https://HOST[:PORT], and the name "
          + "with --user")
    }
    guard scheme == "https" || scheme == "http", parts.query == nil, parts.fragment == nil else {
      throw CommandError(
        "\(text.printable) is not the address of a server: expected https://HOST[:PORT]")
    }
    let name = host.lowercased().trimmingCharacters(in: ["[", "]"])
    guard scheme == "https" || ["localhost", "::1"].contains(name) || name.hasPrefix("127.") else {
      throw CommandError(
        "on the way to \(text.printable) everybody could read the password: give an address with https://"
      )
    }
    return url
  }
}
