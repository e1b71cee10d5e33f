// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData

/// Sends objects without their encrypted values while the device has no key for them.
///
/// A withheld field keeps its local clock and stays pending. The record on the server keeps its value
/// and its clock, so that other devices see no change of the field.
extension Mirror {
  /// The encrypted fields of a record that can't be sent now.
  ///
  /// Without a key these are all. With a key these are the ones whose values on the server were locked
  /// when they were received: they are merged first.
  func withheldFields(of note: RecordNote, _ layout: EntityRecordLayout) -> Set<String> {
    guard !layout.encryptedFields.isEmpty else { return [] }
    guard surroundings.transport.keyName() == nil else { return note.lockedFields }
    return Set(layout.encryptedFields.map(\.name))
  }

  /// Whether withheld fields have values that the server lacks.
  func withholds(_ fields: Set<String>, of local: RecordSnapshot, _ note: RecordNote) -> Bool {
    guard let known = serverCopy(of: note) else {
      return fields.contains { local.values[$0] != nil }
    }
    return fields.contains { local.clocks[$0] != known.clocks[$0] }
  }

  /// Records that values are withheld for lack of a key, so that the next key starts a new fetch.
  func noteLock(_ tables: MirrorTables) throws {
    guard surroundings.transport.keyName() == nil, try tables.integer(.locked) == nil else {
      return
    }
    try tables.set(.locked, .integer(1))
  }

  /// Whether a record can't be created on the server without some withheld fields.
  ///
  /// Other devices can't create an object without a value that is neither optional nor has a default.
  func needs(
    _ withheld: Set<String>, _ note: RecordNote, _ layout: EntityRecordLayout
  ) throws -> Bool {
    guard note.tag == nil else { return false }
    return try layout.encryptedFields.contains { field in
      try withheld.contains(field.name) && !note.isLocked(field.name) && !field.property.isOptional
        && columns.defaultValue(of: field.property, in: layout.entity) == nil
    }
  }

  /// The snapshot to send: withheld fields have no value, and the clocks of their values on the server.
  func sendable(
    _ local: RecordSnapshot, _ note: RecordNote, without withheld: Set<String>
  ) -> RecordSnapshot {
    let locked = note.lockedClocks
    let known = serverCopy(of: note)
    var snapshot = local
    for field in withheld {
      let clocks = note.isLocked(field) ? locked ?? known?.clocks : known?.clocks
      snapshot.values[field] = nil
      snapshot.setClock(of: field, from: clocks)
    }
    return snapshot
  }

  /// The ancestor after the server has accepted a record: withheld fields are as they were before.
  func acknowledged(
    _ local: RecordSnapshot, _ note: RecordNote, without withheld: Set<String>
  ) -> RecordSnapshot {
    let known = serverCopy(of: note)
    var snapshot = local
    for field in withheld {
      snapshot.values[field] = known?.values[field]
      snapshot.setClock(of: field, from: known?.clocks)
    }
    return snapshot
  }

  /// The last known copy of a record that the server has; nil for a record to be created.
  private func serverCopy(of note: RecordNote) -> RecordSnapshot? {
    note.tag == nil ? nil : note.ancestor
  }
}

extension RecordSnapshot {
  /// Gives a field the clocks of another copy; without one, of a field that was never written.
  mutating func setClock(of field: String, from other: FieldClocks?) {
    clocks[field] = other?[field] ?? .distantPast
    clocks.sums[field] = other?.sums[field]
  }
}
