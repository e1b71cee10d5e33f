// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

@testable import TripPlanner

/// The travellers of bookings whose sources write names in several forms.
struct TravellerNameTests {
  private func flight(_ name: String, seat: String? = nil) -> String {
    """
    {"@type":"FlightReservation","reservationNumber":"K7QX2M",
    \(seat.map { "\"airplaneSeat\":\"\($0)\"," } ?? "")
    "underName":{"@type":"Person","name":"\(name)"},"reservationFor":
    {"@type":"Flight","flightNumber":"87","airline":{"@type":"Airline","iataCode":"OS"},
    "departureAirport":{"@type":"Airport","iataCode":"VIE"},"departureTime":"2027-07-01T10:30:00",
    "arrivalAirport":{"@type":"Airport","iataCode":"JFK"},"arrivalTime":"2027-07-01T14:00:00"}}
    """
  }

  private func bookings(_ library: TripLibrary) async throws -> [BookingSnapshot] {
    let trip = try #require(try await library.trips().first?.id)
    return try #require(try await library.trip(trip)).bookings
  }

  @Test(arguments: [
    "Aroha, Kim", "AROHA/KIM MS", "AROHA/KIMMS", "Ms Kim Aroha", "KIM AROHA", "Kim M. Aroha",
    "Kím Aroha",
  ])
  func `a form of a name is one traveller`(name: String) async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight("Kim Aroha"))
    let file = await library.importText(flight(name, seat: "31A"))
    #expect(file.error == nil)
    let found = try await bookings(library)
    #expect(found.count == 1 && found.first?.seat == "31A")
    let isReadable = TravellerName(name).isReadable
    #expect(isReadable || found.first?.traveller == "Kim Aroha")
  }

  @Test(arguments: ["Sam Aroha", "Kim", "Kim Weber", "Aroha", "Mik Aroha", "AROHA/MIKMR"])
  func `another name is another traveller`(name: String) async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight("Kim Aroha"))
    _ = await library.importText(flight(name))
    #expect(try await bookings(library).count == 2)
  }

  @Test(arguments: [
    ("Jan van der Berg", "VANDERBERG/JAN MR", true), ("Ana Maria Sol", "SOL/ANAMARIAMRS", true),
    ("Ernie Schmidt", "Irene Schmidt", false), ("Ronald Meyer", "MEYER/ARNOLD", false),
  ])
  func `the order and the spaces of words are free, that of letters is not`(
    name: String, other: String, isSame: Bool
  ) {
    #expect(TravellerName(name).isSame(as: TravellerName(other)) == isSame)
    #expect(TravellerName(other).isSame(as: TravellerName(name)) == isSame)
  }

  @Test func `a file with two forms of a name has two travellers`() async throws {
    let library = try await makeLibrary()
    let text = "[\(flight("John Smith", seat: "1A")),\(flight("John A Smith", seat: "1B"))]"
    for _ in 0..<2 { _ = await library.importText(text) }
    let found = try await bookings(library)
    #expect(Set(found.map(\.traveller)) == ["John Smith", "John A Smith"])
    #expect(Set(found.compactMap(\.seat)) == ["1A", "1B"])
  }

  @Test func `a flight of two travellers that is on another day stays one flight`() async throws {
    let library = try await makeLibrary()
    let person = { (name: String) in "{\"@type\":\"Person\",\"name\":\"\(name)\"}" }
    let both = "[\(person("Kim Aroha")),\(person("Sam Weber"))]"
    let text = flight("Kim Aroha").replacing(person("Kim Aroha"), with: both)
    for day in ["2027-07-01", "2027-07-03"] {
      let file = await library.importText(text.replacing("2027-07-01", with: day))
      #expect(file.error == nil)
    }
    #expect(Set(try await bookings(library).map(\.traveller)) == ["Kim Aroha", "Sam Weber"])
    let trip = try #require(try await library.trips().first?.id)
    let segments = try #require(try await library.trip(trip)).segments
    #expect(segments.compactMap { $0.departureTime?.date.description } == ["2027-07-03"])
  }

  @Test func `the booking of a pass belongs to the person of the trip`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("New York", "2027-06-30", "2027-07-10")
    var people: [CollaboratorSnapshot] = []
    for name in ["Kim Aroha", "Sam Aroha"] {
      var person = CollaboratorSnapshot()
      (person.name, person.tripID) = (name, trip.id)
      people.append(try await library.insert(person))
    }
    _ = await library.importText(flight("AROHA/KIMMS"))
    #expect(try await bookings(library).map(\.personID) == [people[0].id])
  }

  @Test func `a readable name replaces the one of a pass`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight("AROHA/KIMMS", seat: "31A"))
    _ = await library.importText(flight("Kim Aroha"))
    #expect(try await bookings(library).map(\.traveller) == ["Kim Aroha"])
  }
}
