// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RuckMap

/// The ruck that a subcommand is about, by its id or the beginning of it.
struct RuckIdentifier: ParsableArguments {
  @Argument(help: "The ruck's id, or as many of its first characters as tell it from the others.")
  var id: String

  /// Finds the one ruck that is meant.
  ///
  /// - Throws: ``CommandError`` if there is none or more than one.
  func resolve(in library: RuckLibrary) async throws -> UUID {
    let found = try await library.ids(matching: id)
    if let only = found.first, found.count == 1 { return only }
    guard !found.isEmpty else {
      throw CommandError(
        "no ruck has an id that begins with '\(id.printable)'; `cairn ruck list` shows the ids")
    }
    let shown = found.prefix(4).map(\.idText).joined(separator: ", ")
    let more = found.count > 4 ? ", ..." : ""
    throw CommandError(
      "'\(id.printable)' is the beginning of \(found.count) ids; give more of it: \(shown)\(more)")
  }
}
