// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A fetch that is under way.
struct FetchRun: Sendable {
  enum Step: Sendable {
    case options, askedOptions, begin, askDatabase, database, chooseZones, nextZone, zone, end,
      finish
  }

  enum Confirmation: Sendable {
    case open, asked, confirmed
  }

  /// The zone that is fetched.
  struct ZoneRun: Sendable {
    let id: CKRecordZone.ID
    var fullFetch: Int?
    /// How far the pages reach that have come.
    var token: CKServerChangeToken?
    /// Whether all pages have come.
    var isComplete = false
    /// Why it ends early.
    var error: CKError?
    /// Records that can't be told.
    var failures: [(id: any Hashable & Sendable, error: CKError)] = []
    var isRestarted = false
    /// Whether the zone that was fetched whole is the one that was known.
    var confirmation = Confirmation.open
    /// Whether it may be another one already before it is fetched: its token is good no more.
    var isUnsure = false
    /// Whether it is another one, which has not been fetched.
    var isReplaced = false
  }

  var context: CKSyncEngine.FetchChangesContext
  var callers: [SyncCaller]
  var step = Step.options
  /// All zones that there are, if the server is asked for all.
  var listed: Set<CKRecordZone.ID>?
  /// Whether it is asked for all since a backup was restored.
  var isServerRestored = false
  /// How far such a list reaches.
  var listToken: CKServerChangeToken?
  var zones: [CKRecordZone.ID] = []
  var zone: ZoneRun?
  /// The error that ended it, or the first one of a zone.
  var error: CKError?
  var isCancelled = false
  /// Whether a zone was gone that the database has not told yet.
  var isLookNeeded = false
  var looks = 0

  init(context: CKSyncEngine.FetchChangesContext, callers: [SyncCaller]) {
    self.context = context
    self.callers = callers
  }

  /// Whether nobody waits any longer for what only callers wanted.
  var isUnwanted: Bool { callers.isEmpty && context.reason == .manual }

  mutating func take(_ options: CKSyncEngine.FetchChangesOptions) {
    guard step == .askedOptions else { return }
    context = .init(reason: context.reason, options: options)
    step = .begin
  }
}
