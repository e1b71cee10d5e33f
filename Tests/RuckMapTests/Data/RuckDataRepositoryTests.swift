// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

@Suite(.timeLimit(.minutes(15))) struct RuckDataRepositoryTests {
  let container: ModelContainer
  let repository: RuckDataRepository

  init() throws {
    container = try RuckMapStore.inMemory()
    repository = RuckDataRepository(modelContainer: container)
  }

  private func insertUser() async throws -> UserSnapshot {
    try await repository.insertUser(
      email: "test@example.com", displayName: "Test User", persona: .militaryVeteran)
  }

  @Test func `a ruck is created`() async throws {
    let user = try await insertUser()
    let session = try await repository.createSession(
      startDate: Date(), packWeight: 35, userId: user.id)
    #expect(session.packWeight == 35)
    #expect(session.userID == user.id)
    #expect(try await repository.fetchUser(id: user.id) == user)
    #expect(try await repository.fetchUser(id: UUID()) == nil)
    await #expect(throws: DataError.self) {
      try await repository.createSession(startDate: Date(), packWeight: 35, userId: UUID())
    }
  }

  @Test func `ten rucks are created concurrently`() async throws {
    let user = try await insertUser()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<10 {
        group.addTask {
          _ = try await repository.createSession(
            startDate: Date(), packWeight: Double(index + 20), userId: user.id)
        }
      }
      try await group.waitForAll()
    }
    let sessions = try await repository.fetchRecentSessions(for: user.id, limit: 10)
    #expect(sessions.count == 10)
    #expect(sessions.map(\.packWeight).sorted() == (20..<30).map(Double.init))
  }

  @Test func `an update sets the figures on level ground`() async throws {
    let user = try await insertUser()
    let session = try await repository.createSession(
      startDate: Date(), packWeight: 35, userId: user.id)
    let updated = try await repository.updateSession(
      session.id, endDate: session.startDate + 3600, distance: 4, duration: 3600)
    #expect(updated.distance == 4)
    #expect(updated.duration == 3600)
    #expect(updated.endDate == session.startDate + 3600)
    #expect(
      updated.calories
        == RuckingCalculator.calculateCalories(weight: 35, distance: 4, time: 3600))
    #expect(!updated.isCompleted)
  }

  @Test(
    arguments: [(-1, 60), (.nan, 60), (.infinity, 60), (1, -1), (1, .nan)] as [(Double, Double)])
  func `an update rejects figures that are not possible`(
    _ distance: Double, _ duration: Double
  ) async throws {
    let user = try await insertUser()
    let session = try await repository.createSession(
      startDate: Date(), packWeight: 35, userId: user.id)
    await #expect(throws: DataError.self) {
      try await repository.updateSession(
        session.id, endDate: session.startDate + 60, distance: distance, duration: duration)
    }
    #expect(try await repository.fetchRecentSessions(for: user.id) == [session])
  }

  @Test func `unsynced data are the changes after a token`() async throws {
    let user = try await insertUser()
    let first = try await repository.createSession(
      startDate: Date(), packWeight: 35, userId: user.id)
    let actor = RuckMapDataActor(modelContainer: container)
    let route = try await actor.createRoute(
      name: "Ridge", distance: 8, startLat: 46.9, startLon: 7.4, creatorId: user.id
    ).get()
    let pack = try await actor.addEquipment(
      name: "Pack", type: .backpack, weight: 3, ownerId: user.id
    ).get()
    let all = try await repository.getUnsyncedData()
    #expect(all.sessions.map(\.id) == [first.id])
    #expect(all.routes.map(\.id) == [route.id])
    #expect(all.equipment.map(\.id) == [pack.id])
    #expect(all.totalCount == 3)
    #expect(all.batches.map(\.count) == [1, 1, 1])
    #expect(try await actor.getUnsyncedData().get() == all)

    let none = try await repository.getUnsyncedData(after: all.token)
    #expect(none.isEmpty)
    #expect(none.token == all.token)

    let second = try await repository.createSession(
      startDate: Date(), packWeight: 20, userId: user.id)
    let third = try await repository.createSession(
      startDate: Date(), packWeight: 21, userId: user.id)
    try await RuckLibrary(modelContainer: container).delete(third.id)
    let next = try await repository.getUnsyncedData(after: all.token)
    #expect(next.sessions.map(\.id) == [second.id])
    #expect(next.routes.isEmpty)
  }

  @Test func `changes of a sync are not unsynced`() async throws {
    let context = ModelContext(container)
    context.author = "CloudKit"
    context.insert(User(email: "a@example.com", displayName: "A", persona: .general))
    context.insert(RuckingSession(startDate: Date(), packWeight: 1, user: nil))
    try context.save()
    #expect(try await repository.getUnsyncedData().isEmpty)
  }

  @Test func `120 rucks are three batches`() async throws {
    let user = try await insertUser()
    for index in 0..<120 {
      _ = try await repository.createSession(
        startDate: Date(), packWeight: Double(index), userId: user.id)
    }
    let batch = try await repository.getUnsyncedData()
    #expect(batch.batches.map(\.count) == [50, 50, 20])
    #expect(batch.batches.flatMap(\.sessions) == batch.sessions)
  }

  @Test func `changes of all contexts are observed until the task ends`() async throws {
    let changes = repository.observeChanges()
    let user = try await insertUser()
    var observed: [DataChange] = []
    for await change in changes {
      observed.append(change)
      break
    }
    #expect(observed == [.inserted(user.persistentModelID)])
    #expect(observed.first?.entityName == "User")

    let endless = repository.observeChanges()
    let task = Task {
      for await _ in endless {}
      return true
    }
    task.cancel()
    #expect(await task.value)
  }

  @Test func `an operation is one transaction`() async throws {
    let actor = RuckDataActor(modelContainer: container)
    let count = try await actor.performDataOperation { context in
      context.insert(User(email: "a@example.com", displayName: "A", persona: .general))
      return try context.fetchCount(FetchDescriptor<User>())
    }
    #expect(count == 1)
    await #expect(throws: CancellationError.self) {
      try await actor.performDataOperation { context in
        context.insert(User(email: "b@example.com", displayName: "B", persona: .general))
        throw CancellationError()
      }
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<User>()) == 1)
  }

  @Test func `concurrent operations do not interleave`() async throws {
    let actor = RuckDataActor(modelContainer: container)
    let user = try await insertUser()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await actor.performDataOperation { context in
            let model = try context.fetch(User.descriptor(id: user.id)).first
            model?.displayName += "x"
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try await repository.fetchUser(id: user.id)?.displayName
        == "Test User" + String(repeating: "x", count: 20))
  }

  @Test func `a cancelled task runs no operation`() async throws {
    let actor = RuckDataActor(modelContainer: container)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await actor.performDataOperation { _ in 1 }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
