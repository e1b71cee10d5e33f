// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A place in an index: entries are in the order of their keys' bytes, then of their records.
package struct IndexEntry: Sendable, Hashable {
  package var key: [UInt8]
  package var record: Int64

  package init(key: [UInt8], record: Int64) {
    self.key = key
    self.record = record
  }
}

/// Reads the entries of indexes.
package protocol IndexReading {
  /// Looks at the entries of a zone with keys from `lower` up to but not including `upper` (nil for no
  /// end), one after the other until the body returns false.
  ///
  /// `beyond` is the place to go on behind, in the direction of the walk.
  func entries(
    of index: Int64, in zone: Int64, from lower: [UInt8], upTo upper: [UInt8]?, descending: Bool,
    beyond: IndexEntry?, _ body: (UnsafeRawBufferPointer, Int64) throws -> Bool
  ) throws

  /// How many entries there are between two keys, counted up to a limit.
  func entryCount(
    of index: Int64, in zone: Int64, from lower: [UInt8], upTo upper: [UInt8]?, limit: Int
  ) throws -> Int
}

/// Writes the entries of indexes.
package protocol IndexWriting: IndexReading {
  /// Adds an entry; one that is there stays.
  func addEntry(_ entry: IndexEntry, to index: Int64, in zone: Int64) throws
  func removeEntry(_ entry: IndexEntry, from index: Int64, in zone: Int64) throws
  /// Records of a type that are not deleted, in the order of their keys.
  func records(ofType type: Int64, after key: Int64, limit: Int) throws -> [StoredRecord]
}
