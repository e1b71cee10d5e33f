// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A user with preferences and health profile.
struct ArchivedUser: ArchivedObject {
  static let key = "user"
  static let noun = "profile"

  var id: UUID
  var email: String
  var displayName: String
  var createdAt: Date
  var modifiedAt: Date
  var lastSyncDate: Date
  var isActive: Bool
  var persona: UserPersona
  var preferences: UserPreferences
  var healthProfile: HealthProfile
  var birthDate: Date?
  var isAdmin: Bool
  var isChild: Bool
  var timeZoneIdentifier: String?

  init(_ model: User) {
    id = model.id
    email = model.email
    displayName = model.displayName
    createdAt = model.createdAt
    modifiedAt = model.modifiedAt
    lastSyncDate = model.lastSyncDate
    isActive = model.isActive
    persona = model.persona
    preferences = model.preferences
    healthProfile = model.healthProfile
    birthDate = model.birthDate
    isAdmin = model.isAdmin
    isChild = model.isChild
    timeZoneIdentifier = model.timeZoneIdentifier
  }

  var title: String { displayName }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: email, displayName, timeZoneIdentifier)
    try ArchivedValues.check(dates: createdAt, modifiedAt, lastSyncDate, birthDate)
    try ArchivedValues.check(numbers: healthProfile.weight, healthProfile.height)
  }

  func makeModel() -> User {
    let model = User(email: email, displayName: displayName, persona: persona)
    model.id = id
    model.createdAt = createdAt
    apply(to: model)
    return model
  }

  /// Sets the values of a user, except the identifier and the time of creation.
  func apply(to model: User) {
    model.email = email
    model.displayName = displayName
    model.modifiedAt = modifiedAt
    model.lastSyncDate = lastSyncDate
    model.isActive = isActive
    model.persona = persona
    model.preferences = preferences
    model.healthProfile = healthProfile
    model.birthDate = birthDate
    model.isAdmin = isAdmin
    model.isChild = isChild
    model.timeZoneIdentifier = timeZoneIdentifier
  }

  /// Whether ``apply(to:)`` changes nothing.
  func isEqual(to model: User) -> Bool {
    var stored = ArchivedUser(model)
    (stored.id, stored.createdAt) = (id, createdAt)
    return stored == self
  }

  func relate(_ model: User, with restorer: StoreRestorer) {}
}

extension User {
  /// Whether the profile is as the app creates it, so that a restoration may replace it.
  var isUnedited: Bool {
    modifiedAt <= createdAt && displayName == User.unnamed && healthProfile == HealthProfile()
      && preferences == UserPreferences.defaultFor(persona: .general)
  }
}
