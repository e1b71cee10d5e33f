// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

/// Reservations with several journeys or travellers.
struct PackageTests {
  private func read(_ text: String) throws -> [Reservation] {
    let document = try TravelFileReader().read(Data(text.utf8), name: "booking.json")
    #expect(document.issues.total == 0)
    return document.reservations
  }

  private func flight(_ number: Int, _ from: String, _ to: String, hour: Int) -> String {
    """
    {"@type":"Flight","flightNumber":"\(number)","airline":{"@type":"Airline","iataCode":"OS"},
    "departureAirport":{"@type":"Airport","iataCode":"\(from)"},
    "departureTime":"2027-07-01T\(hour):00:00",
    "arrivalAirport":{"@type":"Airport","iataCode":"\(to)"},
    "arrivalTime":"2027-07-01T\(hour + 1):30:00"}
    """
  }

  @Test func `the reservations of a package have its number and traveller`() throws {
    let found = try read(
      """
      {"@context":"http://schema.org","@type":"ReservationPackage","reservationNumber":"PACK1",
      "underName":{"@type":"Person","name":"Kim Aroha"},"subReservation":[
      {"@type":"FlightReservation","reservationFor":\(flight(87, "VIE", "FRA", hour: 10))},
      {"@type":"FlightReservation","reservationNumber":"OWN2",
      "reservationFor":\(flight(88, "FRA", "OSL", hour: 13))},
      {"@type":"LodgingReservation","checkinTime":"2027-07-01T18:00:00",
      "checkoutTime":"2027-07-03T10:00:00",
      "reservationFor":{"@type":"LodgingBusiness","name":"Inn"}}]}
      """)
    #expect(found.map(\.kind) == [.flight, .flight, .lodging])
    #expect(found.map(\.number) == ["PACK1", "OWN2", "PACK1"])
    #expect(found.allSatisfy { $0.traveller?.name == "Kim Aroha" })
  }

  @Test func `each journey of a reservation is read`() throws {
    let legs = [flight(87, "VIE", "FRA", hour: 10), flight(88, "FRA", "OSL", hour: 13)]
    let found = try read(
      """
      {"@type":"FlightReservation","reservationNumber":"CODE1",
      "underName":{"@type":"Person","name":"Kim Aroha"},
      "reservationFor":[\(legs.joined(separator: ","))]}
      """)
    #expect(found.compactMap { $0.journey?.number } == ["87", "88"])
    #expect(found.allSatisfy { $0.number == "CODE1" && $0.traveller?.name == "Kim Aroha" })
  }

  @Test func `each traveller of a reservation has a ticket and a seat`() throws {
    func ticket(_ name: String, _ seat: String) -> String {
      """
      {"@type":"Ticket","ticketNumber":"T\(seat)","underName":{"@type":"Person","name":"\(name)"},
      "ticketedSeat":{"@type":"Seat","seatNumber":"\(seat)"}}
      """
    }
    let tickets = [ticket("Kim Aroha", "1A"), ticket("Sam Weber", "1B")]
    let found = try read(
      """
      {"@type":"FlightReservation","reservationNumber":"CODE1",
      "reservationFor":\(flight(87, "VIE", "FRA", hour: 10)),
      "reservedTicket":[\(tickets.joined(separator: ","))]}
      """)
    #expect(found.compactMap { $0.traveller?.name } == ["Kim Aroha", "Sam Weber"])
    #expect(found.compactMap { $0.seat?.number } == ["1A", "1B"])
    #expect(found.compactMap { $0.ticket?.number } == ["T1A", "T1B"])
  }

  @Test func `each name of a reservation is a traveller`() throws {
    let found = try read(
      """
      {"@type":"FlightReservation","reservationNumber":"CODE1",
      "underName":[{"@type":"Person","name":"Kim Aroha"},{"@type":"Person","name":"Sam Weber"}],
      "reservationFor":\(flight(87, "VIE", "FRA", hour: 10))}
      """)
    #expect(found.compactMap { $0.traveller?.name } == ["Kim Aroha", "Sam Weber"])
    #expect(Set(found.compactMap(\.number)) == ["CODE1"])
  }

  @Test func `a reservation has a limited number of travellers`() throws {
    let names = (0..<5_000).map { "{\"@type\":\"Person\",\"name\":\"P\($0)\"}" }
    let found = try read(
      """
      {"@type":"FlightReservation","reservationNumber":"CODE1",
      "underName":[\(names.joined(separator: ","))],
      "reservationFor":\(flight(87, "VIE", "FRA", hour: 10))}
      """)
    #expect(found.count == 200)
  }
}
