// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import SwiftData

/// What an app makes of the conflicts in its store.
protocol ConflictSpeech: Sendable {
  /// True for what nobody wrote, since it follows from other values.
  func isDerived(_ conflict: Conflict) -> Bool
  /// The words for some conflicts, in their order.
  func words(_ conflicts: [Conflict], _ container: ModelContainer) async throws -> [ConflictWords]
  /// Changes with a value that was restored what follows from it, before the object is saved.
  func didRestore(_ conflict: Conflict, in model: any PersistentModel)
}

/// A conflict in the words of its app.
struct ConflictWords: Sendable {
  /// The entity of the object that it is about, and the object's own id, as far as it can be told.
  var entity: String
  var id: String
  /// What a person knows the object by; nil if that is nothing.
  var title: String?
  /// The value in the user's units; nil for a deletion, and for a property that had been cleared.
  var value: String?

  /// The words that are the same for all apps.
  init(_ conflict: Conflict) {
    (entity, id) = (conflict.entityName, conflict.recordName)
    // Of a series the record's name has that of the record whose rows they are.
    let parts = id.split(separator: "/")
    if conflict.kind == .rows, parts.count == 3 { id = String(parts[1]) }
    if let dot = id.firstIndex(of: ".") {
      entity = String(id[..<dot])
      id = String(id[id.index(after: dot)...])
    }
    id = id.lowercased()
    value = conflict.valueDescription
  }

  /// The object on a line.
  var object: String {
    let title = title.map { ", \($0.printable.truncated(to: 32))" } ?? ""
    return "\(entity) \(id.prefix(8))\(title)"
  }
}
