// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The mirror's metadata of one record.
struct RecordNote: Sendable {
  /// The ID of its row in the table; 0 if it is not stored yet.
  var id: Int64 = 0
  /// The record's name.
  let name: String
  /// The record's type.
  let type: String
  /// The row of the object; nil without an object.
  var object: RowName?
  /// The server's tag; nil if the server doesn't have the record.
  var tag: String?
  /// The server's last known copy, with digests of long values.
  var ancestor: RecordSnapshot?
  /// The times at which locally changed fields were written; nil if none was.
  ///
  /// For a deleted object, the times known when it was deleted.
  var clocks: FieldClocks?
  /// The local positions in lists, by field name; nil if they are the server's.
  var places: [String: RecordValue]?
  /// The names of the fields of the server's record.
  var fields: Set<String> = []
  /// The fields that this version of the schema doesn't know.
  var unknown: UnknownFields?
  /// The number of the pending change; 0 if there is none.
  var change: Int64 = 0
  /// Why the server doesn't take it, until it is changed.
  var refusal: RecordRefusal?
  /// The number of the last full fetch that contained the record.
  var seen: Int64 = 0

  init(name: String, type: String) {
    self.name = name
    self.type = type
  }

  /// The record whose object has the unique values that this one is deferred for.
  var holder: String? { refusal?.code == .uniqueValuesTaken ? refusal?.subject : nil }

  /// Whether the object is kept only for a deferred record, although the server has no record of it
  /// any more.
  var isKeptForOther: Bool { object != nil && tag == nil && change == 0 }

  /// Removes the server's copy, which could not be decoded, for example by an older version of the
  /// program.
  ///
  /// Local changes are not based on that copy, and must be merged with it.
  mutating func forgetCopy() {
    tag = nil
    fields = []
    unknown = nil
  }

  /// Whether an object of the record was deleted here.
  var isDeletion: Bool { object == nil && (change > 0 || clocks != nil) }

  /// The clocks of this device's copy.
  var localClocks: FieldClocks? { clocks ?? ancestor?.clocks }

  /// The positions in lists of this device's copy.
  var localPlaces: [String: RecordValue] {
    places ?? ancestor?.values.filter { HiddenFields.isPosition($0.key) } ?? [:]
  }
}

/// Identifies the row of an object.
struct RowName: Hashable, Sendable {
  /// The table, shared by entities that inherit from each other.
  let table: String
  let key: Int64
}

extension HiddenFields {
  /// Whether a field holds a position in a list.
  static func isPosition(_ field: String) -> Bool { field.hasPrefix(position(in: "")) }
}
