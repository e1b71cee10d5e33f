// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import RuckMap
import SwiftData
import Testing

@MainActor
@Suite struct UserDomainTests {
  let testCase: SwiftDataTestCase

  init() throws { testCase = try SwiftDataTestCase() }

  @Test func `a created user has the persona's preferences`() async throws {
    let user = try await testCase.dataActor.createUser(
      email: "test@example.com", displayName: "Test User", persona: .militaryVeteran
    ).get()
    #expect(user.email == "test@example.com")
    #expect(user.displayName == "Test User")
    #expect(user.persona == .militaryVeteran)
    #expect(user.isActive)
    #expect(user.preferences.unitSystem == .imperial)
    #expect(user.preferences.displaySettings.showMilitaryTime)
  }

  @Test func `a duplicate e-mail address is prevented`() async throws {
    let email = "duplicate@example.com"
    let first = await testCase.dataActor.createUser(
      email: email, displayName: "First User", persona: .general)
    let second = await testCase.dataActor.createUser(
      email: email, displayName: "Second User", persona: .fitnessEnthusiast)
    #expect(throws: Never.self) { try first.get() }
    guard case .failure(.duplicateEmail) = second else {
      Issue.record("expected a duplicate, got \(second)")
      return
    }
  }

  @Test func `a specific persona can't become general`() throws {
    let user = try testCase.user()
    try user.updatePersona(.militaryVeteran)
    #expect(user.persona == .militaryVeteran)
    #expect(user.preferences.displaySettings.showMilitaryTime)
    #expect(throws: UserError.invalidPersonaTransition) { try user.updatePersona(.general) }
  }

  @Test func `25 rucks of 5 miles are an advanced level`() throws {
    let user = try testCase.user("experienced@example.com", .militaryVeteran)
    for day in 0..<25 {
      let session = RuckingSession(
        startDate: Date().addingTimeInterval(-Double(day) * 86400), packWeight: 35, user: user)
      session.distance = 5
      session.isCompleted = true
      testCase.context.insert(session)
    }
    try testCase.context.save()
    #expect(user.experienceLevel == .advanced)
    #expect(user.totalRuckingDistance == 125)
  }

  @Test func `the body mass index of 180 lb and 70 in is 25,8`() throws {
    var profile = HealthProfile()
    profile.weight = 180
    profile.height = 70
    #expect(abs(try #require(profile.bmi) - 25.8) < 0.1)
  }

  @Test func `the recommended pack of 200 lb at moderate fitness is 30 lb`() {
    var profile = HealthProfile()
    profile.weight = 200
    profile.fitnessLevel = .moderate
    #expect(profile.recommendedMaxPackWeight == 30)
  }

  @Test func `an administrator is stored`() throws {
    let admin = try testCase.user("admin@example.com")
    admin.isAdmin = true
    try testCase.context.save()
    let stored = try ModelContext(testCase.container).fetch(FetchDescriptor<User>())
    #expect(stored.map(\.isAdmin) == [true])
    try testCase.tearDown()
    #expect(try testCase.context.fetchCount(FetchDescriptor<User>()) == 0)
  }

  @Test func `a child's data is private whatever the preferences say`() throws {
    let child = try testCase.user("child@example.com")
    child.preferences.privacyLevel = .public
    #expect(child.effectivePrivacyLevel == .public)
    child.isChild = true
    #expect(child.effectivePrivacyLevel == .private)
  }

  @Test func `the first of two containers' models can't be related`() throws {
    let other = try SwiftDataTestCase()
    let route = Route(name: "Ridge", distance: 1, startLat: 1, startLon: 1, creator: nil)
    other.context.insert(route)
    try other.context.save()
    let session = RuckingSession(startDate: Date(), packWeight: 10, user: try testCase.user())
    testCase.context.insert(session)
    session.route = route
    #expect(throws: SwiftDataError.self) { try testCase.context.save() }
  }
}
