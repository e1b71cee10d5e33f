// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TravelFiles

/// Random mutations of all recordings; a reader returns or throws, and its times are valid.
@Suite struct FuzzTests {
  /// A generator of random numbers that a seed determines (SplitMix64).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  private static let tokens = [
    "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "RRULE:FREQ=DAILY\r\n", "\r\n ", "<div itemscope>",
    "</div>",
    "<script type=\"application/ld+json\">", "{", "}", "[", "]", "\"", "\\", ",", ":", "&#x110000;",
    "--", "=?x?B?", "99999999999999999999", "-1", "\u{0}", "\u{FFFD}", "1e400", "M4",
  ]

  /// Small files of the formats without recordings.
  private static let samples = [
    """
    <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Hut</name>
    <description><![CDATA[a <b>b</b>]]></description><Point><coordinates>7.5,46.5,2500</coordinates></Point>
    </Placemark><Placemark><LineString><coordinates>7.5,46.5 7.6,46.6,1200
    7.7,46.7</coordinates></LineString></Placemark></Document></kml>
    """,
    """
    <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="46.5" lon="7.5">
    <name>Hut &amp; well</name></wpt><rte><rtept lat="46.5" lon="7.5"/></rte><trk><trkseg>
    <trkpt lat="46.5" lon="7.5"><ele>9</ele><time>2027-03-10T10:00:00Z</time></trkpt></trkseg></trk></gpx>
    """,
    """
    {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"MultiLineString",
    "coordinates":[[[8.25,47.5],[8.3,47.6,500]]]},"properties":{"name":"Ridge"}},{"type":"Feature",
    "geometry":{"type":"Point","coordinates":[8.25,47.5]},"properties":{"location":{"name":"Inn"}}}]}
    """,
    "Title,Note,URL,Comment\nInn,\"a, \"\"b\",\"https://x/search/47.5,8.25\",\n",
    "Item Name;Category;Qty;Weight;Unit\nSocks;Clothes;3;50;g\nCoat;;1;1,2;kg\n",
    """
    From: a@b
    Date: Tue, 14 Sep 2021 17:00:00 +0200
    Subject: =?utf-8?B?R3LDvMOfZQ==?=
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary="b"

    --b
    Content-Type: text/html; charset=iso-8859-2
    Content-Transfer-Encoding: quoted-printable

    <html><div itemscope itemtype=3D"http://schema.org/Hotel"><span itemprop=3Dname>Inn</span></div></html>
    --b
    Content-Type: message/rfc822

    From: c@d
    Subject: inner

    text
    --b--
    """,
  ]

  private static func mutated(_ data: Data, _ generator: inout Generator) -> Data {
    var bytes = Array(data)
    for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1:
        bytes.removeSubrange(
          index..<min(bytes.count, index + Int.random(in: 1...40, using: &generator)))
      case 2:
        bytes.insert(
          contentsOf: tokens.randomElement(using: &generator)?.utf8.map(\.self) ?? [], at: index)
      case 3: bytes = Array(bytes[..<index])
      default:
        let end = min(bytes.count, index + Int.random(in: 1...200, using: &generator))
        bytes.insert(contentsOf: Array(bytes[index..<end]), at: index)
      }
    }
    return Data(bytes)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `mutated files are read or rejected`(seed: UInt64) throws {
    var generator = Generator(state: seed)
    let names = try Fixture.names("kitinerary__").filter { !$0.hasSuffix(".merged.json") }
    let recordings = try names.map { (data: try Fixture.data($0), rounds: 4) }
    let samples = Self.samples.map { (data: Data($0.utf8), rounds: 100) }
    let reader = TravelFileReader(documentDate: LocalDate(year: 2027, month: 1, day: 1))
    var readable = 0
    for (data, rounds) in recordings + samples {
      for _ in 0..<rounds {
        guard let document = try? reader.read(Self.mutated(data, &generator)) else { continue }
        readable += 1
        #expect(document.places.allSatisfy { $0.coordinates?.latitude.isFinite != false })
        for item in document.items { _ = SchemaEncoder.encode(item) }
        for event in document.events { _ = event.occurrences(limit: 50) }
        _ = CalendarWriter(stamp: Date(timeIntervalSince1970: 0)).data(document.events)
      }
    }
    #expect(readable > names.count)
  }

  @Test func `any bytes are no boarding pass or a valid one`() {
    var generator = Generator(state: 7)
    let text = Array(
      "M1DOE/JOHN            EXXX007 MUCTXLLH 2724 065M005A0017 35D>6180WW8064BLH   ".utf8)
    for _ in 0..<5000 {
      let bytes = Self.mutated(Data(text + text), &generator)
      let pass = BoardingPass(String(decoding: bytes, as: UTF8.self))
      for leg in pass?.legs ?? [] {
        #expect(leg.origin.count == 3)
        #expect(leg.dayOfYear.map { (1...366).contains($0) } ?? true)
      }
    }
  }
}
