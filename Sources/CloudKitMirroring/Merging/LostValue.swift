// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A value that a merge did not keep, for the log that the user can restore it from.
package struct LostValue: Hashable, Sendable, Codable {
  /// Which of the copies had it.
  package enum Side: String, Hashable, Sendable, Codable {
    /// This device's.
    case local
    /// The server's.
    case remote
  }

  package let field: String
  /// Nil if the field had been cleared.
  package let value: RecordValue?
  /// When it was written, and by which device.
  package let written: HybridTimestamp
  package let side: Side

  package init(field: String, value: RecordValue?, written: HybridTimestamp, side: Side) {
    self.field = field
    self.value = value
    self.written = written
    self.side = side
  }
}
