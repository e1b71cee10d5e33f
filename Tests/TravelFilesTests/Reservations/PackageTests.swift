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

  @Test(arguments: [["Kim Aroha", "Sam Weber"], ["Adult 1", "Adult 2"]])
  func `each name of a reservation is a traveller`(names: [String]) throws {
    let people = names.map { "{\"@type\":\"Person\",\"name\":\"\($0)\"}" }
    let found = try read(
      """
      {"@type":"FlightReservation","reservationNumber":"CODE1",
      "underName":[\(people.joined(separator: ","))],
      "reservationFor":\(flight(87, "VIE", "FRA", hour: 10))}
      """)
    #expect(found.compactMap { $0.traveller?.name } == names)
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

  @Test func `the total of a package counts once, and other prices stay`() throws {
    func package(_ shared: String, _ first: String, _ second: String) -> String {
      """
      {"@type":"ReservationPackage","totalPrice":"300","priceCurrency":"EUR",\(shared)"subReservation":[
      {"@type":"FlightReservation",\(first)"reservationFor":\(flight(87, "VIE", "FRA", hour: 10))},
      {"@type":"FlightReservation",\(second)"reservationFor":\(flight(88, "FRA", "OSL", hour: 13))}]}
      """
    }
    let code = "\"reservationNumber\":\"PACK1\","
    func prices(_ text: String) throws -> [Decimal?] {
      try read(text).map { reservation in
        #expect(reservation.price == nil || reservation.price?.currency == "EUR")
        return reservation.price?.amount
      }
    }
    // One code shows that both prices are one total.
    #expect(try prices(package(code, "", "")) == [300, 300])
    #expect(try prices(package("", "", "")) == [300, nil])
    #expect(try prices(package(code, "\"price\":\"90\",", "\"price\":\"210\",")) == [90, 210])
    let own = "\"reservationNumber\":\"OWN2\","
    #expect(try prices(package(code, "", own)) == [300, nil])
    let other = own.replacing("2", with: "3")
    #expect(try prices(package(code, own, other)) == [300, nil])
  }

  @Test func `the total of several travellers without a code counts once`() throws {
    let found = try read(
      """
      {"@type":"FlightReservation","totalPrice":"300","priceCurrency":"EUR",
      "underName":[{"@type":"Person","name":"Kim Aroha"},{"@type":"Person","name":"Sam Weber"}],
      "reservationFor":\(flight(87, "VIE", "FRA", hour: 10))}
      """)
    #expect(found.map { $0.price?.amount } == [300, nil])
  }

  @Test func `a ticket that may be another traveller's is left out`() throws {
    let tickets = ["T1", "T2", "T3"].map { "{\"@type\":\"Ticket\",\"ticketNumber\":\"\($0)\"}" }
    let found = try read(
      """
      {"@type":"FlightReservation","reservationNumber":"CODE1",
      "underName":[{"@type":"Person","name":"Kim Aroha"},{"@type":"Person","name":"Sam Weber"}],
      "reservedTicket":[\(tickets.joined(separator: ","))],
      "reservationFor":\(flight(87, "VIE", "FRA", hour: 10))}
      """)
    #expect(found.count == 2 && found.allSatisfy { $0.ticket == nil })
  }

  @Test func `a package of packages has a limited number of reservations`() throws {
    let names = (0..<200).map { "{\"@type\":\"Person\",\"name\":\"P\($0)\"}" }
    let flights = (0..<200).map { _ in flight(87, "VIE", "FRA", hour: 10) }
    let part = """
      {"@type":"FlightReservation","underName":[\(names.joined(separator: ","))],
      "reservationFor":[\(flights.joined(separator: ","))]}
      """
    let parts = [String](repeating: part, count: 20).joined(separator: ",")
    let found = try read("{\"@type\":\"ReservationPackage\",\"subReservation\":[\(parts)]}")
    #expect(found.count == 200)
  }
}
