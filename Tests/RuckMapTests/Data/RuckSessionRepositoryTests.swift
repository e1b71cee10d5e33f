// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

@Suite struct RuckSessionRepositoryTests {
  let container: ModelContainer
  let repository: any RuckSessionRepository
  let user: UUID

  init() throws {
    container = try ModelContainer(
      for: Schema(versionedSchema: SchemaV5.self),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    repository = SwiftDataRuckSessionRepository(modelContainer: container)
    let context = ModelContext(container)
    let model = User(name: "Test User", weight: 150, height: 70)
    context.insert(model)
    try context.save()
    user = model.id
  }

  @Test func `a ruck is created`() async throws {
    let session = try await repository.create(weight: 35, user: user)
    #expect(session.weight == 35)
    #expect(session.userID == user)
    #expect(!session.isComplete)
    #expect(try await repository.fetchActive(for: user) == session)
    #expect(try await repository.fetchActive(for: nil) == session)
    #expect(try await repository.fetch(by: session.id) == session)
  }

  @Test func `a second running ruck of a user is rejected`() async throws {
    let session = try await repository.create(weight: 35, user: user)
    await #expect(throws: RuckMapError.activeSessionExists(session.id)) {
      try await repository.create(weight: 40, user: user)
    }
    #expect(try await repository.fetchAll().count == 1)
  }

  @Test func `another user can start a ruck`() async throws {
    _ = try await repository.create(weight: 35, user: user)
    let other = try await RuckDataRepository(modelContainer: container).insertUser(
      email: "b@example.com", displayName: "B", persona: .general)
    let session = try await repository.create(weight: 20, user: other.id)
    #expect(try await repository.fetchActive(for: other.id)?.id == session.id)
    #expect(try await repository.fetchSessions(for: user, limit: 50).count == 1)
  }

  @Test func `a ruck is completed`() async throws {
    let session = try await repository.create(weight: 35, user: user)
    let completed = try await repository.complete(session.id, rpe: 7, notes: "Good ruck")
    #expect(completed.endDate != nil)
    #expect(completed.isComplete)
    #expect(completed.rpe == 7)
    #expect(completed.notes == "Good ruck")
    #expect(try await repository.fetchActive(for: user) == nil)
    await #expect(throws: RuckMapError.alreadyCompleted(session.id)) {
      try await repository.complete(session.id, rpe: nil, notes: nil)
    }
  }

  @Test func `an update changes the energy of a completed ruck`() async throws {
    let session = try await repository.create(weight: 35, user: user)
    let changed = try await repository.update(
      session.id, with: RuckSessionChanges(totalDistance: 1609.344, notes: "a"))
    #expect(abs(changed.distance - 1) < 1e-9)
    #expect(changed.notes == "a")
    #expect(changed.calories == 0)
    let context = ModelContext(container)
    let model = try #require(try context.fetch(RuckingSession.descriptor(id: session.id)).first)
    try model.completeSession(endDate: model.startDate + 1200, finalDistance: 1)
    try context.save()
    let light = try #require(try await repository.fetch(by: session.id))
    let heavy = try await repository.update(session.id, with: RuckSessionChanges(weight: 70))
    #expect(light.calories > 0)
    #expect(heavy.calories > light.calories)
    #expect(heavy.weight == 70)
  }

  @Test func `bad requests change nothing`() async throws {
    let unknown = UUID()
    await #expect(throws: RuckMapError.userNotFound(unknown)) {
      try await repository.create(weight: 35, user: unknown)
    }
    for weight in [-1, .nan, .infinity, 2000] as [Double] {
      await #expect(throws: RuckMapError.self) {
        try await repository.create(weight: weight, user: user)
      }
    }
    await #expect(throws: RuckMapError.sessionNotFound(unknown)) {
      try await repository.complete(unknown, rpe: nil, notes: nil)
    }
    await #expect(throws: RuckMapError.sessionNotFound(unknown)) {
      try await repository.delete(unknown)
    }
    let session = try await repository.create(weight: 35, user: user)
    for rpe in [0, 11] {
      await #expect(throws: RuckMapError.invalidExertion(rpe)) {
        try await repository.complete(session.id, rpe: rpe, notes: nil)
      }
    }
    for metres in [-1, .nan, .infinity] as [Double] {
      await #expect(throws: RuckMapError.self) {
        try await repository.update(
          session.id, with: RuckSessionChanges(totalDistance: metres))
      }
      await #expect(throws: RuckMapError.self) {
        try await repository.update(
          session.id, with: RuckSessionChanges(totalElevationGain: metres))
      }
    }
    #expect(try await repository.fetch(by: session.id) == session)
    #expect(try await repository.fetch(by: unknown) == nil)
  }

  @Test func `a ruck is deleted`() async throws {
    let session = try await repository.create(weight: 35, user: user)
    try await repository.delete(session.id)
    #expect(try await repository.fetchAll().isEmpty)
  }

  @Test func `of many concurrent starts one succeeds`() async throws {
    let results = await withTaskGroup(of: Bool.self) { group in
      for weight in 0..<10 {
        group.addTask {
          // Each has its own actor and context, as in several processes.
          let repository = SwiftDataRuckSessionRepository(modelContainer: container)
          return (try? await repository.create(weight: Double(weight), user: user)) != nil
        }
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(results.count { $0 } == 1)
    #expect(try await repository.fetchAll().count == 1)
  }
}
