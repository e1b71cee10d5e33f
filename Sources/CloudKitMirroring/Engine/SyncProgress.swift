// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The progress of the current activity of a mirror.
enum SyncProgress: Sendable, Hashable {
  /// No activity.
  case idle
  /// The number of pages so far, and whether the last one has arrived.
  case fetching(pages: Int, isLast: Bool)
  /// The number of accepted records before the activity began, and the largest share so far.
  case sending(sentBefore: Int, reached: Double)

  /// Records that a page has arrived, or that no page follows.
  ///
  /// - Parameter isLast: Whether no page follows.
  /// - Returns: False if nothing is being fetched, or if the last page had arrived before.
  mutating func didFetchPage(isLast: Bool) -> Bool {
    guard case .fetching(let pages, false) = self else { return false }
    self = .fetching(pages: pages + 1, isLast: isLast)
    return true
  }

  /// Returns the complete share of the activity, 0...1; nil while idle.
  ///
  /// - Parameter status: The status with current counts.
  /// - Returns: The share, which never decreases.
  mutating func fraction(_ status: SyncStatus) -> Double? {
    switch self {
    case .idle: return nil
    case .fetching(let pages, let isLast):
      return isLast ? 1 : Double(pages) / Double(pages + 1)
    case .sending(let sentBefore, let reached):
      let sent = status.sentCount - sentBefore
      let total = sent + status.pendingCount
      // Records that are saved meanwhile don't decrease the share.
      let share = total > 0 ? max(reached, Double(sent) / Double(total)) : 1
      self = .sending(sentBefore: sentBefore, reached: share)
      return share
    }
  }
}
