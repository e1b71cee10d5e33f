// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import SwiftData

extension RuckLibrary {
  /// Returns the user's profile; the default profile if none is stored.
  public func profile() throws -> UserProfile {
    guard let user = try owner() else {
      return UserProfile(
        displayName: User.unnamed, persona: .general,
        unitSystem: UserPreferences.defaultFor(persona: .general).unitSystem)
    }
    let health = user.healthProfile
    var profile = UserProfile(
      displayName: user.displayName, persona: user.persona,
      unitSystem: user.preferences.unitSystem,
      bodyWeight: health.weight.map(Mass.kilograms(pounds:)),
      height: health.height.map(Length.metres(inches:)), age: user.age(on: Date()),
      sex: health.sex, fitnessLevel: health.fitnessLevel)
    profile.maxHeartRate = health.maxHeartRate
    profile.restingHeartRate = health.restingHeartRate
    profile.healthConditions = HealthCondition.ordered(health.healthConditions)
    profile.privacyLevel = user.effectivePrivacyLevel
    profile.isChild = user.isChild
    profile.display = user.preferences.displaySettings
    profile.notifications = user.preferences.notificationSettings
    return profile
  }

  /// Changes the user's profile; stored rucks keep their energy.
  ///
  /// - Parameter edit: The changes.
  /// - Throws: A ``RuckLibraryError`` for an impossible value, a ``UserError`` for a disallowed
  ///   persona, or a `SwiftDataError`; nothing is changed then.
  public func setProfile(_ edit: UserProfileEdit) throws {
    if let weight = edit.bodyWeight { try RuckLibraryError.check(bodyWeight: weight) }
    if let height = edit.height, !(0.5...3).contains(height) {
      throw RuckLibraryError.invalidHeight(height)
    }
    if let age = edit.age, !(1...130).contains(age) { throw RuckLibraryError.invalidAge(age) }
    if let rate = edit.maxHeartRate, !(60...250).contains(rate) {
      throw RuckLibraryError.invalidHeartRate(rate)
    }
    if let rate = edit.restingHeartRate, !(20...200).contains(rate) {
      throw RuckLibraryError.invalidHeartRate(rate)
    }
    try modelContext.transaction {
      let user = try ownerForUpdate()
      if let persona = edit.persona { try user.updatePersona(persona) }
      if let name = edit.displayName { user.displayName = name }
      if let unitSystem = edit.unitSystem { user.preferences.unitSystem = unitSystem }
      if let privacy = edit.privacyLevel { user.preferences.privacyLevel = privacy }
      if let isChild = edit.isChild { user.isChild = isChild }
      if edit.privacyLevel != nil || edit.isChild != nil { try limitAudiences(of: user) }
      if let display = edit.display { user.preferences.displaySettings = display }
      if let reminders = edit.notifications { user.preferences.notificationSettings = reminders }
      if edit.cleared.contains(.bodyWeight) { user.healthProfile.weight = nil }
      if edit.cleared.contains(.height) { user.healthProfile.height = nil }
      if edit.cleared.contains(.age) { user.healthProfile.age = nil }
      if edit.cleared.contains(.sex) { user.healthProfile.sex = nil }
      if edit.cleared.contains(.maxHeartRate) { user.healthProfile.maxHeartRate = nil }
      if edit.cleared.contains(.restingHeartRate) { user.healthProfile.restingHeartRate = nil }
      if let rate = edit.maxHeartRate { user.healthProfile.maxHeartRate = rate }
      if let rate = edit.restingHeartRate { user.healthProfile.restingHeartRate = rate }
      if let weight = edit.bodyWeight {
        user.healthProfile.weight = Mass.pounds(kilograms: weight)
      }
      if let height = edit.height { user.healthProfile.height = Length.inches(metres: height) }
      if let age = edit.age { user.healthProfile.age = age }
      if let sex = edit.sex { user.healthProfile.sex = sex }
      if let fitness = edit.fitnessLevel { user.healthProfile.fitnessLevel = fitness }
      if let conditions = edit.healthConditions {
        user.healthProfile.healthConditions = HealthCondition.ordered(conditions)
      }
      user.modifiedAt = Date()
    }
  }

  /// Reduces the audiences of a user's rucks and objects to the one that the user permits.
  ///
  /// Otherwise, published ones would stay readable for others. Objects with a permitted audience are not
  /// written.
  ///
  /// - Returns: The number of changed objects.
  /// - Throws: A `SwiftDataError`.
  @discardableResult
  func limitAudiences(of user: User) throws -> Int {
    let audience = user.effectivePrivacyLevel
    guard audience != .public else { return 0 }
    let id = user.id
    var count = 0
    func limit<Object: RuckObject>(
      _ type: Object.Type, _ objects: Predicate<Object.Model>,
      where isWider: (Object.Model) -> Bool
    ) throws {
      for model in try modelContext.fetch(FetchDescriptor(predicate: objects))
      where isWider(model) {
        Object.limit(model, to: audience)
        count += 1
      }
    }
    let sessions = FetchDescriptor<RuckingSession>(
      predicate: #Predicate { $0.user?.id == id && $0.isPublic })
    for session in try modelContext.fetch(sessions) {
      session.isPublic = false
      count += 1
    }
    try limit(RouteItem.self, #Predicate { $0.creator?.id == id && $0.isPublic }) { _ in true }
    try limit(GoalItem.self, #Predicate { $0.user?.id == id }) {
      $0.visibility.limited(to: audience) != $0.visibility
    }
    try limit(EventItem.self, #Predicate { $0.organizer?.id == id }) {
      $0.visibility.limited(to: audience) != $0.visibility
    }
    try limit(ChallengeItem.self, #Predicate { $0.creator?.id == id }) {
      $0.visibility.limited(to: audience) != $0.visibility
    }
    try limit(GroupItem.self, #Predicate { $0.owner?.id == id }) {
      $0.visibility.limited(to: audience) != $0.visibility
    }
    return count
  }

  /// Returns the store's owner, which is its first user.
  func owner() throws -> User? { try modelContext.owner() }

  /// Returns the store's owner, created if needed; call it inside a transaction.
  func ownerForUpdate() throws -> User { try modelContext.ownerForUpdate() }
}

extension ModelContext {
  /// Returns the store's owner, which is its first user.
  func owner() throws -> User? {
    var descriptor = FetchDescriptor<User>(sortBy: [SortDescriptor(\.createdAt)])
    descriptor.fetchLimit = 1
    return try fetch(descriptor).first
  }

  /// Returns the store's owner, created if needed; call it inside a transaction.
  func ownerForUpdate() throws -> User {
    if let owner = try owner() { return owner }
    let user = User(email: "", displayName: User.unnamed, persona: .general)
    // The letters of "cairn.ruck.owner", so that profiles created on several devices merge into one.
    user.id = UUID(derivedFrom: (0x6361_6972_6E2E_7275, 0x636B_2E6F_776E_6572))
    insert(user)
    return user
  }
}
