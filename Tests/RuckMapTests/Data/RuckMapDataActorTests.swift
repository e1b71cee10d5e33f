// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import RuckMap
import SwiftData
import Testing

@Suite struct RuckMapDataActorTests {
  let container: ModelContainer
  let actor: RuckMapDataActor

  init() throws {
    container = try RuckMapStore.inMemory()
    actor = RuckMapDataActor(modelContainer: container)
  }

  func newUser(_ email: String = "test@example.com") async throws -> UserSnapshot {
    try await actor.createUser(email: email, displayName: "Test", persona: .general).get()
  }

  @Test func `a created user has the default preferences of the persona`() async throws {
    let user = try await actor.createUser(
      email: "test@example.com", displayName: "Test User", persona: .militaryVeteran
    ).get()
    #expect(user.email == "test@example.com")
    #expect(user.displayName == "Test User")
    #expect(user.persona == .militaryVeteran)
    #expect(user.isActive)
    #expect(user.preferences.unitSystem == .imperial)
    #expect(user.preferences.displaySettings.showMilitaryTime)
    let found = try await actor.fetchUser(id: user.id).get()
    #expect(found?.id == user.id)
    #expect(try await actor.fetchUser(id: UUID()).get() == nil)
  }

  @Test(arguments: ["duplicate@example.com", " Duplicate@Example.com "])
  func `a duplicate email address is rejected`(second: String) async throws {
    _ = try await newUser("duplicate@example.com")
    let result = await actor.createUser(
      email: second, displayName: "Second User", persona: .fitnessEnthusiast)
    guard case .failure(.duplicateEmail) = result else {
      Issue.record("expected a duplicate, got \(result)")
      return
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<User>()) == 1)
  }

  @Test func `a session is started and completed`() async throws {
    let user = try await newUser()
    let session = try await actor.startRuckingSession(userId: user.id, packWeight: 35).get()
    #expect(session.isCompleted == false)
    #expect(session.userID == user.id)
    let completed = try await actor.completeRuckingSession(
      sessionId: session.id, endDate: session.startDate + 3600, finalDistance: 4,
      locationPoints: []
    ).get()
    #expect(completed.isCompleted)
    #expect(completed.distance == 4)
    #expect(completed.duration == 3600)
    #expect(completed.calories > 0)
    #expect(completed.ruckWork == 140)
    let context = ModelContext(container)
    let stored = try #require(
      try context.fetch(RuckingSession.withIdentifier(session.id)).first)
    #expect(stored.persistentModelID == completed.persistentModelID)
    #expect(stored.user?.id == user.id)
    #expect(stored.user?.totalRuckingDistance == 4)
    #expect(stored.user?.experienceLevel == .beginner)
  }

  @Test func `completion stores the track and derives its statistics`() async throws {
    let user = try await newUser()
    let session = try await actor.startRuckingSession(userId: user.id, packWeight: 35).get()
    var track = Tracks.north(
      points: 361, altitude: { 100 + Double($0) / 10 }, at: session.startDate)
    for index in track.indices { track[index].heartRate = 120 + index % 2 }
    let completed = try await actor.completeRuckingSession(
      sessionId: session.id, endDate: session.startDate + 3600, finalDistance: 2.3,
      locationPoints: track
    ).get()
    #expect(completed.pointCount == 361)
    #expect(abs(completed.elevationGain - 36 / 0.3048) < 10)
    #expect(completed.maxHeartRate == 121)
    #expect(completed.averageHeartRate == 120)
    let context = ModelContext(container)
    let points = try context.fetch(
      FetchDescriptor<LocationPoint>(sortBy: [SortDescriptor(\.index)]))
    #expect(points.map(\.trackPoint) == track)
    #expect(points.first?.session?.id == session.id)
  }

  @Test func `a track without heart rates leaves those of the metrics`() async throws {
    let user = try await newUser()
    let session = try await actor.startRuckingSession(userId: user.id, packWeight: 35).get()
    let context = ModelContext(container)
    let stored = try #require(
      try context.fetch(RuckingSession.withIdentifier(session.id)).first)
    for (second, rate) in [130.0, 150].enumerated() {
      let metric = ActivityMetric(
        timestamp: session.startDate + Double(second), type: .heartRate, value: rate, unit: "bpm")
      context.insert(metric)
      metric.session = stored
    }
    try context.save()
    let completed = try await actor.completeRuckingSession(
      sessionId: session.id, endDate: session.startDate + 600, finalDistance: 0.4,
      locationPoints: Tracks.north(points: 61, at: session.startDate)
    ).get()
    #expect(completed.pointCount == 61)
    #expect(completed.averageHeartRate == 140)
    #expect(completed.maxHeartRate == 150)
  }

  @Test func `a rejected completion stores nothing`() async throws {
    let user = try await newUser()
    let session = try await actor.startRuckingSession(userId: user.id, packWeight: 35).get()
    let result = await actor.completeRuckingSession(
      sessionId: session.id, endDate: session.startDate + 3600, finalDistance: 60,
      locationPoints: Tracks.north(points: 20))
    guard case .failure(.businessLogicError(let text)) = result else {
      Issue.record("expected a refusal, got \(result)")
      return
    }
    #expect(text == SessionError.unreasonableDistance.localizedDescription)
    let context = ModelContext(container)
    let stored = try #require(
      try context.fetch(RuckingSession.withIdentifier(session.id)).first)
    #expect(stored.isCompleted == false)
    #expect(stored.distance == 0)
    #expect(try context.fetchCount(FetchDescriptor<LocationPoint>()) == 0)
    // The actor's own context has no pending changes: the session can still be completed.
    let again = try await actor.completeRuckingSession(
      sessionId: session.id, endDate: session.startDate + 3600, finalDistance: 6,
      locationPoints: []
    ).get()
    #expect(again.distance == 6)
  }

  @Test func `a user has at most one active session`() async throws {
    let user = try await newUser()
    let first = try await actor.startRuckingSession(userId: user.id, packWeight: 30).get()
    let second = await actor.startRuckingSession(userId: user.id, packWeight: 35)
    guard case .failure(.activeSessionExists(let id)) = second else {
      Issue.record("expected a refusal, got \(second)")
      return
    }
    #expect(id == first.id)
    let other = try await newUser("other@example.com")
    _ = try await actor.startRuckingSession(userId: other.id, packWeight: 30).get()
    _ = try await actor.completeRuckingSession(
      sessionId: first.id, endDate: first.startDate + 60, finalDistance: 0.1, locationPoints: []
    ).get()
    _ = try await actor.startRuckingSession(userId: user.id, packWeight: 30).get()
  }

  @Test func `unknown identifiers fail with a specific error`() async {
    guard
      case .failure(.userNotFound) = await actor.startRuckingSession(
        userId: UUID(), packWeight: 30)
    else {
      Issue.record("expected an unknown user")
      return
    }
    let result = await actor.completeRuckingSession(
      sessionId: UUID(), endDate: Date(), finalDistance: 1, locationPoints: [])
    guard case .failure(.sessionNotFound) = result else {
      Issue.record("expected an unknown session, got \(result)")
      return
    }
  }

  @Test func `invalid pack weights are rejected`() async throws {
    let user = try await newUser()
    for weight in [-1, .nan, .infinity, 5000] {
      let result = await actor.startRuckingSession(userId: user.id, packWeight: weight)
      guard case .failure(.businessLogicError) = result else {
        Issue.record("\(weight) lb gave \(result)")
        continue
      }
    }
  }
}
