// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The value that a conflict's property has now, instead of the overwritten one.
package struct CurrentValue: Hashable, Sendable {
  /// The value in words, as in ``Conflict/valueDescription``; nil for a cleared property.
  package let valueDescription: String?
  /// The time of the last write, by the writing device's clock; nil if it is unknown.
  package let written: Date?
}

extension Conflict {
  /// The conflict with another value in words, so that an app's formatter formats that value.
  package func replacingValue(with description: String?) -> Conflict {
    Conflict(
      id: id, date: date, recordName: recordName, entityName: entityName, kind: kind, side: side,
      propertyName: propertyName, written: written, valueDescription: description)
  }
}

extension Mirror {
  /// The current values of the properties of conflicts.
  ///
  /// - Parameter conflicts: Conflicts of this store.
  /// - Returns: The values by conflict; deletions, rows and deleted objects have none.
  /// - Throws: A `SwiftDataError` if the store can't be read.
  package func currentValues(of conflicts: [Conflict]) throws -> [Conflict.ID: CurrentValue] {
    try context.reading(store: store) { tables in
      let tables = MirrorTables(tables)
      var found: [Conflict.ID: CurrentValue] = [:]
      for conflict in conflicts where conflict.kind == .value {
        guard let property = conflict.propertyName,
          let note = try tables.note(named: conflict.recordName), let row = note.object,
          let (entity, columns) = try rows(of: [note], tables)[row]
        else { continue }
        let value = try values(of: columns, note, entity, tables)[property]
        let written = note.localClocks?[property].writtenMilliseconds ?? 0
        found[conflict.id] = CurrentValue(
          valueDescription: value?.inWords,
          written: written > 0 ? Date(timeIntervalSince1970: Double(written) / 1000) : nil)
      }
      return found
    }
  }
}
