// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A privacy zone with its offset.
struct ArchivedZone: ArchivedObject {
  static let key = "zone"
  static let noun = "privacy zone"

  var id: UUID
  var user: UUID?
  var name: String
  var latitude: Double
  var longitude: Double
  var radius: Double
  var offsetNorth: Double
  var offsetEast: Double
  var isActive: Bool

  init(_ model: PrivacyZone) {
    id = model.id
    user = model.user?.id
    name = model.name
    latitude = model.latitude
    longitude = model.longitude
    radius = model.radius
    offsetNorth = model.offsetNorth
    offsetEast = model.offsetEast
    isActive = model.isActive
  }

  var title: String { name }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: name)
    try ArchivedValues.check(latitude: latitude, longitude: longitude)
    try ArchivedValues.check(numbers: offsetNorth, offsetEast)
    guard PrivacyZone.radii.contains(radius) else { throw .malformed }
  }

  func makeModel() -> PrivacyZone {
    var random = SystemRandomNumberGenerator()
    let model = PrivacyZone(
      name: name, latitude: latitude, longitude: longitude, radius: radius, user: nil,
      using: &random)
    model.id = id
    // A new offset would reveal more about the place than the old one.
    model.offsetNorth = offsetNorth
    model.offsetEast = offsetEast
    model.isActive = isActive
    return model
  }

  func relate(_ model: PrivacyZone, with restorer: StoreRestorer) throws {
    model.user = try restorer.user(user)
  }
}
