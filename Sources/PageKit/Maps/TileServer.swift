// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A tile server on the network: its address and attribution.
///
/// The origin becomes a part of the pages' content security policy, so the address is restricted
/// to characters that have no meaning there.
package struct TileServer: Sendable, Equatable {
  /// The zoom levels of common tile servers.
  static let zoom = 0...19

  /// The address of a tile, with `{z}`, `{x}` and `{y}`.
  package let template: String
  /// The scheme, host and port, as in a content security policy.
  package let origin: String
  /// The text that maps show.
  package let attribution: String

  /// Parses the address of a tile server.
  ///
  /// - Parameters:
  ///   - template: An https address with `{z}`, `{x}` and `{y}` in its path or query; http is
  ///     allowed for this machine.
  ///   - attribution: The text that maps show.
  /// - Throws: ``MapTilesError`` if the address can't be used or the attribution is missing.
  package init(template: String, attribution: String?) throws(MapTilesError) {
    func problem(_ reason: String) -> MapTilesError { .badServer(template, reason: reason) }
    guard template.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }),
      !template.contains(where: { "\"'<>\\`;,".contains($0) })
    else { throw problem("it has characters that an address can't have") }
    guard let schemeEnd = template.firstRange(of: "://") else {
      throw problem("it has no scheme")
    }
    let scheme = template[..<schemeEnd.lowerBound].lowercased()
    let rest = template[schemeEnd.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.contains("@") else { throw problem("it has a user name or password") }
    guard !authority.contains("{") else {
      throw problem("its host has a placeholder; name one host")
    }
    guard let (host, port) = Self.hostAndPort(authority) else {
      throw problem("its host or port is invalid")
    }
    let isLocal = host == "127.0.0.1" || host == "localhost"
    guard scheme == "https" || (scheme == "http" && isLocal) else {
      throw problem("it must begin with https://, or http:// for this machine")
    }
    let path = rest.dropFirst(authority.count)
    guard path.hasPrefix("/"), !path.contains("#") else {
      throw problem("it has no path, or a fragment")
    }
    let placeholders = path.matches(of: /\{[^{}]*\}/).map { String($0.0) }
    guard placeholders.sorted() == ["{x}", "{y}", "{z}"],
      path.filter({ $0 == "{" || $0 == "}" }).count == 6
    else { throw problem("its path needs {z}, {x} and {y}, each once, and no other placeholder") }
    guard let attribution = attribution.map(PlainText.init)?.text, !attribution.isEmpty else {
      throw .attributionMissing(template)
    }
    origin = "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
    self.template = origin + path
    self.attribution = attribution
  }

  /// Splits an authority into a lowercase host and the port; nil if one of them is invalid.
  private static func hostAndPort(_ authority: Substring) -> (host: String, port: Int?)? {
    let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let host = parts[0].lowercased()
    guard host.wholeMatch(of: /[a-z0-9]([a-z0-9.\-]*[a-z0-9])?/) != nil else { return nil }
    guard parts.count == 2 else { return (host, nil) }
    guard parts[1].allSatisfy(\.isWholeNumber), let port = Int(parts[1]),
      (1...65535).contains(port)
    else { return nil }
    return (host, port)
  }
}

/// Text without HTML: the attribution in a tile file is often a link.
struct PlainText: Sendable, Equatable {
  let text: String

  /// Removes elements, decodes common character references, and joins white space.
  init(_ html: String) {
    var result = html.replacing(/<[^<>]*>/, with: "")
    for (name, character) in Self.references {
      result = result.replacing(name, with: character)
    }
    text = result.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The reference of the ampersand is last, so that no reference is decoded twice.
  private static let references = [
    ("&copy;", "©"), ("&#169;", "©"), ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"),
    ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
  ]
}
