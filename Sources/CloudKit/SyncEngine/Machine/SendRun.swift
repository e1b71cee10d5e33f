// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A send that is under way.
struct SendRun: Sendable {
  enum Step: Sendable {
    case begin, database, sendingDatabase, askBatch, askedBatch, gotBatch, sendPart, sendingPart
    case end, finish
  }

  var context: CKSyncEngine.SendChangesContext
  var callers: [SyncCaller]
  var step = Step.begin
  /// The zone changes that are under way.
  var databaseChanges: [CKSyncEngine.PendingDatabaseChange] = []
  /// Zones that were added again while they were sent.
  var touchedZones: Set<CKRecordZone.ID> = []
  /// The delegate's batch.
  var batch: CKSyncEngine.RecordZoneChangeBatch?
  var parts: [SyncPart] = []
  /// The part that is under way.
  var part: SyncPart?
  /// Records that were added again after the delegate was asked for them.
  var touchedRecords: Set<CKRecord.ID> = []
  var isUntrackedTouched = false
  /// What failed, and so is not sent again in this run.
  var failedZones: Set<CKRecordZone.ID> = []
  var failedRecords: Set<CKRecord.ID> = []
  /// What failed and stays so.
  var refusals: [(id: any Hashable & Sendable, error: CKError)] = []
  /// An error that passes, or that ended the run.
  var error: CKError?
  var isCancelled = false

  init(context: CKSyncEngine.SendChangesContext, callers: [SyncCaller]) {
    self.context = context
    self.callers = callers
  }

  /// Whether nobody waits any longer for what only callers wanted.
  var isUnwanted: Bool { callers.isEmpty && context.reason == .manual }

  mutating func take(_ batch: CKSyncEngine.RecordZoneChangeBatch?) {
    guard step == .askedBatch else { return }
    self.batch = batch
    step = .gotBatch
  }
}
