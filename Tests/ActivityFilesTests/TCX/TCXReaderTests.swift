// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Defects of TCX files from various programs.
struct TCXReaderTests {
  private func tcx(_ points: String, lap: String = "", head: String = "") -> String {
    head + "<TrainingCenterDatabase><Activities><Activity Sport=\"Running\"><Id>x</Id>"
      + "<Lap StartTime=\"2020-01-01T10:00:00Z \">\(lap)<Track>\(points)</Track></Lap>"
      + "</Activity></Activities></TrainingCenterDatabase>"
  }

  private let point =
    "<Trackpoint><Time>2020-01-01T10:00:01Z</Time><HeartRateBpm><Value>120</Value></HeartRateBpm>"
    + "</Trackpoint>"

  @Test
  func `white space before the declaration is skipped`() throws {
    let head = "          <?xml version=\"1.0\"?>\n"
    #expect(try TCXContent(tcx(point, head: head)).points.count == 1)
    let lines = "\u{FEFF}\n\n  \n<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    #expect(try TCXContent(tcx(point, head: lines)).points.count == 1)
    let error = #expect(throws: ActivityFileError.self) {
      try TCXContent(tcx("</Trackpoint>", head: lines))
    }
    #expect(error?.line == 5)
  }

  @Test
  func `a damaged document type is ignored with an issue`() throws {
    for type in [
      "<!DOCTYPE x>", "<!DOCTYPE x [ <!ELEMENT a (b*)> <!ATTLIST a b CDATA ] >",
      "<!DOCTYPE x [\n<!ENTITY e \"v\">\n<!ELEMENT <broken\n]\n>",
    ] {
      let content = try TCXContent(tcx(point, head: "<?xml version=\"1.0\"?>\n<!-- c -->\(type)\n"))
      #expect(content.points.count == 1)
      #expect(content.issues.count(.documentType) == 1)
    }
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>"
    let error = #expect(throws: ActivityFileError.self) {
      try TCXContent(tcx(point, lap: "<Notes>&b;</Notes>", head: bomb))
    }
    #expect(error?.code == .malformed)
  }

  @Test
  func `a prolog without end is rejected`() throws {
    let text = String(repeating: " ", count: 3 << 20) + tcx(point)
    let error = #expect(throws: ActivityFileError.self) { try TCXContent(text) }
    #expect(error?.code == .tooLarge)
  }

  @Test
  func `prefixes, extensions and empty values are read`() throws {
    let content = try TCXContent(
      tcx(
        "<Trackpoint><Time>2020-01-01T11:00:00.5+01:00</Time><Position>"
          + "<LatitudeDegrees>50</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees></Position>"
          + "<AltitudeMeters>1e2</AltitudeMeters><Cadence></Cadence><Extensions><a:TPX>"
          + "<a:Speed>2.5</a:Speed><b:Watts/><RunCadence>80</RunCadence></a:TPX></Extensions>"
          + "</Trackpoint>", lap: "<TotalTimeSeconds>60</TotalTimeSeconds>"))
    var expected = TCXTrackpoint()
    expected.time = Date(timeIntervalSince1970: 1_577_872_800.5)
    expected.latitude = 50
    expected.longitude = 8
    expected.altitude = 100
    expected.speed = 2.5
    expected.runCadence = 80
    #expect(content.points == [expected])
    #expect(content.laps.first?.duration == 60)
    #expect(content.laps.first?.start == Date(timeIntervalSince1970: 1_577_872_800))
    #expect(content.issues.isEmpty)
  }

  @Test
  func `invalid values are dropped with an issue`() throws {
    let content = try TCXContent(
      tcx(
        "<Trackpoint><Time>noon</Time><Position><LatitudeDegrees>200</LatitudeDegrees>"
          + "<LongitudeDegrees>8</LongitudeDegrees></Position><AltitudeMeters>NaN</AltitudeMeters>"
          + "<DistanceMeters>5</DistanceMeters></Trackpoint>"))
    var expected = TCXTrackpoint()
    expected.distance = 5
    #expect(content.points == [expected])
    #expect(content.issues.count(.badTime) == 1)
    #expect(content.issues.count(.positionOutOfRange) == 1)
    #expect(content.issues.count(.badValue) == 1)
  }

  @Test
  func `other files are rejected with the name of their format`() throws {
    let cases: [(String, ActivityFileError.Code)] = [
      ("<gpx/>", .notTCX), ("<html></html>", .notTCX), ("", .empty), ("{}", .notXML),
      ("<TrainingCenterDatabase>", .truncated), ("<TrainingCenterDatabase></a>", .malformed),
      ("hello", .notXML), ("<!DOCTYPE html>", .notXML), ("<!DOCTYPE x>", .truncated),
    ]
    for (text, code) in cases {
      let error = #expect(throws: ActivityFileError.self) { try TCXContent(text) }
      #expect(error?.code == code, "\(text)")
    }
  }
}
