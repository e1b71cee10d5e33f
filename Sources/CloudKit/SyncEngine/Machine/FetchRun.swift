// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The state of a fetch in progress.
struct FetchRun: Sendable {
  enum Step: Sendable {
    case options, awaitOptions, begin, sendDatabase, awaitDatabase, chooseZones, nextZone, zone
    case end, finish
  }

  enum Confirmation: Sendable {
    case open, requested, confirmed
  }

  /// The state of one zone's fetch.
  struct ZoneRun: Sendable {
    let id: CKRecordZone.ID
    var fullFetch: Int?
    /// The token of the last page received.
    var token: CKServerChangeToken?
    /// Whether the last page was received.
    var isComplete = false
    /// The error that ends the zone's fetch early.
    var error: CKError?
    /// Records that could not be decoded.
    var failures: [(id: any Hashable & Sendable, error: CKError)] = []
    var isRestarted = false
    /// Whether the database changes confirm that this is the zone that was known.
    var confirmation = Confirmation.open
    /// Whether the zone may have been created again before the fetch, because its token is no
    /// longer valid.
    var isIdentityUncertain = false
    /// Whether the zone was created again and must be fetched from the start.
    var isReplaced = false
  }

  var context: CKSyncEngine.FetchChangesContext
  var callers: [SyncCaller]
  var step = Step.options
  /// The zones received so far when listing all zones; nil when fetching only changes.
  var listedZones: Set<CKRecordZone.ID>?
  /// Whether the list was requested because a backup was restored on the server.
  var isServerRestored = false
  /// The token of the last page of that list.
  var listedZonesToken: CKServerChangeToken?
  var zones: [CKRecordZone.ID] = []
  var zone: ZoneRun?
  /// The error that ended the fetch, or the first error of a zone.
  var error: CKError?
  var isCancelled = false
  /// Whether a zone was missing although the database changes did not report its deletion.
  var needsDatabaseFetch = false
  var extraDatabaseFetches = 0

  init(context: CKSyncEngine.FetchChangesContext, callers: [SyncCaller]) {
    self.context = context
    self.callers = callers
  }

  /// Whether all callers of a manual fetch have cancelled.
  var isAbandoned: Bool { callers.isEmpty && context.reason == .manual }

  mutating func accept(_ options: CKSyncEngine.FetchChangesOptions) {
    guard step == .awaitOptions else { return }
    context = .init(reason: context.reason, options: options)
    step = .begin
  }
}
