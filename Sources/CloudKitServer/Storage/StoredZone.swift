// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A zone as the storage has it.
package struct StoredZone: Sendable, Hashable {
  /// The storage's number of the zone, never used twice: one that is made again has a new one.
  package var id: Int64
  package var database: Int64
  package var name: String
  /// The number of the last change of a record.
  package var position: UInt64
  /// Which sequence new tokens count in: another one after each compaction.
  package var numbering: UInt64
  /// Tokens of an earlier numbering are good from here on: what was deleted before is forgotten.
  package var floor: UInt64
  /// The database's number of the last change in this zone.
  package var logPosition: UInt64
  package var isDeleted: Bool
  /// The database's number of the deletion of the last zone that had the name before; 0 if none had it.
  package var formerPosition: UInt64
  /// The number before that of its first change: tags up to it are of earlier zones of the name.
  package var firstPosition: UInt64
  /// What its records count for in quotas.
  package var bytes: Int64

  package init(
    id: Int64, database: Int64, name: String, position: UInt64, numbering: UInt64, floor: UInt64,
    logPosition: UInt64, isDeleted: Bool, formerPosition: UInt64 = 0, firstPosition: UInt64 = 0,
    bytes: Int64
  ) {
    self.id = id
    self.database = database
    self.name = name
    self.position = position
    self.numbering = numbering
    self.floor = floor
    self.logPosition = logPosition
    self.isDeleted = isDeleted
    self.formerPosition = formerPosition
    self.firstPosition = firstPosition
    self.bytes = bytes
  }

  /// The default zone of a database in which nothing was ever stored.
  static let empty = StoredZone(
    id: 0, database: StoredDatabase.emptyID, name: ZoneID.defaultName, position: 0, numbering: 1,
    floor: 0, logPosition: 0, isDeleted: false, bytes: 0)
}
