// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles
import TripPlannerApp

/// Texts of forms and arguments, and the formats of pages and output.
struct TripInputTests {
  @Test(arguments: [
    ("2027-03-10 23:55 Pacific/Auckland", "2027-03-10T23:55:00+13:00[Pacific/Auckland]"),
    ("2027-03-10T23:55 AKL", "2027-03-10T23:55:00+13:00[Pacific/Auckland]"),
    ("2027-03-10 23:55 +05:45", "2027-03-10T23:55:00+05:45"),
    ("2027-03-10 23:55", "2027-03-10T23:55:00"),
    ("2027-03-10T23:55:00Z", "2027-03-10T23:55:00+00:00"),
    ("2027-03-10", "2027-03-10"),
    ("2027-03-10T23:55:00[Asia/Tokyo]", "2027-03-10T23:55:00+09:00[Asia/Tokyo]"),
  ])
  func `a time is day, clock and zone`(text: String, expected: String) throws {
    #expect(try TripInput.time(text)?.description == expected)
  }

  @Test(arguments: [
    "2027-02-30", "yesterday", "2027-03-10 25:00", "2027-03-10 23:55 Mars/Base", "10.3.2027",
    "2027-03-10 23:55 CET tomorrow", "2027-03-28 02:30 Europe/Berlin",
  ])
  func `a text that is no time, or a time that no clock shows, is an error`(text: String) {
    #expect(throws: TripInputError.self) { try TripInput.time(text) }
  }

  @Test func `the place's zone is the default, and the machine's never is`() throws {
    let zone = TravelZone.named("Asia/Kathmandu")
    #expect(try TripInput.time("2027-10-04 05:15", placeZone: zone)?.zone == zone)
    #expect(try TripInput.time("2027-10-04 05:15")?.zone == .unknown)
  }

  @Test(arguments: [
    ("1234.50", "1234.5"), ("1.234,50", "1234.5"), ("1,234.50", "1234.5"), ("12,5", "12.5"),
    ("1'000", "1000"), ("-3", "-3"), ("0.005", "0.005"), ("0,005", "0.005"),
    ("1,234,567", "1234567"), ("1,234,567.25", "1234567.25"), ("42,00", "42"),
  ])
  func `an amount is exact`(text: String, expected: String) throws {
    #expect(try TripInput.amount(text).map { "\($0)" } == expected)
  }

  @Test(arguments: [
    "1e400", "NaN", "inf", "12.5.1", "twelve", "--1", "9999999999999", "42,000", "-1,234",
  ])
  func `a text that is no amount is an error`(text: String) {
    #expect(throws: TripInputError.self) { try TripInput.amount(text) }
  }

  @Test(arguments: [("42000 JPY", "JPY"), ("EUR 12.50", "EUR"), ("12.50", "CHF")])
  func `a price has a currency`(text: String, currency: String) throws {
    #expect(try TripInput.price(text, currency: "CHF")?.currency == currency)
  }

  @Test(arguments: [("1.2345 KWD", "3 digits"), ("12.5 JPY", "whole"), ("0.001 EUR", "2 digits")])
  func `an amount finer than the unit of its currency is an error`(text: String, reason: String) {
    let error = #expect(throws: TripInputError.self) {
      try TripInput.price(text, currency: nil)
    }
    #expect(error?.message.contains(reason) == true)
  }

  @Test(arguments: ["1.234 KWD", "12.50 EUR", "12.500 EUR", "42000 JPY", "-0.05 CHF"])
  func `an amount with the digits of its currency is a price`(text: String) throws {
    #expect(try TripInput.price(text, currency: nil) != nil)
  }

  @Test(
    arguments: [
      ("1.234", "EUR", "at most 2 digits"), ("1.5", "JPY", "a whole number"),
      ("1.234", nil, "Enter the trip's currency"), ("-5", "EUR", "can't be negative"),
    ] as [(String, String?, String)])
  func `a budget is not negative, and no finer than its currency`(
    text: String, currency: String?, reason: String
  ) throws {
    let amount = try TripInput.amount(text)
    let error = #expect(throws: TripInputError.self) {
      try TripInput.budget(amount, in: currency)
    }
    #expect(error?.message.contains(reason) == true)
  }

  @Test func `a budget without a currency has hundredths`() throws {
    #expect(try TripInput.budget(TripInput.amount("2500.50"), in: nil) == Decimal(string: "2500.5"))
    #expect(try TripInput.budget(TripInput.amount("1.234"), in: "KWD") != nil)
    #expect(try TripInput.budget(nil, in: "JPY") == nil)
  }

  @Test(arguments: [
    ("-37.008, 174.792", -37.008, 174.792), ("34.967 135.773", 34.967, 135.773),
  ])
  func `a position is latitude and longitude`(text: String, latitude: Double, longitude: Double)
    throws
  {
    let position = try #require(try TripInput.coordinates(text))
    #expect(position.latitude == latitude && position.longitude == longitude)
  }

  @Test(arguments: ["91, 0", "north", "1", "0, 181", "1,2,3"])
  func `a text that is no position is an error`(text: String) {
    #expect(throws: TripInputError.self) { try TripInput.coordinates(text) }
  }

  @Test func `durations, distances and days are for people`() throws {
    let format = TripFormat()
    #expect(format.duration(44_700) == "12\u{A0}h\u{A0}25\u{A0}min")
    #expect(format.duration(2700) == "45\u{A0}min")
    #expect(format.duration(183_600) == "2\u{A0}days\u{A0}3\u{A0}h")
    #expect(format.duration(-1) == nil && format.duration(.nan) == nil)
    #expect(format.distance(10_480_300) == "10,480 km")
    #expect(format.distance(12_400) == "12.4 km")
    let day = try #require(LocalDate(year: 2027, month: 3, day: 10))
    #expect(format.day(day) == "Wed 10 Mar 2027")
    #expect(format.range(day, day.adding(days: 14)) == "10–24 Mar 2027")
    #expect(format.range(day, day.adding(days: 30)) == "10 Mar – 9 Apr 2027")
    #expect(
      format.countdown(day, day.adding(days: 14), today: day.adding(days: -12)) == "in 12 days")
    #expect(
      format.countdown(day, day.adding(days: 14), today: day.adding(days: 2)) == "day 3 of 15")
    #expect(format.countdown(day, day, today: day.adding(days: 1)) == nil)
  }

  @Test func `amounts have the digits of their currency`() {
    let format = TripFormat()
    #expect(format.amount(Decimal(1_234_567), "JPY") == "JPY 1,234,567")
    #expect(format.amount(Decimal(string: "1234.5") ?? 0, "EUR") == "EUR 1,234.50")
    #expect(format.amount(Decimal(string: "-0.1234") ?? 0, "KWD") == "KWD −0.123")
  }

  @Test func `zones have their names and offsets`() throws {
    let format = TripFormat()
    let time = try #require(try TripInput.time("2027-10-04 05:15 Asia/Kathmandu"))
    #expect(format.zone(time) == "UTC+5:45")
    let unknown = try #require(try TripInput.time("2027-10-04 05:15"))
    #expect(format.zone(unknown) == "zone unknown")
    #expect(TripFormat(is24Hour: false).clock(time) == "5:15 AM")
  }
}
