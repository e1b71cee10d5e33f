// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TripPlanner

/// The options of a deletion, which can be restored unless it is a purge.
struct PurgeOptions: ParsableArguments {
  @Flag(help: "Delete it for good, on every device.")
  var purge = false

  @Flag(help: "Skip the confirmation prompt.")
  var yes = false

  /// Deletes an object; for good after a confirmation.
  ///
  /// - Parameters:
  ///   - type: The type of the object's snapshot.
  ///   - id: The object.
  ///   - name: The object's name in the question.
  ///   - library: The library of the object.
  /// - Throws: A `CommandError` without a confirmation; nothing is deleted then.
  func delete<Snapshot: EntitySnapshot>(
    _ type: Snapshot.Type, _ id: UUID, named name: String, in library: TripLibrary
  ) async throws {
    guard purge else { return try await library.delete(type, id) }
    if !yes { try Confirmation.ask("Delete \(name) for good?", refusal: "nothing was deleted") }
    try await library.purge(type, id)
  }
}
