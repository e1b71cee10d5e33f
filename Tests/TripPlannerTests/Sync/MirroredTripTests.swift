// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData
import Testing

@testable import TripPlanner

@Suite(.serialized, .timeLimit(.minutes(15))) struct MirroredTripTests {
  private let key = CloudKitEncryptionKey.random()

  @Test func `offline edits of two devices are both kept, and the logs are equal`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await TripDevice(cloud, "first", key: key)
      let second = try await TripDevice(cloud, "second", key: key)
      #expect(try await first.library.addSampleIfEmpty())
      try await first.sync.syncNow()
      try await second.sync.syncNow()
      let id = try await first.library.tripID(matching: "Annapurna")
      #expect(try await second.library.trip(id)?.segments.count == 2)
      try await first.library.edit(TripSnapshot.self, id) { $0.notes = "First" }
      try await second.library.edit(TripSnapshot.self, id) { $0.destination = "Nepal" }
      for device in [first, second, first, second] { try await device.sync.syncNow() }
      let details = [
        try await first.library.trip(id)?.trip, try await second.library.trip(id)?.trip,
      ]
      for trip in details {
        #expect(trip?.notes == "First" && trip?.destination == "Nepal")
      }
      #expect(details[0]?.updatedAt == details[1]?.updatedAt)
      let logs = [try await first.library.log(nil), try await second.library.log(nil)]
      #expect(Set(logs[0].map(\.id)) == Set(logs[1].map(\.id)) && !logs[0].isEmpty)
      #expect(logs[0].contains { $0.entry.property == "destination" && !$0.isOwn })
    }
  }

  @Test func `the log of templates and of the profile is equal on both devices`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await TripDevice(cloud, "first", key: key)
      let second = try await TripDevice(cloud, "second", key: key)
      for (device, name) in [(first, "Kim"), (second, "Sam")] {
        try await device.library.editProfile { $0.displayName = name }
        var template = PackingTemplateSnapshot()
        template.name = name
        try await device.library.insert(template)
      }
      for device in [first, second, first, second] { try await device.sync.syncNow() }
      let logs = [try await first.library.log(nil), try await second.library.log(nil)]
      #expect(logs[0].count == 4 && Set(logs[0].map(\.id)) == Set(logs[1].map(\.id)))
      for log in logs {
        #expect(log.allSatisfy { $0.entry.tripID == nil } && log.count(where: \.isOwn) == 2)
      }
      // The templates of both devices are on each of them; undo concerns the own one only.
      try await second.library.undo()
      #expect(try await second.library.templates().map(\.template.name) == ["Kim"])
    }
  }

  @Test func `a template that is deleted for good leaves no text in the log of any device`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let first = try await TripDevice(cloud, "first", key: key)
      let second = try await TripDevice(cloud, "second", key: key)
      var template = PackingTemplateSnapshot()
      template.name = "Winter"
      try await first.library.insert(template)
      for device in [first, second] { try await device.sync.syncNow() }
      try await second.library.edit(PackingTemplateSnapshot.self, template.id) {
        $0.name = "Summer"
      }
      for device in [second, first] { try await device.sync.syncNow() }
      #expect(try await first.library.log(nil).contains { $0.newValue == "Summer" })
      try await first.library.purge(PackingTemplateSnapshot.self, template.id)
      for device in [first, second, first, second] {
        try await device.sync.syncNow()
        try await device.library.recordActivity()
      }
      let logs = [try await first.library.log(nil), try await second.library.log(nil)]
      #expect(logs[0].map(\.id) == logs[1].map(\.id))
      #expect(logs[0].map(\.entry.action) == ["delete"])
      #expect(logs[0].allSatisfy { $0.oldValue == nil })
    }
  }

  @Test func `two devices that import one file offline have one segment`() async throws {
    try await RunningCloud.run { cloud in
      let file = Fixture.url("kitinerary__extractordata_synthetic_flight-booking.eml")
      let first = try await TripDevice(cloud, "first", key: key)
      let second = try await TripDevice(cloud, "second", key: key)
      for device in [first, second] {
        let report = await device.library.importFiles([file], options: TripImportOptions())
        #expect(report.count(.added) == 2)
      }
      for device in [first, second, first] { try await device.sync.syncNow() }
      for device in [first, second] {
        let trips = try await device.library.trips()
        #expect(trips.count == 1)
        let detail = try #require(try await device.library.trip(trips[0].id))
        #expect(
          detail.segments.count == 1 && detail.bookings.count == 1 && detail.places.count == 2)
        #expect(detail.bookings[0].code == "RXJ34P")
      }
    }
  }

  @Test func `two devices that import two prices of one booking offline have one expense`()
    async throws
  {
    func flight(_ price: String, _ day: Int) -> String {
      """
      {"@context":"http://schema.org","@type":"FlightReservation","reservationNumber":"K7QX2M",
      "modifiedTime":"2027-02-0\(day)T10:00:00Z","totalPrice":"\(price)","priceCurrency":"EUR",
      "underName":{"@type":"Person","name":"Kim Aroha"},
      "reservationFor":{"@type":"Flight","flightNumber":"2",
      "airline":{"@type":"Airline","name":"Air New Zealand","iataCode":"NZ"},
      "departureAirport":{"@type":"Airport","iataCode":"AKL"},"departureTime":"2027-03-10T08:00:00",
      "arrivalAirport":{"@type":"Airport","iataCode":"WLG"},"arrivalTime":"2027-03-10T09:00:00"}}
      """
    }
    try await RunningCloud.run { cloud in
      let first = try await TripDevice(cloud, "first", key: key)
      let second = try await TripDevice(cloud, "second", key: key)
      for (device, price, day) in [(first, "100", 1), (second, "120", 2)] {
        let file = await device.library.importText(flight(price, day))
        #expect(file.error == nil, "\(file)")
      }
      for device in [first, second, first] { try await device.sync.syncNow() }
      var amounts: [[Decimal]] = []
      for device in [first, second] {
        let trips = try await device.library.trips()
        #expect(trips.count == 1)
        let detail = try #require(try await device.library.trip(trips[0].id))
        let costs: [Decimal] = detail.expenses.map(\.amount)
        #expect(detail.bookings.compactMap(\.price) == costs)
        amounts.append(costs)
      }
      #expect(amounts[0].count == 1 && amounts[0] == amounts[1])
      // The next price changes the one expense on both devices.
      _ = await first.library.importText(flight("140", 3))
      for device in [first, second] { try await device.sync.syncNow() }
      for device in [first, second] {
        let trips = try await device.library.trips()
        let detail = try #require(try await device.library.trip(trips[0].id))
        #expect(detail.expenses.map(\.amount) == [140])
      }
    }
  }

  @Test func `the server reads neither booking codes nor documents`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await TripDevice(cloud, "first", key: key)
      let trip = try await device.library.makeTrip("Public title")
      try await device.library.makeSegment(in: trip.id, "Flight", nil, nil) {
        $0.bookingCode = "SECRETCODE"
        $0.notes = "SECRETNOTE"
      }
      try await device.library.addDocument(
        Data("SECRETBYTES".utf8), fileName: "ticket.txt", to: trip.id)
      try await device.library.edit(TripSnapshot.self, trip.id) { $0.notes = "SECRETPLAN" }
      try await device.sync.syncNow()
      let database = try await cloud.container(of: "ann", device: "looker").privateCloudDatabase
      let changes = try await database.recordZoneChanges(
        inZoneWith: CKRecordZone.ID(zoneName: "Cairn"), since: nil)
      let records = try changes.modificationResultsByID.values.map { try $0.get().record }
      #expect(records.contains { $0["title"] as? String == "Public title" })
      for record in records {
        for name in record.allKeys() {
          let text: String
          switch record[name] {
          case let data as Data: text = String(decoding: data, as: UTF8.self)
          case let asset as CKAsset:
            text =
              try asset.fileURL.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
              ?? ""
          case let string as String: text = string
          default: text = ""
          }
          #expect(!text.contains("SECRET"), "\(record.recordType).\(name)")
        }
      }
    }
  }

  @Test func `the adapter syncs the store and knows the state of an object`() async throws {
    try await RunningCloud.run { cloud in
      let device = try await TripDevice(cloud, "first", key: key)
      let trip = try await device.library.makeTrip("Trip")
      let name = "Trip.\(trip.id.uuidString)"
      let adapter = CloudKitMirroringAdapter(container: device.container)
      #expect(try await adapter.lastSyncedAt(name) == nil)
      let coordinator = TripSyncCoordinator(modelContainer: device.container, adapter: adapter)
      try await coordinator.sync()
      #expect(try await coordinator.pending().isEmpty)
      #expect(try await adapter.lastSyncedAt(name) != nil)
      let context = ModelContext(device.container)
      #expect(try context.first(Trip.self, id: trip.id)?.cloudIdentifier == name)
      try await device.library.edit(TripSnapshot.self, trip.id) { $0.title = "Again" }
      // The mirror reads the history when it syncs.
      try await device.sync.syncNow()
      #expect(try await adapter.lastSyncedAt(name) != nil)
    }
    let adapter = CloudKitMirroringAdapter(container: try TripStore.inMemory())
    await #expect(throws: TripSyncError.notMirrored) { try await adapter.push([]) }
  }

  @Test func `devices with versions 1 and 2 sync and lose nothing`() async throws {
    try await RunningCloud.run { cloud in
      let new = try await TripDevice(cloud, "new", key: key)
      let old = try await TripDevice(cloud, "old", key: key, schema: TripDataSchemaV1.self)
      let trip = try await new.library.makeTrip("Trip", "2027-03-01", "2027-03-02")
      try await new.library.edit(TripSnapshot.self, trip.id) { $0.budget = 250 }
      let segment = try await new.library.makeSegment(in: trip.id, "Flight", nil, nil) {
        $0.departureGate = "B12"
      }
      var booking = BookingSnapshot()
      (booking.traveller, booking.tripID, booking.segmentID) = ("Kim", trip.id, segment.id)
      try await new.library.insert(booking)
      try await new.sync.syncNow()
      try await old.sync.syncNow()
      let context = ModelContext(old.container)
      let models = try context.fetch(FetchDescriptor<TripDataSchemaV1.Segment>())
      #expect(models.map(\.title) == ["Flight"])
      models.first?.title = "Renamed by version 1"
      models.first?.carrier = "Old Air"
      try context.save()
      try await old.sync.syncNow()
      try await new.sync.syncNow()
      let detail = try #require(try await new.library.trip(trip.id))
      #expect(detail.segments.map(\.title) == ["Renamed by version 1"])
      #expect(detail.segments[0].departureGate == "B12" && detail.segments[0].carrier == "Old Air")
      #expect(detail.bookings.map(\.traveller) == ["Kim"] && detail.trip.budget == 250)
    }
  }
}
