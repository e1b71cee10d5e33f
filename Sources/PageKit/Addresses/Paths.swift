// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The paths of the shell's own pages; an app's pages are below the app's path.
package enum Paths {
  package static let home = "/"
  package static let search = "/search"
  package static let settings = "/settings"
  package static let sync = "/sync"
  package static let changes = "/changes"
  static let assetPattern = "/assets/:name"

  /// A path with query parameters.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - items: Names, of letters and digits, and unescaped values; empty values are left out.
  /// - Returns: The path with a query, or the path alone if all values are empty.
  package static func address(_ path: String, _ items: [(String, String)]) -> String {
    let present = items.filter { !$0.1.isEmpty }
    guard !present.isEmpty else { return path }
    return path + "?"
      + present.map {
        "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
      }.joined(separator: "&")
  }
}
