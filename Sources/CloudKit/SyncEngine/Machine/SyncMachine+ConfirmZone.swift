// Cairn
// SPDX-License-Identifier: Apache-2.0

extension SyncMachine {
  /// Whether a zone that was fetched whole may yet be another than that which was known: what isn't in it
  /// is only gone if it is the same.
  func isDoubtful(_ zone: FetchRun.ZoneRun, _ run: FetchRun) -> Bool {
    if zone.isUnsure, zone.error == nil, !run.isCancelled { return true }
    return zone.isComplete && zone.fullFetch != nil && zone.error == nil && zone.failures.isEmpty
      && zone.confirmation != .confirmed && !run.isCancelled
  }

  /// Asks whether a zone was deleted, and made again, before or while it was fetched.
  mutating func askAgain(_ zone: inout FetchRun.ZoneRun, _ run: FetchRun) {
    zone.confirmation = .asked
    ask(.databaseChanges(since: state.databaseToken), run.context.options.operationGroup)
  }

  mutating func takeConfirmation(
    _ answer: SyncAnswer, _ zone: inout FetchRun.ZoneRun, _ run: inout FetchRun
  ) {
    switch answer {
    case .databaseChanges(let page):
      let isNextOther = takePage(page, &run)
      run.step = .zone
      guard isNextOther else {
        zone.error = .standstill
        return
      }
      if page.moreComing { return askAgain(&zone, run) }
      // What comes now is confirmed again when all has come.
      zone.confirmation = zone.isUnsure ? .open : .confirmed
      zone.isUnsure = false
      if state.zones[zone.id]?.fullFetch != zone.fullFetch { zone.isReplaced = true }
      run.zones = zonesToFetch(run.context.options).filter { $0 != zone.id || zone.isReplaced }
    case .failure(let error) where error.code == .changeTokenExpired:
      // The list of all zones tells, which is asked for with the token once more: why that is good no more counts.
      zone.confirmation = .confirmed
      zone.isUnsure = false
      zone.isReplaced = true
      run.isLookNeeded = true
    case .failure(let error): zone.error = error
    default: zone.error = Self.unfit
    }
  }
}
