// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Files of this repository outside of any target.
enum Repository {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func path(_ name: String) -> String {
    root.appending(path: name).path(percentEncoded: false)
  }

  /// A script in `Tests/Support/Clients`.
  static func client(_ name: String) -> String { path("Tests/Support/Clients/" + name) }

  /// The folder of the Python environment with the clients, created on first use.
  static func python(_ workspace: Workspace) async throws -> String {
    let result = try await workspace.shell(
      #"exec "$1" clients "$2""#, path("Scripts/python"), client("requirements.txt"))
    try #require(result.status == 0, "\(result)")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
