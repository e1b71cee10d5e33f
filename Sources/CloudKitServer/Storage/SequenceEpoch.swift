// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Distinguishes positions of the current history from positions of a lost history.
///
/// Restoring a backup starts a new history: changes after the backup are lost, and new changes must
/// not reuse their numbers. The upper bits of a number are therefore its epoch, which each restore
/// increments. A position in a zone or database is valid if it was issued in the current epoch. The
/// position itself may have an earlier epoch, while a client reads data of the backup.
package struct SequenceEpoch: Sendable, Hashable {
  /// The number of bits for the changes of one epoch.
  static let bits: UInt64 = 33
  /// The last epoch whose numbers fit in SQLite's integers.
  static let last: UInt64 = (1 << 30) - 1

  private let now: UInt64

  /// Creates an epoch from the current end of a sequence.
  package init(now: UInt64) { self.now = now }

  /// True if a position was issued in this history; without `epoch`, its own epoch counts.
  package func contains(_ position: UInt64, givenIn epoch: UInt64? = nil) -> Bool {
    (epoch ?? Self.of(position)) == Self.of(now) && position <= now
  }

  /// True if a backup was ever restored.
  package var wasRestored: Bool { Self.of(now) > 0 }

  static func of(_ position: UInt64) -> UInt64 { position >> bits }
}
