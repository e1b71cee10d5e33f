// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

@MainActor
@Suite struct RuckingSessionDomainTests {
  let testCase: SwiftDataTestCase

  init() throws { testCase = try SwiftDataTestCase() }

  @Test func `a ruck of an hour and 4 miles is completed`() async throws {
    let user = try testCase.user("rucker@example.com", .militaryVeteran)
    user.healthProfile.weight = 180
    try testCase.context.save()
    let session = try await testCase.dataActor.startRuckingSession(
      userId: user.id, packWeight: 35
    ).get()
    let completed = try await testCase.dataActor.completeRuckingSession(
      sessionId: session.id, endDate: session.startDate + 3600, finalDistance: 4,
      locationPoints: []
    ).get()
    #expect(completed.isCompleted)
    #expect(completed.distance == 4)
    #expect(completed.duration == 3600)
    #expect(completed.calories > 0)
    #expect(completed.ruckWork == 140)
  }

  @Test func `work is 40 lb by 5 miles, and power is per hour`() throws {
    let session = RuckingSession(startDate: Date(), packWeight: 40, user: try testCase.user())
    session.distance = 5
    session.duration = 3600
    session.isCompleted = true
    testCase.context.insert(session)
    try testCase.context.save()
    #expect(session.ruckWork == 200)
    #expect(session.ruckPower == 200)
    #expect(session.averagePace == 12)
  }

  @Test func `the rules of a completion are checked in any order`() throws {
    let session = RuckingSession(startDate: Date(), packWeight: 30, user: try testCase.user())
    testCase.context.insert(session)
    #expect(throws: SessionError.sessionTooShort) {
      try session.completeSession(endDate: session.startDate + 30, finalDistance: 1)
    }
    #expect(throws: SessionError.unreasonableDistance) {
      try session.completeSession(endDate: session.startDate + 3600, finalDistance: 100)
    }
    #expect(throws: SessionError.invalidEndDate) {
      try session.completeSession(endDate: session.startDate - 3600, finalDistance: 5)
    }
    #expect(!session.isCompleted)
    #expect(session.endDate == nil)
  }

  @Test func `intensity is of work, climb and pace`() throws {
    let session = RuckingSession(startDate: Date(), packWeight: 50, user: try testCase.user())
    session.distance = 6
    session.duration = 3600
    session.elevationGain = 500
    session.averagePace = 10
    session.isCompleted = true
    testCase.context.insert(session)
    try testCase.context.save()
    #expect(abs(session.intensityScore - 13.5) < 0.1)
  }

  @Test func `a second running ruck is prevented`() async throws {
    let user = try testCase.user()
    let first = await testCase.dataActor.startRuckingSession(userId: user.id, packWeight: 30)
    let second = await testCase.dataActor.startRuckingSession(userId: user.id, packWeight: 35)
    let id = try first.get().id
    guard case .failure(.activeSessionExists(id)) = second else {
      Issue.record("expected a running ruck, got \(second)")
      return
    }
  }

  @Test func `a ruck starts on a saved route, and on no unknown one`() async throws {
    let user = try testCase.user()
    let route = try await testCase.dataActor.createRoute(
      name: "Ridge", distance: 8, startLat: 46.9, startLon: 7.4, creatorId: user.id
    ).get()
    let unknown = await testCase.dataActor.startRuckingSession(
      userId: user.id, packWeight: 30, routeId: UUID())
    guard case .failure(.routeNotFound) = unknown else {
      Issue.record("expected an unknown route, got \(unknown)")
      return
    }
    let session = try await testCase.dataActor.startRuckingSession(
      userId: user.id, packWeight: 30, routeId: route.id
    ).get()
    #expect(session.routeID == route.id)
  }
}
