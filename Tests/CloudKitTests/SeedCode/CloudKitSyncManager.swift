// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import Observation

/// A sync manager as apps write it for Apple's CloudKit: operations with blocks, within a class of the main actor.
///
/// Differences from the code on Apple's systems:
/// - It is `@Observable`: `ObservableObject` and `@Published` belong to Combine.
/// - `Error` is `any Error`, as the settings of this package require.
/// - The observer and the timer run on no actor, so they capture `self` weakly and call it in
///   `Task { @MainActor in ... }`: Swift 6 requires it on any system.
/// - The observer is assigned to `_`: Foundation on Linux warns about unused results.
/// - The container is a parameter, so that a test can provide its own.
@MainActor @Observable
final class CloudKitSyncManager {
  private(set) var syncStatus: SyncStatus = .idle
  private(set) var syncProgress: Double = 0.0
  private(set) var lastSyncDate: Date?
  private(set) var syncError: String?

  private let dataActor: RuckMapDataActor
  private let container: CKContainer
  private let database: CKDatabase
  private var syncTask: Task<Void, any Error>?

  // Sync configuration
  private let batchSize = 50

  init(dataActor: RuckMapDataActor, container: CKContainer) {
    self.dataActor = dataActor
    self.container = container
    self.database = container.privateCloudDatabase
    observeCloudKitNotifications()
  }

  // MARK: - Public Sync Interface

  func performInitialSync() async {
    await performSync(isInitial: true)
  }

  func performIncrementalSync() async {
    await performSync(isInitial: false)
  }

  // MARK: - Core Sync Logic

  private func performSync(isInitial: Bool) async {
    guard syncStatus != .syncing else { return }

    syncTask?.cancel()
    syncTask = Task {
      do {
        syncStatus = .syncing
        syncProgress = 0.0
        syncError = nil

        await updateProgress(0.1, message: "Uploading local changes...")
        try await pushLocalChanges()

        await updateProgress(0.5, message: "Downloading remote changes...")
        try await fetchRemoteChanges(isInitial: isInitial)

        await updateProgress(1.0, message: "Sync completed")
        syncStatus = .synced
        lastSyncDate = Date()
      } catch is CancellationError {
        syncStatus = .idle
      } catch {
        await handleSyncError(error)
      }
    }

    try? await syncTask?.value
  }

  // MARK: - Push Local Changes

  private func pushLocalChanges() async throws {
    let unsyncedResult = await dataActor.getUnsyncedData()

    guard case .success(let batch) = unsyncedResult else {
      throw SyncError.failedToFetchLocalChanges
    }

    guard !batch.isEmpty else { return }

    try await pushSessions(batch.sessions)
    try await pushRoutes(batch.routes)
    try await pushEquipment(batch.equipment)
  }

  private func pushSessions(_ sessions: [RuckingSession]) async throws {
    let sessionBatches = sessions.chunked(into: batchSize)

    for (index, batch) in sessionBatches.enumerated() {
      let records = batch.compactMap { createCKRecord(from: $0) }

      try await pushRecords(records)

      for session in batch {
        await updateSessionSyncStatus(session.id, status: .synced)
      }

      let progress = 0.1 + (0.3 * Double(index + 1) / Double(sessionBatches.count))
      await updateProgress(progress, message: "Uploading sessions...")
    }
  }

  private func pushRoutes(_ routes: [Route]) async throws {
    for batch in routes.chunked(into: batchSize) {
      let records = batch.compactMap { createCKRecord(from: $0) }
      try await pushRecords(records)
    }
  }

  private func pushEquipment(_ equipment: [Equipment]) async throws {
    for batch in equipment.chunked(into: batchSize) {
      let records = batch.compactMap { createCKRecord(from: $0) }
      try await pushRecords(records)
    }
  }

  private func pushRecords(_ records: [CKRecord]) async throws {
    let operation = CKModifyRecordsOperation(recordsToSave: records)
    operation.savePolicy = .changedKeys
    operation.qualityOfService = .userInitiated

    return try await withCheckedThrowingContinuation { continuation in
      operation.modifyRecordsResultBlock = { result in
        switch result {
        case .success:
          continuation.resume()
        case .failure(let error):
          continuation.resume(throwing: error)
        }
      }

      database.add(operation)
    }
  }

  // MARK: - Fetch Remote Changes

  private func fetchRemoteChanges(isInitial: Bool) async throws {
    try await fetchRemoteSessions(isInitial: isInitial)
  }

  private func fetchRemoteSessions(isInitial: Bool) async throws {
    let recordType = "RuckingSession"

    let query = CKQuery(recordType: recordType, predicate: NSPredicate(value: true))
    let operation = CKQueryOperation(query: query)
    operation.resultsLimit = batchSize

    var fetchedRecords: [CKRecord] = []

    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      operation.recordMatchedBlock = { recordID, result in
        switch result {
        case .success(let record):
          fetchedRecords.append(record)
        case .failure:
          break
        }
      }

      operation.queryResultBlock = { result in
        switch result {
        case .success:
          continuation.resume()
        case .failure(let error):
          continuation.resume(throwing: error)
        }
      }

      database.add(operation)
    }

    for record in fetchedRecords {
      try await processRemoteSessionRecord(record)
    }
  }

  // MARK: - CloudKit Record Conversion

  private func createCKRecord(from session: RuckingSession) -> CKRecord? {
    let recordID = CKRecord.ID(recordName: session.id.uuidString)
    let record = CKRecord(recordType: "RuckingSession", recordID: recordID)

    record["startDate"] = session.startDate
    record["endDate"] = session.endDate
    record["distance"] = session.distance
    record["duration"] = session.duration
    record["packWeight"] = session.packWeight
    record["calories"] = session.calories
    record["isCompleted"] = session.isCompleted
    record["lastModified"] = session.lastModified

    // Add user reference
    if let userId = session.user?.id {
      let userReference = CKRecord.Reference(
        recordID: CKRecord.ID(recordName: userId.uuidString),
        action: .none
      )
      record["user"] = userReference
    }

    return record
  }

  private func createCKRecord(from route: Route) -> CKRecord? {
    let recordID = CKRecord.ID(recordName: route.id.uuidString)
    let record = CKRecord(recordType: "Route", recordID: recordID)

    record["name"] = route.name
    record["description"] = route.description
    record["distance"] = route.distance
    record["elevationGain"] = route.elevationGain
    record["difficulty"] = route.difficulty.rawValue
    record["isPublic"] = route.isPublic
    record["startLatitude"] = route.startLatitude
    record["startLongitude"] = route.startLongitude
    record["lastModified"] = route.lastModified

    return record
  }

  private func createCKRecord(from equipment: Equipment) -> CKRecord? {
    let recordID = CKRecord.ID(recordName: equipment.id.uuidString)
    let record = CKRecord(recordType: "Equipment", recordID: recordID)

    record["name"] = equipment.name
    record["brand"] = equipment.brand
    record["equipmentType"] = equipment.equipmentType.rawValue
    record["weight"] = equipment.weight
    record["totalDistance"] = equipment.totalDistance
    record["totalSessions"] = equipment.totalSessions
    record["isActive"] = equipment.isActive

    return record
  }

  // MARK: - Helper Methods

  private func updateProgress(_ progress: Double, message: String) async {
    await MainActor.run {
      self.syncProgress = progress
    }
  }

  private func handleSyncError(_ error: any Error) async {
    await MainActor.run {
      self.syncStatus = .failed
      self.syncError = error.localizedDescription
    }
  }

  private func updateSessionSyncStatus(_ sessionId: UUID, status: SyncStatus) async {
    await dataActor.updateSyncStatus(sessionId)
  }

  private func observeCloudKitNotifications() {
    _ = NotificationCenter.default.addObserver(
      forName: .CKAccountChanged,
      object: nil,
      queue: .main
    ) { [weak self] _ in
      Task { @MainActor in
        await self?.handleAccountChange()
      }
    }
  }

  private func handleAccountChange() async {
    syncStatus = .accountChanged
  }

  private func processRemoteSessionRecord(_ record: CKRecord) async throws {
    guard let id = UUID(uuidString: record.recordID.recordName) else { return }
    await dataActor.receive(id, distance: record["distance"] as? Double ?? 0)
  }
}

/// Databases with the names of another app.
struct CloudKitConfig {
  static let containerIdentifier = "iCloud.com.example.rowing-performance-tracker"
  static let privateDatabase = CKContainer.default().privateCloudDatabase
  static let sharedDatabase = CKContainer.default().sharedCloudDatabase
}
