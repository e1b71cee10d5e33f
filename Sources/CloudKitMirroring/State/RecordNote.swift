// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// What a mirror knows of one record.
struct RecordNote: Sendable {
  /// The row that it lies in; 0 for one that does not lie in the tables yet.
  var id: Int64 = 0
  /// The record's name.
  let name: String
  /// The record's type.
  let type: String
  /// The row of the object; nil without an object.
  var object: RowName?
  /// The server's tag; nil if the server doesn't have the record.
  var tag: String?
  /// What the server had last, with digests of long values.
  var ancestor: RecordSnapshot?
  /// When the fields were written that are other here; nil if none is.
  ///
  /// Of an object that was deleted here, what was known then.
  var clocks: FieldClocks?
  /// The places in lists here, by the names of their fields; nil if they are the server's.
  var places: [String: RecordValue]?
  /// The names of the fields that the server's record has.
  var fields: Set<String> = []
  /// The fields that this version of the schema doesn't know.
  var unknown: UnknownFields?
  /// The number of the change that is to be sent; 0 if nothing is.
  var change: Int64 = 0
  /// Why the server doesn't take it, until it is changed.
  var refusal: String?
  /// The number of the full fetch that the record was last in.
  var seen: Int64 = 0

  init(name: String, type: String) {
    self.name = name
    self.type = type
  }

  /// Why a record is held back that is to have the unique values of another one's object.
  static func taken(by holder: String) -> String { takenWords + holder + "." }

  private static let takenWords = "Another object has its unique values: "

  /// The record whose object has the unique values that this one is held back for.
  var holder: String? {
    guard let refusal, refusal.hasPrefix(Self.takenWords), refusal.hasSuffix(".") else {
      return nil
    }
    return String(refusal.dropFirst(Self.takenWords.count).dropLast())
  }

  /// Whether the object stays for one that is held back, though the server has no record of it any more.
  var isKeptForOther: Bool { object != nil && tag == nil && change == 0 }

  /// Forgets the server's copy, which was not understood here, as by an older version of the program: what is
  /// made here was not made from that, and is to be merged with it.
  mutating func forgetCopy() {
    tag = nil
    fields = []
    unknown = nil
  }

  /// Whether an object of it was deleted here.
  var isDeletion: Bool { object == nil && (change > 0 || clocks != nil) }

  /// The times of this device's copy.
  var localClocks: FieldClocks? { clocks ?? ancestor?.clocks }

  /// The places in lists of this device's copy.
  var localPlaces: [String: RecordValue] {
    places ?? ancestor?.values.filter { HiddenFields.isPosition($0.key) } ?? [:]
  }
}

/// Names the row of an object.
struct RowName: Hashable, Sendable {
  /// The table, which entities that are subclasses of each other have together.
  let table: String
  let key: Int64
}

extension HiddenFields {
  /// True for the field of a place in a list.
  static func isPosition(_ field: String) -> Bool { field.hasPrefix(position(in: "")) }
}
