// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads what changed in a zone.
package protocol ChangeReading {
  /// Looks at the changes with numbers in a range, one after the other until the body returns false.
  ///
  /// Each record is there once, with the number of its latest change; deleted ones too.
  func changes(
    in zone: Int64, from first: UInt64, through last: UInt64, newestFirst: Bool,
    _ body: (RecordRow) throws -> Bool
  ) throws
}
