// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

/// Stores of versions 1 to 4, and their migration to the current version.
@Suite(.timeLimit(.minutes(15))) struct MigrationTests {
  static let day = Date(timeIntervalSinceReferenceDate: 700_000_000)

  let folder: TemporaryFolder
  let store: URL

  init() throws {
    folder = try TemporaryFolder()
    store = folder.url.appending(path: RuckMapStore.fileName)
  }

  private func context(
    _ version: any VersionedSchema.Type, at url: URL? = nil
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version),
        configurations: ModelConfiguration(url: url ?? store, cloudKitDatabase: .none)))
  }

  private func current() throws -> ModelContext {
    ModelContext(try RuckMapStore.container(directory: folder.url))
  }

  private func writeVersion1() throws {
    let context = try context(SchemaV1.self)
    let ann = SchemaV1.UserV1(email: "ann@x.org", displayName: "Ann")
    ann.createdAt = Self.day
    context.insert(ann)
    let session = SchemaV1.RuckingSessionV1(startDate: Self.day, packWeight: 20)
    session.endDate = Self.day + 3600
    session.distance = 3
    session.isCompleted = true
    context.insert(session)
    session.user = ann
    context.insert(SchemaV1.RouteV1(name: "Ridge", distance: 8.5))
    try context.save()
  }

  @Test func `version 1 is migrated through all versions`() throws {
    try writeVersion1()
    #expect(try SchemaVersion.version(ofStore: store) == .v1)
    let context = try current()
    let user = try #require(try context.fetch(FetchDescriptor<User>()).first)
    #expect(user.email == "ann@x.org")
    #expect(user.displayName == "Ann")
    #expect(user.createdAt == Self.day)
    #expect(user.modifiedAt == Self.day)
    #expect(user.lastSyncDate == Self.day)
    #expect(user.persona == .general)
    #expect(user.isActive)
    let session = try #require(user.sessions.first)
    #expect(session.distance == 3)
    #expect(session.packWeight == 20)
    #expect(session.duration == 3600)
    #expect(session.storedPace == 20)
    #expect(session.isCompleted)
    #expect(session.lastModified == Self.day + 3600)
    let route = try #require(try context.fetch(FetchDescriptor<Route>()).first)
    #expect(route.name == "Ridge")
    #expect(route.distance == 8.5)
    #expect(route.lastModified == route.createdAt)
    #expect(!route.hasStart)
    #expect(try SchemaVersion.version(ofStore: store) == .v5)
  }

  @Test func `version 2 keeps personas and gear`() throws {
    do {
      let context = try context(SchemaV2.self)
      let user = SchemaV2.UserV2(
        email: "ann@x.org", displayName: "Ann", persona: "military_veteran")
      let odd = SchemaV2.UserV2(email: "ben@x.org", displayName: "Ben", persona: "astronaut")
      context.insert(user)
      context.insert(odd)
      for (name, type) in [("GR1", "Backpack"), ("Sack", "rucksack"), ("Boots", "boots")] {
        let item = SchemaV2.EquipmentV2(name: name, type: type, weight: 3)
        item.createdAt = Self.day
        context.insert(item)
        item.owner = user
      }
      try context.save()
    }
    #expect(try SchemaVersion.version(ofStore: store) == .v2)
    let context = try current()
    let users = try context.fetch(FetchDescriptor<User>(sortBy: [SortDescriptor(\.email)]))
    #expect(users.map(\.persona) == [.militaryVeteran, .general])
    #expect(users[0].preferences.displaySettings.showMilitaryTime)
    let items = try context.fetch(FetchDescriptor<Equipment>(sortBy: [SortDescriptor(\.name)]))
    #expect(items.map(\.name) == ["Boots", "GR1", "Sack (rucksack)"])
    #expect(items.map(\.equipmentType) == [.boots, .backpack, .accessories])
    #expect(items.map(\.purchaseDate) == [Self.day, Self.day, Self.day])
    #expect(items.map(\.owner?.email) == ["ann@x.org", "ann@x.org", "ann@x.org"])
    #expect(items.allSatisfy { $0.uses.isEmpty && $0.totalDistance == 0 })
  }

  @Test func `version 3 keeps tracks in order`() throws {
    do {
      let context = try context(SchemaV3.self)
      let session = SchemaV3.RuckingSessionV3(startDate: Self.day, packWeight: 30)
      context.insert(session)
      for second in [2.0, 0, 1] {
        let point = SchemaV3.LocationPointV3(
          timestamp: Self.day + second, latitude: second, longitude: 7, accuracy: 5)
        context.insert(point)
        point.session = session
      }
      try context.save()
    }
    #expect(try SchemaVersion.version(ofStore: store) == .v3)
    let session = try #require(try current().fetch(FetchDescriptor<RuckingSession>()).first)
    let points = session.locationPoints.sorted { $0.index < $1.index }
    #expect(points.map(\.latitude) == [0, 1, 2])
    #expect(points.map(\.index) == [0, 1, 2])
    #expect(points.map(\.accuracy) == [5, 5, 5])
    #expect(session.pointCount == 3)
    #expect(!session.isCompleted)
  }

  private func writeVersion4(at url: URL? = nil) throws {
    let context = try context(SchemaV4.self, at: url)
    let user = SchemaV4.User(email: "ann@x.org", displayName: "Ann", persona: .outdoorAdventurer)
    user.healthProfile.weight = 150
    context.insert(user)
    let route = SchemaV4.Route(name: "Ridge", distance: 8, startLat: 46.9, startLon: 7.4)
    route.description = "Along the ridge"
    route.tags = ["alpine", "Alpine", "dry"]
    route.difficulty = .extreme
    context.insert(route)
    route.creator = user
    let waypoint = SchemaV4.Waypoint(
      name: "Hut", latitude: 47, longitude: 7.5, type: .restArea, order: 0)
    context.insert(waypoint)
    waypoint.route = route
    let review = SchemaV4.RouteReview(rating: 4.5, reviewer: user)
    context.insert(review)
    review.route = route
    let session = SchemaV4.RuckingSession(startDate: Self.day, packWeight: 35, user: user)
    session.averagePace = 16.5
    session.isCompleted = true
    var weather = SchemaV4.WeatherData(condition: "Rain", temperature: 9, humidity: 90)
    weather.windSpeed = 4
    session.weather = weather
    context.insert(session)
    session.route = route
    let metric = SchemaV4.ActivityMetric(
      timestamp: Self.day, type: .heartRate, value: 120, unit: "bpm")
    context.insert(metric)
    metric.session = session
    let pack = SchemaV4.Equipment(name: "Pack", type: .backpack, weight: 3, owner: user)
    pack.totalDistance = 120
    pack.totalSessions = 20
    pack.totalHours = 144_000
    pack.lastUsed = Self.day
    context.insert(pack)
    session.equipment = [pack]
    try context.save()
  }

  @Test func `version 4 keeps every value`() throws {
    try writeVersion4()
    #expect(try SchemaVersion.version(ofStore: store) == .v4)
    let context = try current()
    let session = try #require(try context.fetch(FetchDescriptor<RuckingSession>()).first)
    #expect(session.storedPace == 16.5)
    #expect(session.averagePace == 16.5)
    let weather = try #require(session.weather)
    #expect(weather.condition == "Rain")
    #expect(weather.temperature == 9)
    #expect(weather.humidity == 90)
    #expect(weather.windSpeed == 4)
    #expect(weather.pressure == nil)
    #expect(weather.timestamp == Self.day)
    #expect(session.metrics.map(\.value) == [120])
    #expect(session.user?.healthProfile.weight == 150)
    let route = try #require(session.route)
    #expect(route.description == "Along the ridge")
    #expect(route.tags == ["alpine", "dry"])
    #expect(route.difficulty == .extreme)
    #expect(route.creator?.email == "ann@x.org")
    #expect(route.waypoints.map(\.waypointType) == [.restArea])
    #expect(route.reviews.map(\.rating) == [4.5])
    #expect(route.reviews.map(\.reviewer?.email) == ["ann@x.org"])
    let pack = try #require(session.equipment.first)
    #expect(pack.totalDistance == 120)
    #expect(pack.totalSessions == 20)
    #expect(pack.totalHours == 144_000)
    #expect(pack.lastUsed == Self.day)
    #expect(pack.uses.map(\.sessionCount) == [20])
    pack.recordUsage(distance: 5, duration: 3600, at: Self.day + 86400)
    #expect(pack.totalDistance == 125)
    #expect(pack.totalSessions == 21)
    try context.save()
  }

  @Test func `two stores of version 4 don't mix their values`() async throws {
    try writeVersion4()
    let other = try TemporaryFolder()
    try writeVersion4(at: other.url.appending(path: RuckMapStore.fileName))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for folder in [folder, other] {
        group.addTask {
          let context = ModelContext(try RuckMapStore.container(directory: folder.url))
          return try context.fetchCount(FetchDescriptor<WeatherData>())
        }
      }
      for try await count in group { #expect(count == 1) }
    }
  }

  @Test func `a failed check rolls everything back`() throws {
    do {
      let context = try context(SchemaV4.self)
      let user = SchemaV4.User(email: "ann@x.org", displayName: "Ann", persona: .general)
      context.insert(user)
      let session = SchemaV4.RuckingSession(startDate: Self.day, packWeight: -1, user: user)
      context.insert(session)
      try context.save()
    }
    #expect(throws: MigrationError.validationFailed("1 rucks have negative figures")) {
      try RuckMapStore.container(directory: folder.url)
    }
    #expect(try SchemaVersion.version(ofStore: store) == .v4)
    let context = try context(SchemaV4.self)
    #expect(try context.fetch(FetchDescriptor<SchemaV4.RuckingSession>()).map(\.packWeight) == [-1])
  }

  // MARK: Manager

  @MainActor
  @Test func `the manager reports need, steps and progress, and rolls back`() async throws {
    let manager = MigrationManager(directory: folder.url)
    #expect(try manager.currentSchemaVersion() == nil)
    #expect(try !manager.checkMigrationNeeded())
    #expect(try manager.migrationSteps() == [])
    try writeVersion1()
    #expect(try manager.checkMigrationNeeded())
    #expect(try manager.migrationSteps().map(\.toVersion) == [.v2, .v3, .v4, .v5])
    #expect(manager.migrationStatus == .idle)
    do {
      let container = try await manager.performMigration()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<User>()) == 1)
    }
    #expect(manager.migrationStatus == .completed)
    #expect(manager.migrationProgress == 1)
    #expect(manager.migrationError == nil)
    #expect(try !manager.checkMigrationNeeded())

    try manager.rollBack()
    #expect(try manager.currentSchemaVersion() == .v1)
    #expect(manager.migrationStatus == .idle)
    let users = try context(SchemaV1.self).fetch(FetchDescriptor<SchemaV1.UserV1>())
    #expect(users.map(\.email) == ["ann@x.org"])
    try manager.discardBackup()
    #expect(
      !FileManager.default.fileExists(atPath: manager.backup.path(percentEncoded: false)))
  }

  @MainActor
  @Test func `the manager reports a failure`() async throws {
    do {
      let context = try context(SchemaV4.self)
      let user = SchemaV4.User(email: "ann@x.org", displayName: "Ann", persona: .general)
      context.insert(user)
      context.insert(SchemaV4.RuckingSession(startDate: Self.day, packWeight: -1, user: user))
      try context.save()
    }
    let manager = MigrationManager(directory: folder.url)
    await #expect(throws: MigrationError.self) { try await manager.performMigration() }
    #expect(manager.migrationStatus == .failed)
    #expect(manager.migrationError?.contains("negative figures") == true)
  }

  @MainActor
  @Test func `other files are no stores of the app`() throws {
    _ = try folder.file(RuckMapStore.fileName, "no database, but long enough to be read as one")
    let manager = MigrationManager(directory: folder.url)
    #expect(throws: (any Error).self) { try manager.checkMigrationNeeded() }
  }

  @MainActor
  @Test func `the released layout needs one step`() async throws {
    _ = try folder.copy("ruckmap-1.0.0.store", as: RuckMapStore.fileName)
    let manager = DataMigrationManager(directory: folder.url)
    let needed = try manager.neededMigrations()
    #expect(needed.map(\.from) == [.released])
    let container = try await manager.performMigrations()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<RuckingSession>()) == 5)
    #expect(try manager.neededMigrations().isEmpty)
  }

  @Test func `the plan is shown as changes`() throws {
    let migrations = DataMigrationPlan.migrations
    #expect(migrations.map(\.from) == [.v1, .v2, .v3, .v4, .released])
    #expect(
      migrations[0].changes.filter {
        if case .renameTable = $0 { false } else { true }
      } == [
        .addTable("EquipmentV2"),
        .addColumn(table: "UserV2", column: "persona", type: "String"),
        .addRelationship(from: "UserV2", name: "equipment", to: "Equipment"),
      ])
    #expect(migrations[2].changes.contains(.addTable("Waypoint")))
    #expect(migrations[2].changes.contains(.renameTable(from: "UserV3", to: "User")))
    #expect(migrations[3].changes.contains(.addTable("EquipmentUse")))
    #expect(
      migrations[3].changes.contains(.removeColumn(table: "Route", column: "tags")))
    // Nothing of the released layout is removed or renamed.
    #expect(
      migrations[4].changes.allSatisfy {
        switch $0 {
        case .addTable, .addColumn, .addRelationship: true
        case .removeColumn, .renameTable: false
        }
      })
  }

  @Test func `containers are made on disk and in memory`() throws {
    let disk = try ModelContainerFactory.createContainer(directory: folder.url)
    let context = ModelContext(disk)
    context.insert(User(email: "a@example.com", displayName: "A", persona: .general))
    try context.save()
    #expect(FileManager.default.fileExists(atPath: store.path(percentEncoded: false)))
    let memory = try ModelContainerFactory.createTestContainer()
    #expect(try ModelContext(memory).fetchCount(FetchDescriptor<User>()) == 0)
    #expect(memory.configurations.allSatisfy { $0.isStoredInMemoryOnly && !$0.isAutosaveEnabled })
  }
}
