// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

@testable import TripPlanner

/// A store of version 1 with a value in every column.
///
/// `Fixtures/version-1.store` was written by it before version 2 was complete, and stays unchanged: it stands for
/// the stores of users. If the file is missing and `CAIRN_RECORD` is set, the tests write it.
enum Version1Store {
  static let fixture = "version-1.store"

  /// Writes the committed store into the sources if it is missing and `CAIRN_RECORD` is set.
  static func record(file: String = #filePath) throws {
    let target = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/\(fixture)")
    guard ProcessInfo.processInfo.environment["CAIRN_RECORD"] != nil,
      !FileManager.default.fileExists(atPath: target.path(percentEncoded: false))
    else { return }
    try write(to: target)
  }

  typealias V1 = TripDataSchemaV1

  static func id(_ number: UInt8) -> UUID {
    UUID(uuid: (0xCA, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
  }

  static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  /// Writes the store.
  static func write(to url: URL) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    try insert(in: context)
    try context.save()
  }

  static func insert(in context: ModelContext) throws {
    let user = V1.UserProfile(id: id(1), at: date(1))
    (user.updatedAt, user.isDeleted, user.deletedAt) = (date(2), true, date(3))
    (user.displayName, user.email, user.phone) = ("Kim", "kim@example.com", "+64 1")
    (user.homeZone, user.homeCurrency) = ("Pacific/Auckland", "NZD")
    context.insert(user)
    let trip = V1.Trip(id: id(2), at: date(4))
    (trip.updatedAt, trip.isDeleted, trip.deletedAt) = (date(5), true, date(6))
    (trip.title, trip.destination, trip.notes) = ("Pacific", "Auckland", "Notes")
    (trip.startDay, trip.endDay) = ("2027-03-05", "2027-03-16")
    context.insert(trip)
    trip.owner = user
    let origin = place(3, "Auckland Airport", in: context, trip)
    let destination = place(4, "Los Angeles", in: context, trip)
    let route = V1.Route(id: id(5), at: date(9))
    (route.updatedAt, route.isDeleted, route.deletedAt) = (date(10), true, date(11))
    (route.name, route.transport, route.distance, route.duration) = ("Way", "walk", 1234.5, 678)
    (route.path, route.notes) = (Data("[[[1,2],[3,4]]]".utf8), "Steep")
    context.insert(route)
    (route.trip, route.origin, route.destination) = (trip, origin, destination)
    let segment = V1.Segment(id: id(6), at: date(12))
    (segment.updatedAt, segment.isDeleted, segment.deletedAt) = (date(13), true, date(14))
    (segment.title, segment.transport, segment.carrier) = ("Flight", "flight", "Air NZ")
    (segment.number, segment.status) = ("2", "pending")
    (segment.departure, segment.arrival) = (
      "2027-03-10T23:55:00[Pacific/Auckland]", "2027-03-10T15:20:00[America/Los_Angeles]"
    )
    (segment.bookingCode, segment.notes) = ("K7QX2M", "Window")
    context.insert(segment)
    (segment.trip, segment.route, segment.origin, segment.destination) = (
      trip, route, origin, destination
    )
    for (number, start) in [(UInt8(7), "18:00"), (8, "09:00")] {
      let item = V1.DayPlanItem(id: id(number), at: date(15))
      (item.updatedAt, item.isDeleted, item.deletedAt) = (date(16), true, date(17))
      (item.title, item.day, item.kind) = ("Item \(number)", "2027-03-06", "food")
      (item.start, item.end) = ("2027-03-06T\(start):00[Pacific/Auckland]", "2027-03-06T20:00:00")
      item.notes = "Table"
      context.insert(item)
      (item.trip, item.segment, item.place) = (trip, segment, origin)
    }
    try insertLists(in: context, trip)
  }

  private static func place(
    _ number: UInt8, _ name: String, in context: ModelContext, _ trip: V1.Trip
  ) -> V1.Place {
    let place = V1.Place(id: id(number), at: date(7))
    (place.updatedAt, place.isDeleted, place.deletedAt) = (date(8), true, date(8.5))
    (place.name, place.category, place.zone) = (name, "airport", "Pacific/Auckland")
    (place.latitude, place.longitude) = (-37.008, 174.792)
    (place.street, place.locality, place.country) = ("Ray Emery Drive", "Auckland", "NZ")
    place.notes = "Gate"
    context.insert(place)
    place.trip = trip
    return place
  }

  private static func insertLists(in context: ModelContext, _ trip: V1.Trip) throws {
    let line = V1.PackingItem(id: id(9), at: date(18))
    (line.updatedAt, line.isDeleted, line.deletedAt) = (date(19), true, date(20))
    (line.name, line.category, line.quantity, line.isPacked) = ("Socks", "Clothes", 6, true)
    context.insert(line)
    line.trip = trip
    let document = V1.DocumentAsset(id: id(10), at: date(21))
    (document.updatedAt, document.isDeleted, document.deletedAt) = (date(22), true, date(23))
    (document.title, document.fileName, document.contentType) = (
      "Ticket", "t.pdf", "application/pdf"
    )
    document.data = Data("%PDF".utf8)
    (document.byteCount, document.sha256) = (4, DocumentFile.sha256(Data("%PDF".utf8)))
    document.notes = "Print"
    context.insert(document)
    document.trip = trip
    let person = V1.Collaborator(id: id(11), at: date(24))
    (person.updatedAt, person.isDeleted, person.deletedAt) = (date(25), true, date(26))
    (person.name, person.email, person.role) = ("Sam", "sam@example.com", "editor")
    person.invitationStatus = "accepted"
    context.insert(person)
    person.trip = trip
    let log = V1.ActivityLog(id: id(12), at: date(27), device: id(13), objectID: id(2))
    (log.updatedAt, log.isDeleted, log.deletedAt) = (date(28), true, date(29))
    (log.timestamp, log.action, log.actor) = (date(30), "update", "Kim")
    (log.objectType, log.property) = ("Trip", "title")
    (log.oldValue, log.newValue) = ("Old", "Pacific")
    context.insert(log)
    log.trip = trip
  }
}
