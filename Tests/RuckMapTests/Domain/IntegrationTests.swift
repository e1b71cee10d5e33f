// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

@MainActor
@Suite struct IntegrationTests {
  let testCase: SwiftDataTestCase

  init() throws { testCase = try SwiftDataTestCase() }

  @Test func `a ruck with gear is started, completed and related`() async throws {
    let user = try testCase.user("integration@example.com", .militaryVeteran)
    user.healthProfile.weight = 180
    let backpack = Equipment(name: "Test Pack", type: .backpack, weight: 3, owner: user)
    let boots = Equipment(name: "Test Boots", type: .boots, weight: 2, owner: user)
    testCase.context.insert(backpack)
    testCase.context.insert(boots)
    try testCase.context.save()

    let started = try await testCase.dataActor.startRuckingSession(
      userId: user.id, packWeight: 35
    ).get()
    let session = try #require(
      try testCase.model(started.persistentModelID, as: RuckingSession.self))
    session.equipment = [backpack, boots]
    try testCase.context.save()

    let completed = try await testCase.dataActor.completeRuckingSession(
      sessionId: started.id, endDate: started.startDate + 3600, finalDistance: 5,
      locationPoints: []
    ).get()
    #expect(completed.isCompleted)
    #expect(completed.userID == user.id)
    #expect(completed.equipmentIDs.count == 2)
    #expect(user.sessions.map(\.id) == [completed.id])
    #expect(user.totalRuckingDistance == 5)
    #expect(user.experienceLevel == .beginner)
    // A completion records no use of gear.
    #expect(backpack.totalDistance == 0)

    let used = try await testCase.dataActor.recordEquipmentUse(sessionId: completed.id).get()
    #expect(Set(used.map(\.name)) == ["Test Pack", "Test Boots"])
    #expect(used.map(\.totalDistance) == [5, 5])
    #expect(used.map(\.totalSessions) == [1, 1])
  }

  @Test func `20 of 1000 rucks are the recent ones`() throws {
    let user = try testCase.user("performance@example.com")
    var random = SeededRandom(seed: 1)
    for day in 0..<1000 {
      let session = RuckingSession(
        startDate: Date(timeIntervalSinceReferenceDate: 800_000_000 - Double(day) * 86400),
        packWeight: Double.random(in: 20...50, using: &random), user: user)
      session.distance = Double.random(in: 1...10, using: &random)
      session.isCompleted = true
      testCase.context.insert(session)
    }
    try testCase.context.save()
    let recent = try testCase.context.fetch(RuckingSession.recentSessions)
    #expect(recent.count == 20)
    #expect(recent.first?.startDate == Date(timeIntervalSinceReferenceDate: 800_000_000))
  }
}
