// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Rows of a series that a merge did not keep, for the log that the user can restore them from.
struct LostRows: Codable, Sendable {
  /// A ``SeriesChunk``.
  let rows: Data
  /// Whose they were.
  let side: LostValue.Side
}
