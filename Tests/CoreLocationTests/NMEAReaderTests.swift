// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

@Suite struct NMEAReaderTests {
  private func locations(_ lines: [String], now: Date = Date()) -> [CLLocation] {
    var reader = NMEAReader(now: now)
    return lines.compactMap { reader.read($0) } + [reader.finish()].compactMap(\.self)
  }

  private func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0, ^)
    return "$\(body)*" + String(format: "%02X", Int(sum))
  }

  @Test(arguments: [
    ("bu353s4", -37.784788, 175.314897, "2014-12-31T03:07:19Z"),
    ("mtk-3329", 51.484371667, 6.538185, "2011-02-21T10:21:27Z"),
    ("mt3339", 44.068843, -121.314192, "2015-04-13T20:26:40Z"),
    ("neo-m8n", 44.069010667, -121.314246333, "2015-03-18T17:19:26Z"),
    ("eXplorist210", 53.220380, 6.573713, "2006-05-20T20:06:19Z"),
  ])
  func `a log of a receiver has its first fix at the recorded place and time`(
    _ name: String, _ latitude: Double, _ longitude: Double, _ time: String
  ) throws {
    let found = locations(try log(name))
    let first = try #require(found.first)
    #expect(abs(first.coordinate.latitude - latitude) < 1e-5)
    #expect(abs(first.coordinate.longitude - longitude) < 1e-5)
    #expect(abs(first.timestamp.timeIntervalSince(try date(time))) < 1)
    #expect(found.allSatisfy { $0.horizontalAccuracy > 0 })
    let times = found.map(\.timestamp)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `a date in the future is corrected by 1,024 weeks`() throws {
    // 2030-10-07, as a receiver reports 2011-02-21 after a rollover.
    let line = sentence("GPRMC,102127.000,A,5129.0623,N,00632.2911,E,0.33,30.68,071030,,,A")
    let now = try date("2026-11-28T00:00:00Z")
    #expect(try locations([line], now: now).map(\.timestamp) == [date("2011-02-21T10:21:27Z")])
  }

  @Test func `altitude, speed and course come from the sentences of one time`() throws {
    let lines = [
      sentence("GPGGA,102128.000,5129.0623,N,00632.2910,E,1,4,1.31,29.7,M,47.4,M,,"),
      sentence("GPRMC,102128.000,A,5129.0623,N,00632.2910,E,10.00,90.00,210211,,,A"),
    ]
    let location = try #require(locations(lines).first)
    #expect(location.altitude == 29.7)
    #expect(abs(location.speed - 5.1444) < 1e-3)
    #expect(location.course == 90)
    #expect(abs(location.horizontalAccuracy - 6.55) < 1e-9)
  }

  @Test(arguments: [
    "$GPRMC,102127.000,A,5129.0623,N,00632.2911,E,0.33,30.68,210211,,,A*00", "$", "$*", "$GPRMC*",
    "$GPRMC,,,,,,,,,,*67", "no sentence", "$GPRMC,102127.000,A,9929.0623,N,00632.2911,E,0,0,210211",
    "\u{0}\u{1}$GPGGA", "$GPRMC,999999.000,V,,,,,,,,,,N*53",
  ])
  func `a malformed sentence is skipped`(_ line: String) {
    #expect(locations([line]).isEmpty)
  }

  @Test func `a sentence without a fix has no location`() {
    let line = sentence("GPRMC,102127.000,V,5129.0623,N,00632.2911,E,0.33,30.68,210211,,,A")
    #expect(locations([line]).isEmpty)
  }
}
