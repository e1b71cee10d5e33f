// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@testable import TripPlanner

struct MigrationTests {
  private static func id(_ number: UInt8) -> UUID { Version1Store.id(number) }
  private static func date(_ seconds: Double) -> Date { Version1Store.date(seconds) }

  private static func model<Entity: TripEntity>(
    _ type: Entity.Type, _ number: UInt8, in context: ModelContext
  ) throws -> Entity {
    guard let entity = try context.first(type, id: id(number)) else {
      throw TripLibraryError.notFound(kind: Entity.displayName, name: "\(number)")
    }
    return entity
  }

  private func check(_ folder: TemporaryFolder) throws {
    let context = ModelContext(try TripStore.container(directory: folder.url))
    func model<Entity: TripEntity>(_ type: Entity.Type, _ number: UInt8) throws -> Entity {
      try Self.model(type, number, in: context)
    }
    func times<Entity: TripEntity>(_ entity: Entity) -> [Date?] {
      [entity.createdAt, entity.updatedAt, entity.isDeleted ? entity.deletedAt : nil]
    }
    let user = try model(UserProfile.self, 1)
    #expect(times(user) == [Self.date(1), Self.date(2), Self.date(3)])
    #expect(user.displayName == "Kim" && user.email == "kim@example.com" && user.phone == "+64 1")
    #expect(user.homeZone == "Pacific/Auckland" && user.homeCurrency == "NZD")
    let trip = try model(Trip.self, 2)
    #expect(times(trip) == [Self.date(4), Self.date(5), Self.date(6)])
    #expect(trip.title == "Pacific" && trip.destination == "Auckland" && trip.notes == "Notes")
    #expect(trip.startDay == "2027-03-05" && trip.endDay == "2027-03-16")
    #expect(trip.owner === user && !trip.isArchived && trip.budget == nil)
    let origin = try model(Place.self, 3)
    #expect(times(origin) == [Self.date(7), Self.date(8), Self.date(8.5)])
    #expect(origin.name == "Auckland Airport" && origin.category == "airport")
    #expect(origin.latitude == -37.008 && origin.longitude == 174.792)
    #expect(origin.zone == "Pacific/Auckland" && origin.street == "Ray Emery Drive")
    #expect(origin.locality == "Auckland" && origin.country == "NZ" && origin.notes == "Gate")
    let route = try model(Route.self, 5)
    #expect(times(route) == [Self.date(9), Self.date(10), Self.date(11)])
    #expect(route.name == "Way" && route.transport == "walk" && route.notes == "Steep")
    #expect(route.distance == 1234.5 && route.duration == 678)
    #expect(route.path.flatMap { RoutePath(decoding: $0) }?.segments.count == 1)
    #expect(route.trip === trip && route.origin === origin)
    let segment = try model(Segment.self, 6)
    #expect(times(segment) == [Self.date(12), Self.date(13), Self.date(14)])
    #expect(segment.title == "Flight" && segment.transport == "flight" && segment.number == "2")
    #expect(segment.carrier == "Air NZ" && segment.status == "pending")
    #expect(segment.bookingCode == "K7QX2M" && segment.notes == "Window")
    #expect(segment.snapshot().duration == TimeInterval(44_700))  // 12:25 h
    #expect(segment.trip === trip && segment.route === route && segment.origin === origin)
    let destination = try model(Place.self, 4)
    #expect(segment.destination === destination)
    try checkLists(context, trip, segment, origin)
  }

  private func checkLists(
    _ context: ModelContext, _ trip: Trip, _ segment: Segment, _ origin: Place
  ) throws {
    func model<Entity: TripEntity>(_ type: Entity.Type, _ number: UInt8) throws -> Entity {
      try Self.model(type, number, in: context)
    }
    let item = try model(DayPlanItem.self, 7)
    #expect(item.createdAt == Self.date(15) && item.updatedAt == Self.date(16))
    #expect(item.isDeleted && item.deletedAt == Self.date(17))
    #expect(item.title == "Item 7" && item.day == "2027-03-06" && item.kind == "food")
    #expect(item.start == "2027-03-06T18:00:00[Pacific/Auckland]")
    #expect(item.end == "2027-03-06T20:00:00" && item.notes == "Table")
    #expect(item.trip === trip && item.segment === segment && item.place === origin)
    let line = try model(PackingItem.self, 9)
    #expect(line.createdAt == Self.date(18) && line.updatedAt == Self.date(19))
    #expect(line.isDeleted && line.deletedAt == Self.date(20))
    #expect(line.name == "Socks" && line.category == "Clothes" && line.quantity == 6)
    #expect(line.isPacked && line.trip === trip)
    let document = try model(DocumentAsset.self, 10)
    #expect(document.createdAt == Self.date(21) && document.deletedAt == Self.date(23))
    #expect(document.title == "Ticket" && document.fileName == "t.pdf" && document.notes == "Print")
    #expect(document.contentType == "application/pdf" && document.byteCount == 4)
    #expect(document.data == Data("%PDF".utf8))
    #expect(document.sha256 == DocumentFile.sha256(Data("%PDF".utf8)) && document.trip === trip)
    let person = try model(Collaborator.self, 11)
    #expect(person.createdAt == Self.date(24) && person.deletedAt == Self.date(26))
    #expect(person.name == "Sam" && person.email == "sam@example.com" && person.role == "editor")
    #expect(person.invitationStatus == "accepted" && person.trip === trip)
    let log = try model(ActivityLog.self, 12)
    #expect(log.createdAt == Self.date(27) && log.deletedAt == Self.date(29))
    #expect(log.timestamp == Self.date(30) && log.action == "update" && log.actor == "Kim")
    #expect(log.device == Self.id(13) && log.objectID == Self.id(2) && log.trip === trip)
    #expect(log.objectType == "Trip" && log.property == "title")
    #expect(log.oldValue == "Old" && log.newValue == "Pacific")
    // The values that version 2 derives.
    #expect(segment.originName == "Auckland Airport" && segment.destinationName == "Los Angeles")
    let first = try model(DayPlanItem.self, 8)
    #expect(first.position == 1 && item.position == 2)
    #expect(line.position == 1)
  }

  @Test func `a store of version 1 opens with all its values`() throws {
    let folder = try TemporaryFolder()
    try Version1Store.write(to: folder.url.appending(path: TripStore.fileName))
    try check(folder)
  }

  @Test func `the committed store of version 1 opens with all its values`() throws {
    try Version1Store.record()
    let folder = try TemporaryFolder()
    _ = try folder.copy(Version1Store.fixture, as: TripStore.fileName)
    try check(folder)
    // The migrated store opens again, with equal values.
    try check(folder)
  }

  @Test func `a store with fewer search indexes opens, and finds notes of bookings`() async throws {
    let folder = try TemporaryFolder()
    do {
      let library = try TripLibrary.open(directory: folder.url)
      let trip = try await library.makeTrip("Trip")
      var booking = BookingSnapshot()
      (booking.traveller, booking.tripID, booking.notes) = ("Kim", trip.id, "Vegetarian meal")
      try await library.insert(booking)
      // The index of bookings of an earlier program had no notes.
      try ModelContext(library.modelContainer).transaction(ofStore: 0) { tables in
        try tables.run(
          """
          UPDATE _cairn_metadata SET value = replace(value,
            char(9) || 'seat' || char(9) || 'membership' || char(9) || 'notes' || char(10),
            char(9) || 'seat' || char(10)) WHERE key = 'schema'
          """)
      }
    }
    let library = try TripLibrary.open(directory: folder.url)
    #expect(try await library.search("vegetarian").map(\.type) == ["Booking"])
  }

  @Test func `changes before the migration are no entries of the log`() async throws {
    let folder = try TemporaryFolder()
    try Version1Store.write(to: folder.url.appending(path: TripStore.fileName))
    let library = try TripLibrary.open(directory: folder.url)
    #expect(try await library.log(nil).map(\.id) == [Self.id(12)])
    try await library.restore(TripSnapshot.self, Self.id(2))
    #expect(try await library.log(Self.id(2)).first?.entry.property == "isDeleted")
  }
}
