// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

@testable import TripPlanner

struct SearchTests {
  @Test func `all texts are found, by prefix and without diacritics`() async throws {
    let library = try await makeLibrary()
    #expect(try await library.addSampleIfEmpty())
    func types(_ text: String) async throws -> Set<String> {
      Set(try await library.search(text).map(\.type))
    }
    #expect(try await types("pacific") == ["Trip"])
    #expect(try await types("zurich").contains("Place"))
    #expect(try await types("K7QX2M") == ["Booking"])
    #expect(try await types("rain jack") == ["PackingItem"])
    #expect(try await types("sarang") == ["DayPlanItem"])
    #expect(try await types("permit") == ["Expense"])
    #expect(try await types("kim").isSuperset(of: ["Collaborator", "Booking"]))
    #expect(try await types("AKL").contains("Segment"))
    #expect(try await library.search("").isEmpty)
    let hit = try #require(try await library.search("sunrise").first)
    #expect(hit.snippet.text.contains("sunrise") && hit.snippet.highlights.count == 1)
    #expect(hit.tripTitle == "Annapurna")
  }

  @Test func `notes of bookings, telephone numbers and flight numbers are found`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    let segment = try await library.makeSegment(in: trip.id, "", nil, nil, mode: .flight) {
      ($0.carrierCode, $0.number, $0.vehicle) = ("OS", "87", "Dreamliner")
    }
    var booking = BookingSnapshot()
    (booking.traveller, booking.tripID, booking.segmentID) = ("Kim", trip.id, segment.id)
    (booking.notes, booking.membership) = ("Vegetarian meal ordered", "Miles 992")
    try await library.insert(booking)
    var place = PlaceSnapshot()
    (place.name, place.tripID) = ("Hut", trip.id)
    (place.postalCode, place.phone, place.email) = ("6020", "+43 512 777", "hut@example.org")
    try await library.insert(place)
    var person = CollaboratorSnapshot()
    (person.name, person.phone, person.tripID) = ("Sam", "+64 21 555", trip.id)
    try await library.insert(person)
    let cases: [(String, UUID)] = [
      ("vegetarian", booking.id), ("kim meal", booking.id), ("miles 992", booking.id),
      ("os 87", segment.id), ("OS87", segment.id), ("dreamliner", segment.id),
      ("6020", place.id), ("512 777", place.id), ("hut@example", place.id), ("21 555", person.id),
    ]
    for (text, id) in cases {
      #expect(try await library.search(text).map(\.id) == [id], "\(text)")
    }
    let hit = try #require(try await library.search("vegetarian").first)
    #expect(hit.snippet.text == "Vegetarian meal ordered" && hit.snippet.highlights == [0..<10])
  }

  @Test func `a limited search has the first hits of the whole one`() async throws {
    let library = try await makeLibrary()
    #expect(try await library.addSampleIfEmpty())
    let all = try await library.search("a")
    #expect(all.count > 5)
    for limit in [0, 1, 3, 5] {
      #expect(try await library.search("a", limit: limit) == Array(all.prefix(limit)))
    }
  }

  @Test func `a search can be limited to a trip`() async throws {
    let library = try await makeLibrary()
    #expect(try await library.addSampleIfEmpty())
    let id = try await library.tripID(matching: "Annapurna")
    let hits = try await library.search("Sam", trip: id)
    #expect(!hits.isEmpty && hits.allSatisfy { $0.trip == id })
  }

  @Test func `places are found by distance, over the antimeridian too`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Fiji")
    for (name, longitude) in [("East", -179.99), ("West", 179.98), ("Far", 178.0)] {
      var place = PlaceSnapshot()
      (place.name, place.tripID) = (name, trip.id)
      (place.latitude, place.longitude) = (-17.0, longitude)
      try await library.insert(place)
    }
    let center = try #require(Coordinates(latitude: -17, longitude: 179.999))
    let near = try await library.near(center, radius: 5_000)
    #expect(near.map(\.place.name) == ["East", "West"])
    try await library.delete(TripSnapshot.self, trip.id)
    #expect(try await library.near(center, radius: 5_000).isEmpty)
  }
}
