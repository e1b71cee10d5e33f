// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitMirroring
package import SwiftData

/// Formats the conflicts of an app's store.
package protocol ConflictFormatter: Sendable {
  /// Whether the overwritten value is derived from other values.
  func isDerived(_ conflict: Conflict) -> Bool
  /// Describes conflicts, in their order.
  func descriptions(
    of conflicts: [Conflict], in container: ModelContainer
  ) async throws -> [ConflictDescription]
  /// Formats the current values of conflicts' properties, in their order, like the overwritten ones.
  ///
  /// - Parameters:
  ///   - current: The values in words; nil for a cleared property.
  ///   - conflicts: The conflicts of the values.
  ///   - container: The app's open store.
  /// - Returns: The values in the user's units.
  /// - Throws: `SwiftDataError` if the store can't be read.
  func currentValues(
    _ current: [String?], of conflicts: [Conflict], in container: ModelContainer
  ) async throws -> [String?]
  /// Recomputes derived values after a restore, before the object is saved.
  func didRestore(_ conflict: Conflict, in model: any PersistentModel)
}

extension ConflictFormatter {
  package func currentValues(
    _ current: [String?], of conflicts: [Conflict], in container: ModelContainer
  ) async throws -> [String?] {
    let replaced = zip(conflicts, current).map { $0.replacingValue(with: $1) }
    return try await descriptions(of: replaced, in: container).map(\.value)
  }
}

/// A conflict as described by its app.
package struct ConflictDescription: Sendable {
  /// The object's entity and ID, as far as the record's name contains them.
  package var entity: String
  package var id: String
  /// The object's title; nil without one.
  package var title: String?
  /// The value in the user's units; nil for a deletion, and for a property that had been cleared.
  package var value: String?
  /// The path of the object's page; nil without one.
  package var path: String?

  /// The description common to all apps.
  package init(_ conflict: Conflict) {
    (entity, id) = (conflict.entityName, conflict.recordName)
    // The name of a series' record contains the name of the record that owns the rows.
    let parts = id.split(separator: "/")
    if conflict.kind == .rows, parts.count == 3 { id = String(parts[1]) }
    if let dot = id.firstIndex(of: ".") {
      entity = String(id[..<dot])
      id = String(id[id.index(after: dot)...])
    }
    id = id.lowercased()
    value = conflict.valueDescription
  }

  /// The object on one line.
  package var object: String {
    let title = title.map { ", \($0.printable.truncated(to: 32))" } ?? ""
    return "\(entity) \(id.prefix(8))\(title)"
  }
}

/// Formats conflicts by their entities and stored values.
struct PlainConflictFormatter: ConflictFormatter {
  func isDerived(_ conflict: Conflict) -> Bool { false }

  func descriptions(
    of conflicts: [Conflict], in container: ModelContainer
  ) async throws -> [ConflictDescription] {
    conflicts.map { ConflictDescription($0) }
  }

  func didRestore(_ conflict: Conflict, in model: any PersistentModel) {}
}
