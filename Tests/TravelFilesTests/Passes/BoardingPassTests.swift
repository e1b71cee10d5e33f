// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TravelFiles

@Suite struct BoardingPassTests {
  private let text =
    "M1DOE/JOHN            EXXX007 MUCTXLLH 2724 065M005A0017 35D>6180WW8064BLH              "
    + "2A22012345678900 LH                        N*30600000K09         "

  @Test func `all fields are read`() throws {
    let pass = try #require(BoardingPass(text))
    let leg = try #require(pass.legs.first)
    #expect(pass.familyName == "DOE")
    #expect(pass.givenName == "JOHN")
    #expect(leg.bookingCode == "XXX007")
    #expect(leg.origin == "MUC")
    #expect(leg.destination == "TXL")
    #expect(leg.airline == "LH")
    #expect(leg.flightNumber == "2724")
    #expect(leg.dayOfYear == 65)
    #expect(leg.seat == "5A")
    #expect(leg.sequenceNumber == "17")
    #expect(leg.ticketNumber == "220 1234567890")
  }

  @Test func `a truncated code has no mandatory fields or the same ones`() {
    let whole = BoardingPass(text)
    for count in 0..<text.count {
      let pass = BoardingPass(String(text.prefix(count)))
      #expect((pass == nil) == (count < 60))
      if let pass { #expect(pass.legs.first?.bookingCode == whole?.legs.first?.bookingCode) }
    }
  }

  @Test(arguments: [(1, "2027-12-30", "2028-01-01"), (365, "2028-01-02", "2027-12-31")])
  func `a day of the year takes the nearest year`(
    day: Int, reference: String, expected: String
  ) throws {
    let reference = try #require(TravelTime(iso8601: reference)).date
    #expect(BoardingPass.date(dayOfYear: day, near: reference)?.description == expected)
  }

  @Test(
    arguments: [
      ("8,50 €", "8.5", "EUR"), ("1.234,50 EUR", "1234.5", "EUR"),
      ("USD 1,234.50", "1234.5", "USD"),
      ("12,-", "12", nil), ("1'234.05 CHF", "1234.05", "CHF"),
    ] as [(String, String, String?)])
  func `amounts are read exactly`(text: String, amount: String, currency: String?) {
    #expect(PriceParser.price(text) == Price(amount: Decimal(string: amount), currency: currency))
  }

  @Test(arguments: ["1e400", "1,234", "abc", "5 and 6", "", "€", "9999999999999999", "12 XXQ"])
  func `ambiguous and huge amounts are left out`(text: String) {
    #expect(PriceParser.amount(text) == nil)
  }

  @Test func `closed airports have their zone`() {
    #expect(AirportTable.airport("TXL")?.zone == "Europe/Berlin")
    #expect(AirportTable.airport("AKL")?.zone == "Pacific/Auckland")
    #expect(AirportTable.airport("QQQ") == nil)
    #expect(AirportTable.airport(named: "Blagnac Toulouse")?.code == "TLS")
    #expect(AirportTable.airport(named: "London") == nil)
  }

  @Test func `all zones of airports exist`() {
    #expect(AirportTable.count > 7000)
    for code in ["JFK", "LHR", "NRT", "SYD", "GRU", "JNB", "KTM", "DEL", "SVO", "HNL"] {
      let airport = AirportTable.airport(code)
      #expect(airport.flatMap { TravelZone(identifier: $0.zone) } != nil)
    }
  }
}
