// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a vacuum has gained.
package struct VacuumReport: Sendable, Equatable {
  /// The bytes of the database and its log before.
  package let bytesBefore: Int
  /// The same afterwards.
  package let bytesAfter: Int
  /// False if others were reading, so that the log keeps its length until they end.
  package let isLogEmptied: Bool
}
