// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Values that the sync manager sends. In the app they are SwiftData models with these properties.

struct RuckingSession: Sendable {
  struct Owner: Sendable { var id: UUID }

  var id = UUID()
  var startDate = Date(timeIntervalSince1970: 1_700_000_000)
  var endDate: Date?
  var distance = 8_046.72
  var duration: TimeInterval = 5_400
  var packWeight = 20.5
  var calories: Double?
  var isCompleted = true
  var lastModified = Date(timeIntervalSince1970: 1_700_000_100)
  var user: Owner?
}

struct Route: Sendable {
  enum Difficulty: String, Sendable { case easy, moderate, hard }

  var id = UUID()
  var name = "Ridge"
  var description = "Up and down"
  var distance = 5_000.0
  var elevationGain = 320.0
  var difficulty = Difficulty.moderate
  var isPublic = false
  var startLatitude = 46.05
  var startLongitude = 14.5
  var lastModified = Date(timeIntervalSince1970: 1_700_000_200)
}

struct Equipment: Sendable {
  enum Kind: String, Sendable { case rucksack, boots }

  var id = UUID()
  var name = "Rucker"
  var brand: String?
  var equipmentType = Kind.rucksack
  var weight = 1.9
  var totalDistance = 120_000.0
  var totalSessions = 14
  var isActive = true
}

enum SyncStatus { case idle, syncing, synced, failed, accountChanged }

enum SyncError: LocalizedError {
  case failedToFetchLocalChanges

  var errorDescription: String? { "Failed to fetch local changes" }
}

struct UnsyncedBatch: Sendable {
  var sessions: [RuckingSession] = []
  var routes: [Route] = []
  var equipment: [Equipment] = []

  var isEmpty: Bool { sessions.isEmpty && routes.isEmpty && equipment.isEmpty }
}

/// A substitute for the app's data actor.
actor RuckMapDataActor {
  private var batch: UnsyncedBatch?
  private(set) var synced: Set<UUID> = []
  private(set) var received: [UUID: Double] = [:]

  init(_ batch: UnsyncedBatch?) { self.batch = batch }

  func getUnsyncedData() -> Result<UnsyncedBatch, any Error> {
    guard let batch else { return .failure(SyncError.failedToFetchLocalChanges) }
    return .success(batch)
  }

  func updateSyncStatus(_ id: UUID) { synced.insert(id) }

  func receive(_ id: UUID, distance: Double) { received[id] = distance }
}

extension Array {
  func chunked(into size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
