// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import RuckMap
import SwiftData
import Testing

@Suite struct UserTests {
  let context: ModelContext

  init() throws {
    context = ModelContext(try RuckMapStore.inMemory())
  }

  @Test func `a persona cannot change back to general`() throws {
    let user = User(email: "test@example.com", displayName: "Test", persona: .general)
    context.insert(user)
    try context.save()
    try user.updatePersona(.militaryVeteran)
    #expect(user.persona == .militaryVeteran)
    #expect(user.preferences.displaySettings.showMilitaryTime)
    #expect(throws: UserError.invalidPersonaTransition) { try user.updatePersona(.general) }
    #expect(user.persona == .militaryVeteran)
    try user.updatePersona(.outdoorAdventurer)
    #expect(user.preferences.displaySettings.showElevation)
    #expect(user.preferences.displaySettings.showMilitaryTime == false)
  }

  @Test func `updating to the current persona preserves the preferences`() throws {
    let user = User(email: "a@example.com", displayName: "A", persona: .militaryVeteran)
    user.preferences.unitSystem = .metric
    try user.updatePersona(.militaryVeteran)
    #expect(user.preferences.unitSystem == .metric)
  }

  @Test func `experience level and totals are derived from all sessions`() throws {
    let user = User(
      email: "experienced@example.com", displayName: "Experienced", persona: .militaryVeteran)
    context.insert(user)
    for day in 0..<25 {
      let session = RuckingSession(
        startDate: Date().addingTimeInterval(-Double(day) * 86400), packWeight: 35, user: user)
      session.distance = 5
      session.isCompleted = true
      context.insert(session)
    }
    try context.save()
    #expect(user.experienceLevel == .advanced)
    #expect(user.totalRuckingDistance == 125)
    #expect(user.averagePackWeight == 35)
  }

  @Test func `active sessions are excluded from the totals`() throws {
    let user = User(email: "a@example.com", displayName: "A", persona: .general)
    context.insert(user)
    let done = RuckingSession(startDate: Date(), packWeight: 20, user: user)
    done.distance = 4
    done.isCompleted = true
    let running = RuckingSession(startDate: Date(), packWeight: 60, user: user)
    running.distance = 30
    context.insert(done)
    context.insert(running)
    try context.save()
    #expect(user.sessions.count == 2)
    #expect(user.totalRuckingDistance == 4)
    #expect(user.averagePackWeight == 20)
    #expect(user.experienceLevel == .beginner)
  }

  @Test func `name, weight and height initialize the profile`() {
    let user = User(name: "Sam", weight: 180, height: 70)
    #expect(user.displayName == "Sam")
    #expect(user.name == "Sam")
    #expect(user.healthProfile.weight == 180)
    #expect(user.height == 70)
    #expect(user.persona == .general)
  }

  @Test func `the age is the entered age or is derived from the birth date`() throws {
    let user = User(name: "Sam", weight: 180, height: 70)
    let day = try #require(
      DateComponents(
        calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: 2024, month: 6, day: 1
      ).date)
    #expect(user.age(on: day) == nil)
    user.birthDate = day.addingTimeInterval(-86400 * 366 * 30)
    #expect(user.age(on: day) == 30)
    user.birthDate = day.addingTimeInterval(86400)
    #expect(user.age(on: day) == nil)
    user.healthProfile.age = 41
    #expect(user.age(on: day) == 41)
  }

  @Test(arguments: [" Sam@Example.com", "sam@example.com\n", "SAM@EXAMPLE.COM"])
  func `email addresses are compared without letter case and surrounding whitespace`(other: String)
  {
    let user = User(email: "sam@example.com", displayName: "Sam", persona: .general)
    #expect(user.isSameEmail(other))
    #expect(user.isSameEmail("pam@example.com") == false)
  }

  @Test func `profile and preferences are persisted`() throws {
    let user = User(email: "a@example.com", displayName: "A", persona: .fitnessEnthusiast)
    user.healthProfile.weight = 180.5
    user.healthProfile.healthConditions = [.asthma, .backPain]
    user.healthProfile.sex = .female
    context.insert(user)
    try context.save()
    let id = user.id
    let other = ModelContext(context.container)
    let users = try other.fetch(
      FetchDescriptor<User>(predicate: #Predicate { $0.id == id }))
    let found = try #require(users.first)
    #expect(found.persona == .fitnessEnthusiast)
    #expect(found.preferences == user.preferences)
    #expect(found.preferences.unitSystem == .metric)
    #expect(found.healthProfile == user.healthProfile)
  }

  @Test func `deleting a user deletes the user's rucks and their points`() throws {
    let user = User(email: "a@example.com", displayName: "A", persona: .general)
    context.insert(user)
    let session = RuckingSession(startDate: Date(), packWeight: 20, user: user)
    context.insert(session)
    let point = LocationPoint(timestamp: nil, latitude: 1, longitude: 2, accuracy: 5)
    point.session = session
    context.insert(point)
    try context.save()
    context.delete(user)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<RuckingSession>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<LocationPoint>()) == 0)
  }
}
