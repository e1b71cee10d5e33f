// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The addresses whose last component is a secret: a reader that knows one needs no session.
package struct SecretAddresses: Sendable {
  /// The minimum length of a secret in characters; shorter names are those of other pages.
  private static let shortest = 32

  private let folders: Set<String>

  /// The addresses below folders, such as "/logbook/feed".
  package init(folders: [String]) { self.folders = Set(folders) }

  /// Whether a path ends in a secret, known or unknown.
  package func contains(_ path: String) -> Bool { folder(of: path) != nil }

  /// A path as logs may contain it: without its secret.
  package func redacted(_ path: String) -> String {
    folder(of: path).map { "\($0)/…" } ?? path
  }

  private func folder(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let (folder, name) = (String(path[..<slash]), path[slash...].dropFirst())
    return folders.contains(folder) && name.count >= Self.shortest ? folder : nil
  }
}
