// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Rows of a series overwritten by a merge, which the user can restore from the log.
struct LostRows: Codable, Sendable {
  /// A ``SeriesChunk``.
  let rows: Data
  /// The copy that contained them.
  let side: LostValue.Side
}
