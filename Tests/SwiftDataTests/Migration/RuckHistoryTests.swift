// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The migrations of an app from its first to its fourth version, with checks of the data after
/// each step.
@Suite struct RuckHistoryTests {
  private static let day = Date(timeIntervalSinceReferenceDate: 700_000_000)

  private enum ToV2: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [RuckSchemaV1.self, RuckSchemaV2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: RuckSchemaV1.self, toVersion: RuckSchemaV2.self)]
    }
  }

  private enum ToV3: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { ToV2.schemas + [RuckSchemaV3.self] }
    static var stages: [MigrationStage] {
      ToV2.stages + [.lightweight(fromVersion: RuckSchemaV2.self, toVersion: RuckSchemaV3.self)]
    }
  }

  private enum ToV4: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { ToV3.schemas + [RuckSchemaV4.self] }
    static var stages: [MigrationStage] { ToV3.stages + [toV4] }

    /// Sets missing purchase dates to the creation dates, and computes the durations of sessions.
    static let toV4 = MigrationStage.custom(
      fromVersion: RuckSchemaV3.self, toVersion: RuckSchemaV4.self,
      willMigrate: { context in
        let undated = FetchDescriptor<RuckSchemaV3.EquipmentV3>(
          predicate: #Predicate { $0.purchaseDate == nil })
        for equipment in try context.fetch(undated) { equipment.purchaseDate = equipment.createdAt }
        try context.save()
      },
      didMigrate: { context in
        for session in try context.fetch(FetchDescriptor<RuckSchemaV4.RuckingSession>()) {
          session.duration = session.endDate?.timeIntervalSince(session.startDate) ?? 0
        }
        try context.save()
      })
  }

  /// Returns a store with two users, one of whom has sessions.
  private func first() throws -> TestStore {
    let store = try TestStore()
    let context = try store.context(version: RuckSchemaV1.self)
    let ann = RuckSchemaV1.UserV1(email: "ann@x.org", displayName: "Ann", createdAt: Self.day)
    context.insert(ann)
    context.insert(RuckSchemaV1.UserV1(email: "ben@x.org", displayName: "Ben", createdAt: Self.day))
    for hours in [1.0, 2.0] {
      let session = RuckSchemaV1.RuckingSessionV1(startDate: Self.day, packWeight: 20 * hours)
      session.endDate = Self.day + hours * 3600
      session.distance = hours * 3
      session.isCompleted = true
      session.user = ann
      context.insert(session)
    }
    context.insert(RuckSchemaV1.RouteV1(name: "Ridge", distance: 8.5, createdAt: Self.day))
    try context.save()
    return store
  }

  @Test func `an app's store migrates through four versions one by one`() throws {
    let store = try first()
    try second(store.context(ToV2.self))
    try third(store.context(ToV3.self))
    try last(store.context(ToV4.self), hasTrack: true)
    #expect(try store.leftOvers() == [])
  }

  private func second(_ context: ModelContext) throws {
    let users = try context.fetch(
      FetchDescriptor<RuckSchemaV2.UserV2>(sortBy: [SortDescriptor(\.email)]))
    #expect(users.map(\.displayName) == ["Ann", "Ben"])
    #expect(users.map(\.persona) == ["general", "general"])
    #expect(users.allSatisfy { $0.createdAt == Self.day && $0.equipment.isEmpty })
    let sessions = try context.fetch(
      FetchDescriptor<RuckSchemaV2.RuckingSessionV2>(sortBy: [SortDescriptor(\.distance)]))
    #expect(sessions.map(\.distance) == [3, 6])
    #expect(sessions.map(\.packWeight) == [20, 40])
    #expect(sessions.map(\.user?.email) == ["ann@x.org", "ann@x.org"])
    let routes = try context.fetch(FetchDescriptor<RuckSchemaV2.RouteV2>())
    #expect(routes.map(\.name) == ["Ridge"] && routes.map(\.distance) == [8.5])
    users[0].persona = "military_veteran"
    users[0].equipment = [
      .init(name: "Sack", type: "rucksack", weight: 4, createdAt: Self.day + 1),
      .init(name: "Boots", type: "boots", weight: 2, createdAt: Self.day + 2),
    ]
    try context.save()
  }

  private func third(_ context: ModelContext) throws {
    let users = try context.fetch(
      FetchDescriptor<RuckSchemaV3.UserV3>(sortBy: [SortDescriptor(\.email)]))
    #expect(users.map(\.persona) == ["military_veteran", "general"])
    #expect(users.map { $0.equipment.map(\.name) } == [["Sack", "Boots"], []])
    #expect(users.map { Set($0.sessions.map(\.distance)) } == [[3, 6], []])
    users[0].equipment[1].purchaseDate = Self.day + 100
    let session = try #require(users[0].sessions.first { $0.distance == 3 })
    #expect(session.locationPoints.isEmpty)
    session.locationPoints = (0..<3).map {
      RuckSchemaV3.LocationPointV3(
        latitude: Double($0), longitude: 7, timestamp: Self.day + Double($0))
    }
    try context.save()
  }

  private func last(_ context: ModelContext, hasTrack: Bool) throws {
    let users = try context.fetch(
      FetchDescriptor<RuckSchemaV4.User>(sortBy: [SortDescriptor(\.email)]))
    #expect(users.map(\.displayName) == ["Ann", "Ben"])
    #expect(users.map(\.createdAt) == [Self.day, Self.day])
    #expect(users.allSatisfy { $0.isActive && $0.preferences.unitSystem == "imperial" })
    #expect(Set(users.map(\.id)).count == 2)
    let sessions = users[0].sessions.sorted { $0.distance < $1.distance }
    #expect(sessions.map(\.duration) == [3600, 7200])
    #expect(sessions.map(\.isCompleted) == [true, true])
    #expect(sessions.allSatisfy { $0.metrics.isEmpty && $0.route == nil })
    let routes = try context.fetch(FetchDescriptor<RuckSchemaV4.Route>())
    #expect(routes.map(\.name) == ["Ridge"])
    #expect(routes.allSatisfy { $0.reviews.isEmpty && $0.tags.isEmpty })
    guard hasTrack else { return #expect(users.map(\.persona) == [.general, .general]) }
    #expect(users.map(\.persona) == [.militaryVeteran, .general])
    #expect(sessions.map { $0.locationPoints.map(\.latitude) } == [[0, 1, 2], []])
    #expect(users[0].equipment.map(\.equipmentType) == [.rucksack, .boots])
    // The missing purchase date is the creation date.
    #expect(users[0].equipment.map(\.purchaseDate) == [Self.day + 1, Self.day + 100])
  }

  @Test func `an app's store migrates from the first version to the fourth at once`() throws {
    let store = try first()
    try last(store.context(ToV4.self), hasTrack: false)
    try last(store.context(ToV4.self), hasTrack: false)
  }

  @Test func `an older program rejects an app's store of the fourth version`() throws {
    let store = try first()
    _ = try store.context(ToV4.self)
    let error = #expect(throws: SwiftDataError.self) { try store.context(ToV3.self) }
    #expect(error == .backwardMigration)
    #expect(error?.errorDescription?.contains("4.0.0") == true)
  }
}
