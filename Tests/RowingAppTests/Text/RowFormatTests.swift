// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import Testing

@testable import RowingApp

/// Texts of figures, and the values that users write.
struct RowFormatTests {
  @Test(
    arguments: [
      (nil, "--"), (.nan, "--"), (2000, "2,000 m"), (261_385, "261,385 m"),
      (1_512_768, "1,513 km"), (0.4, "0 m"),
    ] as [(Double?, String)])
  func `a distance is in metres, and in kilometres from a million on`(
    metres: Double?, text: String
  ) {
    #expect(RowFormat.distance(metres) == text)
  }

  @Test(
    arguments: [
      (nil, "--"), (457.7, "7:37.7"), (3723.4, "1:02:03.4"), (-1, "--"), (.infinity, "--"),
    ] as [(Double?, String)])
  func `a time has tenths`(seconds: Double?, text: String) {
    #expect(RowFormat.time(seconds) == text)
  }

  @Test(
    arguments: [
      (nil, "--"), (59.9, "1 min"), (4000, "1 h 6 min 40 s"), (36_000, "10 h"),
      (383_969.6, "106 h 39 min"), (.nan, "--"), (-1, "--"),
    ] as [(Double?, String)])
  func `a total has hours and minutes, and seconds below ten hours`(
    seconds: Double?, text: String
  ) {
    #expect(RowFormat.total(seconds) == text.replacing(" ", with: "\u{A0}"))
  }

  @Test func `a force is in newtons and pounds`() {
    #expect(RowFormat.force(444.822) == "445 N (100 lbf)")
    #expect(RowFormat.force(nil) == "--" && RowFormat.force(.infinity) == "--")
  }

  @Test func `unknown and impossible values are dashes`() {
    for value in [nil, Double.nan, .infinity, 1e300] as [Double?] {
      #expect(RowFormat.watts(value) == "--")
      #expect(RowFormat.decimal(value, 2, "m") == "--")
      #expect(RowFormat.percent(value) == "--")
      #expect(RowFormat.pace(value) == "--")
    }
  }

  @Test(
    arguments: [
      ("2000", 2000), ("2,000 m", 2000), ("5 km", 5000), ("0.5km", 500), ("-5", nil), ("far", nil),
      ("", nil), ("1e9", nil),
    ] as [(String, Double?)])
  func `a minimum distance is metres or kilometres`(text: String, metres: Double?) {
    #expect(DistanceText.metres(text) == metres)
  }

  @Test(
    arguments: [
      ("2026-11-21", "2026-11-20T23:00:00Z"), ("2026-11-21 09:05", "2026-11-21T08:05:00Z"),
      ("2026-11-21 9:05:07", "2026-11-21T08:05:07Z"),
      ("2026-11-21T09:05:00Z", "2026-11-21T09:05:00Z"),
      ("2026-11-21T09:05:00+02:00", "2026-11-21T07:05:00Z"), ("2026-02-30", nil),
      ("2026-11-21 25:00", nil), ("yesterday", nil), ("0000-01-01", nil), ("", nil),
    ] as [(String, String?)])
  func `a moment is a day, a time, or a time with its zone`(text: String, date: String?) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 3600))
    #expect(MomentText.date(text, in: calendar)?.formatted(.iso8601) == date)
  }

  @Test func `zones end where the next ones begin`() {
    let zones = PowerZone.list([("Easy", 0), ("Hard", 0.9)])
    #expect(zones.map(\.to) == [0.9, nil])
    #expect(RowText.share(zones[0]) == "0–90 %" && RowText.share(zones[1]) == "from 90 %")
    #expect(PowerZone.list([]).isEmpty)
  }

  @Test func `a lead has its sign and its unit`() {
    #expect(RowText.lead(12.34, .time) == "+12.3 m")
    #expect(RowText.lead(-0.56, .distance) == "−0.6 s")
    #expect(RowText.lead(nil, .time) == "--")
    #expect(RowText.trend(-0.042) == "−4 %")
  }

  @Test(
    arguments: [
      ("5000", "totalDistance", "5,000 m"), ("457.7", "totalTime", "7:37.7"),
      ("114.4", "averagePace", "1:54.4"), ("0", "isComplete", "no"), ("1", "isActive", "yes"),
      ("68.5", "weight", "68.5 kg"), ("181", "height", "181 cm"),
      ("188", "maxHeartRate", "188 bpm"),
      ("Race", "sessionType", nil), ("some text", "comments", nil), ("12", "comments", nil),
      (
        #"[{"name":"UT2","from":0,"to":0.75},{"name":"MAX","from":0.75}]"#, "powerZones",
        "UT2 0 %–75 %, MAX 75 % and more"
      ),
      ("broken", "powerZones", nil), ("x", "profileImageData", "a picture"),
    ] as [(String, String, String?)])
  func `an overwritten value is shown with its unit`(
    value: String, property: String, text: String?
  ) {
    #expect(RowConflictFormatter.text(value, of: property) == text)
  }
}
