// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension RuckLibrary {
  /// The user's profile; what to start from if nothing was stored yet.
  public func profile() throws -> UserProfile {
    guard let user = try owner() else {
      return UserProfile(
        displayName: User.unnamed, persona: .general,
        unitSystem: UserPreferences.defaultFor(persona: .general).unitSystem)
    }
    let health = user.healthProfile
    return UserProfile(
      displayName: user.displayName, persona: user.persona,
      unitSystem: user.preferences.unitSystem,
      bodyWeight: health.weight.map(Mass.kilograms(pounds:)),
      height: health.height.map(Length.metres(inches:)), age: user.age(on: Date()),
      sex: health.sex, fitnessLevel: health.fitnessLevel)
  }

  /// Changes the user's profile; rucks that are stored keep their energy.
  ///
  /// - Parameter edit: What to change.
  /// - Throws: A ``RuckLibraryError`` for a figure that isn't possible, ``UserError`` for a persona
  ///   that can't be taken, or why the store can't save; nothing is changed then.
  public func setProfile(_ edit: UserProfileEdit) throws {
    if let weight = edit.bodyWeight { try RuckLibraryError.check(bodyWeight: weight) }
    if let height = edit.height, !(0.5...3).contains(height) {
      throw RuckLibraryError.invalidHeight(height)
    }
    if let age = edit.age, !(1...130).contains(age) { throw RuckLibraryError.invalidAge(age) }
    try modelContext.transaction {
      let user = try ownerToChange()
      if let persona = edit.persona { try user.updatePersona(persona) }
      if let name = edit.displayName { user.displayName = name }
      if let unitSystem = edit.unitSystem { user.preferences.unitSystem = unitSystem }
      if let weight = edit.bodyWeight {
        user.healthProfile.weight = Mass.pounds(kilograms: weight)
      }
      if let height = edit.height { user.healthProfile.height = Length.inches(metres: height) }
      if let age = edit.age { user.healthProfile.age = age }
      if let sex = edit.sex { user.healthProfile.sex = sex }
      if let fitness = edit.fitnessLevel { user.healthProfile.fitnessLevel = fitness }
      user.modifiedAt = Date()
    }
  }

  /// The same on each device, so that profiles that were begun on several become one where they meet; the
  /// letters of "cairn.ruck.owner".
  private static let ownerID = UUID(derivedFrom: (0x6361_6972_6E2E_7275, 0x636B_2E6F_776E_6572))

  /// Whose store this is: its first user.
  func owner() throws -> User? {
    var descriptor = FetchDescriptor<User>(sortBy: [SortDescriptor(\.createdAt)])
    descriptor.fetchLimit = 1
    return try modelContext.fetch(descriptor).first
  }

  /// Whose store this is, made if there is no user yet; to be called inside a transaction.
  func ownerToChange() throws -> User {
    if let owner = try owner() { return owner }
    let user = User(email: "", displayName: User.unnamed, persona: .general)
    user.id = Self.ownerID
    modelContext.insert(user)
    return user
  }
}
