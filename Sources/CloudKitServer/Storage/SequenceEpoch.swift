// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Tells positions of one history of changes from those of another, which was lost.
///
/// A backup that is restored begins another history: what was changed after it was made is not there, and
/// new changes must get no number that a lost one had. So a number has its epoch, which each restoration
/// raises, in its upper bits, and a position in a zone or database is good if it was given out in the epoch
/// of now: it may itself be of an earlier one, for who reads what was there when the backup was made.
package struct SequenceEpoch: Sendable, Hashable {
  /// Bits that count the changes of one epoch.
  static let bits: UInt64 = 33
  /// The last epoch whose numbers SQLite can keep.
  static let last: UInt64 = (1 << 30) - 1

  private let now: UInt64

  /// Where a sequence stands now.
  package init(now: UInt64) { self.now = now }

  /// True if a position was given out in this history; without an epoch it is of its own.
  package func contains(_ position: UInt64, givenIn epoch: UInt64? = nil) -> Bool {
    (epoch ?? Self.of(position)) == Self.of(now) && position <= now
  }

  /// True if a backup was restored at any time.
  package var wasRestored: Bool { Self.of(now) > 0 }

  static func of(_ position: UInt64) -> UInt64 { position >> bits }
}
