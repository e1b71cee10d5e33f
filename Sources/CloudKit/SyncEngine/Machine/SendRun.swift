// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The state of a send in progress.
struct SendRun: Sendable {
  enum Step: Sendable {
    case begin, sendDatabase, awaitDatabase, requestBatch, awaitBatch, splitBatch, sendRecords
    case awaitRecords, end, finish
  }

  var context: CKSyncEngine.SendChangesContext
  var callers: [SyncCaller]
  var step = Step.begin
  /// The zone changes in flight.
  var databaseChanges: [CKSyncEngine.PendingDatabaseChange] = []
  /// Zones that were added again while in flight.
  var touchedZones: Set<CKRecordZone.ID> = []
  /// The delegate's batch.
  var batch: CKSyncEngine.RecordZoneChangeBatch?
  /// The remaining requests of the batch.
  var requests: [RequestBatch] = []
  /// The request in flight.
  var inFlight: RequestBatch?
  /// Records that were added again after the batch was requested.
  var touchedRecords: Set<CKRecord.ID> = []
  var isUntrackedTouched = false
  /// Zones and records that failed and are not sent again in this run.
  var failedZones: Set<CKRecordZone.ID> = []
  var failedRecords: Set<CKRecord.ID> = []
  /// Items that failed with a permanent error.
  var rejections: [(id: any Hashable & Sendable, error: CKError)] = []
  /// A transient error, or the error that ended the run.
  var error: CKError?
  var isCancelled = false

  init(context: CKSyncEngine.SendChangesContext, callers: [SyncCaller]) {
    self.context = context
    self.callers = callers
  }

  /// Whether all callers of a manual send have cancelled.
  var isAbandoned: Bool { callers.isEmpty && context.reason == .manual }

  mutating func accept(_ batch: CKSyncEngine.RecordZoneChangeBatch?) {
    guard step == .awaitBatch else { return }
    self.batch = batch
    step = .splitBatch
  }
}
