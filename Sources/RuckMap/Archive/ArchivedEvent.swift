// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An event with its participants; a ruck has its event.
struct ArchivedEvent: ArchivedObject {
  static let key = "event"
  static let noun = "event"

  var id: UUID
  var organizer: UUID?
  var group: UUID?
  var route: UUID?
  var participants: [UUID]
  var name: String
  var details: String?
  var startDate: Date
  var endDate: Date?
  var placeName: String?
  var latitude: Double?
  var longitude: Double?
  var distance: Double?
  var packWeight: Double?
  var reminderMinutes: Int?
  var visibility: PrivacyLevel
  var isCancelled: Bool
  var createdAt: Date

  init(_ model: Event) {
    id = model.id
    organizer = model.organizer?.id
    group = model.group?.id
    route = model.route?.id
    participants = [UUID](model.participants) { $0.id }
    name = model.name
    details = model.details
    startDate = model.startDate
    endDate = model.endDate
    placeName = model.placeName
    latitude = model.latitude
    longitude = model.longitude
    distance = model.distance
    packWeight = model.packWeight
    reminderMinutes = model.reminderMinutes
    visibility = model.visibility
    isCancelled = model.isCancelled
    createdAt = model.createdAt
  }

  var title: String { name }

  func validate() throws(RuckArchiveError) {
    try ArchivedValues.check(texts: name, details, placeName)
    try ArchivedValues.check(dates: startDate, endDate, createdAt)
    try ArchivedValues.check(latitude: latitude, longitude: longitude)
    try ArchivedValues.check(numbers: distance, packWeight)
    try ArchivedValues.check(minutes: reminderMinutes)
  }

  func makeModel() -> Event {
    let model = Event(name: name, startDate: startDate, organizer: nil)
    model.id = id
    model.details = details
    model.endDate = endDate
    model.placeName = placeName
    model.latitude = latitude
    model.longitude = longitude
    model.distance = distance
    model.packWeight = packWeight
    model.reminderMinutes = reminderMinutes
    model.visibility = visibility
    model.isCancelled = isCancelled
    model.createdAt = createdAt
    return model
  }

  func relate(_ model: Event, with restorer: StoreRestorer) throws {
    model.organizer = try restorer.user(organizer)
    model.group = try restorer.stored(Group.self, group)
    model.route = try restorer.stored(Route.self, route)
    model.participants = try restorer.users(participants)
  }
}
