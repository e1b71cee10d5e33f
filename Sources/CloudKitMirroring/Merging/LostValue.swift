// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A value overwritten by a merge, which the user can restore from the log.
package struct LostValue: Hashable, Sendable, Codable {
  /// The copies of a merge.
  package enum Side: String, Hashable, Sendable, Codable {
    /// This device's copy.
    case local
    /// The server's copy.
    case remote
  }

  package let field: String
  /// Nil if the field was cleared.
  package let value: RecordValue?
  /// The time of the write, and the device that wrote.
  package let written: HybridTimestamp
  package let side: Side

  package init(field: String, value: RecordValue?, written: HybridTimestamp, side: Side) {
    self.field = field
    self.value = value
    self.written = written
    self.side = side
  }
}
