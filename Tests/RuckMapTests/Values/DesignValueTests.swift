// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import RuckMap
import SwiftData
import Testing

/// The values, defaults and texts that the design documents state.
@Suite struct DesignValueTests {
  @Test func `raw values are in lower case, in the order of the documents`() {
    #expect(
      ExperienceLevel.allCases.map(\.rawValue) == [
        "beginner", "intermediate", "advanced", "expert",
      ])
    #expect(FitnessLevel.allCases.map(\.rawValue) == ["low", "moderate", "high", "expert"])
    #expect(UnitSystem.imperial.rawValue == "imperial" && UnitSystem.metric.rawValue == "metric")
    #expect(RouteDifficulty.allCases.map(\.rawValue) == ["easy", "moderate", "hard", "extreme"])
    #expect(RouteDifficulty.allCases.map(\.displayName) == ["Easy", "Moderate", "Hard", "Extreme"])
    #expect(RouteType.allCases.map(\.rawValue) == ["loop", "out_and_back", "point_to_point"])
    #expect(
      WaypointType.allCases.map(\.rawValue) == [
        "start", "checkpoint", "water_stop", "rest_area", "scenic", "finish",
      ])
    #expect(
      EquipmentType.allCases.map(\.rawValue) == ["backpack", "boots", "clothing", "accessories"])
    #expect(
      Set(TerrainType.allCases.map(\.rawValue)) == [
        "urban", "trail", "mixed", "mountain", "beach", "pavement", "sand", "snow",
      ])
  }

  @Test func `packs and boots wear by miles, clothing and accessories by hours`() {
    let types: [EquipmentType] = [.backpack, .boots, .clothing, .accessories]
    #expect(types.map(\.typicalReplacementThreshold) == [2000, 500, 200, 1000])
    #expect(types.map(\.usesDistanceForReplacement) == [true, true, false, false])
  }

  @Test(arguments: UserPersona.allCases)
  func `each persona has the other display settings, too`(persona: UserPersona) {
    let display = UserPreferences.defaultFor(persona: persona).displaySettings
    #expect(display.emphasizeDistance == (persona == .militaryVeteran))
    #expect(display.showCalories == (persona == .fitnessEnthusiast))
    #expect(display.simplifiedUI == (persona == .healthConsciousRetiree))
    #expect(display.showWeather == (persona == .outdoorAdventurer))
  }

  @Test func `new models have the default values`() {
    let session = RuckingSession(startDate: Date(), packWeight: 35, user: nil)
    #expect(!session.isCompleted && session.endDate == nil && session.syncStatus == .pending)
    #expect(session.distance == 0 && session.duration == 0 && session.calories == 0)
    #expect(session.elevationGain == 0 && session.elevationLoss == 0 && session.averagePace == 0)
    #expect(session.averageHeartRate == nil && session.maxHeartRate == nil)
    let route = Route(name: "Ridge", distance: 5, startLat: 40, startLon: -74, creator: nil)
    #expect(route.difficulty == .moderate && route.routeType == .loop && route.terrain == .mixed)
    #expect(!route.isPublic && !route.isOfficial && route.tags.isEmpty)
    #expect(route.elevationGain == 0 && route.elevationLoss == 0 && route.estimatedDuration == 0)
    #expect(route.endLatitude == nil && route.endLongitude == nil)
    let item = Equipment(name: "Pack", type: .backpack, weight: 3, owner: nil)
    #expect(item.isActive && item.purchaseDate != nil && item.lastUsed == nil)
    #expect(item.totalDistance == 0 && item.totalSessions == 0 && item.totalHours == 0)
    #expect(item.replacementRecommendedAt == nil && item.purchasePrice == nil)
    let segment = SessionSegment(startTime: Date(timeIntervalSince1970: 9), terrainType: .trail)
    #expect(segment.endTime == segment.startTime && segment.terrainType == .trail)
    #expect(segment.distance == 0 && segment.calories == 0 && segment.averagePace == 0)
    let profile = HealthProfile()
    #expect(profile.fitnessLevel == .moderate && profile.healthConditions.isEmpty)
    #expect(UserPreferences().unitSystem == .imperial && UserPreferences().privacyLevel == .public)
  }

  @MainActor @Test func `limits and intervals have the stated values`() throws {
    #expect(RuckingSession.longestDistance == 50 && RuckingSession.shortestDuration == 60)
    #expect(DataPipeline.batchSize == 50)
    #expect(BackgroundTaskManager.batchSize == 50)
    #expect(UnsyncedData.batchSize == 50)
    #expect(RecordingRules.defaultInterval == 5)
    #expect(Route.popularSessionCount == 10)
    let cache = DataCacheManager(modelContainer: try RuckMapStore.inMemory())
    #expect(cache.timeout == 300)
    let page = OptimizedQueries.paginatedSessions(for: UUID(), page: 2)
    #expect(page.fetchLimit == 20 && page.fetchOffset == 40)
    #expect(Notification.Name.memoryPressureDetected.rawValue == "memoryPressureDetected")
    #expect(SchemaVersion.current == .v5)
    #expect([SchemaVersion.v1, .v2, .v3, .v4].map(\.name) == ["v1", "v2", "v3", "v4"])
    #expect(ModelContainerFactory.cloudKitContainer == "iCloud.com.yourteam.ruckmap")
  }

  @Test(arguments: [(50, 4.0, true), (49, 5.0, false), (50, 3.9, false), (60, 4.5, true)])
  func `a popular route has 50 completions and a mean rating of 4`(
    completions: Int, rating: Double, isPopular: Bool
  ) throws {
    let context = ModelContext(try RuckMapStore.inMemory())
    let route = Route(name: "Ridge", distance: 5, startLat: 40, startLon: -74, creator: nil)
    context.insert(route)
    for _ in 0..<completions {
      let session = RuckingSession(startDate: Date(), packWeight: 30, user: nil)
      session.isCompleted = true
      context.insert(session)
      session.route = route
    }
    let running = RuckingSession(startDate: Date(), packWeight: 30, user: nil)
    context.insert(running)
    running.route = route
    let reviewer = User(email: "a@example.com", displayName: "A", persona: .general)
    context.insert(reviewer)
    route.review(by: reviewer, rating: rating)
    try context.save()
    #expect(route.totalCompletions == completions)
    #expect(route.isPopular == isPopular)
  }

  @Test func `errors begin with the stated texts`() throws {
    let id = UUID()
    let reason = SessionError.invalidEndDate
    for (error, text) in [
      (DataError.duplicateEmail, "An account with this email already exists"),
      (DataError.userNotFound, "User not found"),
      (DataError.sessionNotFound, "Rucking session not found"),
      (DataError.activeSessionExists(id), "Active session \(id) already exists"),
      (DataError.businessLogicError("A rule"), "A rule"),
      (DataError.saveError(reason), "Failed to save: End date must be after start date"),
      (DataError.fetchError(reason), "Failed to fetch: End date must be after start date"),
      (DataError.syncError(reason), "Sync failed: End date must be after start date"),
      (SessionError.alreadyCompleted, "Session is already completed"),
      (SessionError.sessionTooShort, "Session must be at least 1 minute long"),
      (SessionError.unreasonableDistance, "Distance seems unreasonable for a single session"),
      (MigrationError.validationFailed("x"), "Migration validation failed: x"),
      (MigrationError.incompatibleVersion, "Incompatible schema version"),
      (MigrationError.dataCorruption, "Data corruption detected during migration"),
    ] as [(any LocalizedError, String)] {
      let description = try #require(error.errorDescription)
      #expect(description.hasPrefix(text), "\(description)")
    }
  }
}
