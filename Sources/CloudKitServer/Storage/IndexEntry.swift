// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An index entry; entries are ordered by their keys' bytes, then by record.
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
  /// Iterates over a zone's entries in a key range until `body` returns false.
  ///
  /// The range is from `lower` up to but not including `upper`; nil for no upper bound. The
  /// iteration starts after `beyond`, in its direction.
  func entries(
    of index: Int64, in zone: Int64, from lower: [UInt8], upTo upper: [UInt8]?, descending: Bool,
    beyond: IndexEntry?, _ body: (UnsafeRawBufferPointer, Int64) throws -> Bool
  ) throws

  /// The number of entries between two keys, counted up to a limit.
  func entryCount(
    of index: Int64, in zone: Int64, from lower: [UInt8], upTo upper: [UInt8]?, limit: Int
  ) throws -> Int
}

/// Writes the entries of indexes.
package protocol IndexWriting: IndexReading {
  /// Adds an entry, unless it exists.
  func addEntry(_ entry: IndexEntry, to index: Int64, in zone: Int64) throws
  func removeEntry(_ entry: IndexEntry, from index: Int64, in zone: Int64) throws
  /// The existing records of a type, ordered by key.
  func records(ofType type: Int64, after key: Int64, limit: Int) throws -> [StoredRecord]
}
