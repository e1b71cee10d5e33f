// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData

/// Applies records whose encrypted values can't be decrypted, because the device has no key.
///
/// Such a field counts as unchanged: the object keeps its value, and the ancestor keeps the earlier
/// clock. The ciphertext and the clocks are stored with the unknown fields. When the device has a key,
/// the zone is fetched from the start, and the field is merged as if it arrived then.
extension ReceiveRun {
  /// Sets the values of encrypted fields that were not decrypted, or not sent by a device without a
  /// key: the ancestor's value, and for a new object the default value of its row.
  func fillEncrypted(
    _ received: inout ReceivedRecord, _ note: RecordNote, _ layout: EntityRecordLayout
  ) throws {
    for field in layout.encryptedFields where received.values[field.name] == nil {
      if let ancestor = note.ancestor {
        guard received.locked.contains(field.name) else { continue }
        received.values[field.name] = ancestor.values[field.name]
      } else if note.object == nil, !field.property.isOptional,
        let column = try mirror.columns.defaultValue(of: field.property, in: layout.entity)
      {
        received.values[field.name] = field.value(of: column)
      }
    }
  }

  /// Stores which fields are locked, and removes their changes from the server's copy.
  ///
  /// For a deleted object the clocks stay: they show that another device has written to it.
  func lock(
    _ fields: Set<String>, of note: inout RecordNote, _ remote: inout RecordSnapshot
  ) throws {
    if try tables.integer(.locked) == nil { try tables.set(.locked, .integer(1)) }
    var unknown = note.unknown?.fields ?? [:]
    unknown[HiddenFields.clocks] = .data(remote.clocks.encoded())
    unknown[HiddenFields.unread] = .list(fields.sorted().map { .string($0) })
    note.unknown = UnknownFields(unknown)
    if note.isDeletion { return }
    for field in fields { remote.setClock(of: field, from: note.ancestor?.clocks) }
  }
}

extension RecordNote {
  /// The encrypted fields whose values on the server were received without a key.
  var lockedFields: Set<String> {
    guard case .list(let names) = unknown?.fields[HiddenFields.unread] else { return [] }
    return Set(
      names.compactMap { name in
        if case .string(let text) = name { text } else { nil }
      })
  }

  func isLocked(_ field: String) -> Bool { lockedFields.contains(field) }

  /// The clocks of the server's copy with locked fields.
  var lockedClocks: FieldClocks? {
    guard case .data(let bytes) = unknown?.fields[HiddenFields.clocks] else { return nil }
    return try? FieldClocks(decoding: bytes)
  }
}

extension FieldProblem {
  /// The problem of a value that is missing because the device has no key.
  var forLackOfKey: FieldProblem {
    FieldProblem(place: place, field: field, reason: "it is encrypted, and this device has no key")
  }
}
