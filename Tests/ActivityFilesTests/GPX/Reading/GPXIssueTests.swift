// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Recoverable issues of a file.
struct GPXIssueTests {
  @Test(
    arguments: [
      "abc", "1.2.3", "--1", "1e", "1e+", "0x10", "inf", "nan", "1,5", "1 2", "-", ".", "1e999",
    ])
  func `an invalid number is omitted and reported`(text: String) throws {
    let document = try track("<trkpt lat=\"1\" lon=\"2\">\n<ele>\(text)</ele></trkpt>")
    #expect(document.trackPoints.map(\.elevation) == [nil])
    #expect(document.issues.first.map(\.kind) == [.badNumber])
    #expect(document.issues.first.first?.line == 2)
    #expect(document.issues.first.first?.reason.contains("\"\(text)\"") == true)
    #expect(document.issues.hasWarnings)
  }

  @Test
  func `integers and enumerated values are validated`() throws {
    let document = try track(
      """
      <trkpt lat="1" lon="2"><sat>4.5</sat><dgpsid>x</dgpsid><fix>4d</fix></trkpt>
      <trkpt lat="1" lon="2"><sat>4.0</sat><fix>3D</fix></trkpt>
      """)
    #expect(document.trackPoints.map(\.satellites) == [nil, 4])
    #expect(document.trackPoints.map(\.fix) == [nil, .threeDimensional])
    #expect(document.issues.first.map(\.kind) == [.badNumber, .badNumber, .badValue])
  }

  @Test
  func `empty elements count as absent`() throws {
    let point = try point(
      "<ele/><time> </time><name></name><fix></fix><sat/><extensions><power/></extensions>")
    #expect(point == GPXPoint(latitude: 1, longitude: 2))
  }

  @Test
  func `misplaced elements are dropped and reported`() throws {
    let document = try gpx(
      """
      <trkpt lat="1" lon="2"/>
      <trk><trkpt lat="1" lon="2"/><trk><trkseg/></trk>
      <trkseg><wpt lat="1" lon="2"/><trkpt lat="1" lon="2"><rtept lat="3" lon="4"/></trkpt></trkseg></trk>
      """)
    #expect(document.tracks.count == 1)
    #expect(document.trackPointCount == 1)
    #expect(document.waypoints.isEmpty)
    #expect(document.issues.count(.misplacedElement) == 5)
    #expect(document.issues.first.map(\.line) == [1, 2, 2, 3, 3])
    #expect(
      document.issues.first.last?.description
        == "line 3: A <rtept> is not allowed in <trkpt>. It is dropped with its content.")
  }

  @Test
  func `a file without track points is reported with its other contents`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("gpxpy__route.gpx"))
    #expect(document.trackPointCount == 0)
    #expect(document.issues.first.map(\.kind) == [.noTrackPoints])
    #expect(document.issues.first.first?.repair.contains("55") == true)
    #expect(try gpx("").issues.count(.noTrackPoints) == 1)
  }

  @Test
  func `all issues are counted, and a limited number is stored`() throws {
    let bad = String(repeating: "<trkpt/>\n", count: 5000)
    let late = "<trkpt lat='1' lon='2'><ele>x</ele></trkpt>"
    let log = try track(bad + late).issues
    #expect(log.count(.missingPosition) == 5000)
    #expect(log.first.filter { $0.kind == .missingPosition }.count == GPXIssueLog.limitPerKind)
    #expect(log.first.last?.kind == .badNumber)
    #expect(log.first.last?.line == 5001)
    #expect(log.total == 5001)
    #expect(!log.isEmpty)
    #expect(log.first.count <= GPXIssueLog.limit)
  }

  @Test
  func `a text longer than one megabyte is truncated and reported`() throws {
    let document = try gpx("<trk><name>\(String(repeating: "ab", count: 1 << 20))</name></trk>")
    #expect(document.tracks.first?.info.name?.utf8.count == 1 << 20)
    #expect(document.issues.count(.textTooLong) == 1)
  }

  @Test
  func `a valid file has no issues`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("garminconnect__sample_activity.gpx"))
    #expect(document.issues.isEmpty)
    #expect(document.issues == GPXIssueLog())
  }
}
