// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Common defects of real files, with a real file as the example where one exists.
struct GPXQuirkTests {
  @Test(arguments: ["gpxpy__unicode_with_bom.gpx", "gpxpy__unicode_with_bom_noencoding.gpx"])
  func `a byte order mark is accepted`(name: String) throws {
    let document = try GPXDocument(contentsOf: Fixture.url(name))
    #expect(document.waypoints.count == 1)
    #expect(document.waypoints.first?.name?.isEmpty == false)
  }

  @Test
  func `non-ASCII letters are read`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("gpxpy__unicode.gpx"))
    #expect(document.waypoints.first?.name == "šđčćž")
    let other = try GPXDocument(contentsOf: Fixture.url("gpxpy__unicode_with_bom_noencoding.gpx"))
    #expect(other.waypoints.first?.name == "bom noencoding ő")
  }

  @Test(arguments: ["\n", " ", "  \n\n", "<!-- x -->\n"])
  func `an XML declaration after other content is rejected`(before: String) throws {
    let text = before + "<?xml version=\"1.0\"?>\n<gpx><trk><trkseg/></trk></gpx>"
    let error = try #require(throws: ActivityFileError.self) { try document(text) }
    #expect(error.code == .malformed)
    #expect(error.line == before.filter { $0 == "\n" }.count + 1)
    #expect(error.reason.contains("XML declaration"))
    #expect(error.remedy.contains("<?xml"))
  }

  @Test
  func `a point without a position is dropped and reported`() throws {
    let document = try GPXDocument(
      contentsOf: Fixture.url("stravavis__invalid-lon-lat-missing.gpx"))
    #expect(document.trackPointCount == 3)
    #expect(document.issues.count(.missingPosition) == 1)
    let issue = try #require(document.issues.first.first { $0.kind == .missingPosition })
    #expect(issue.line == 12)
    #expect(issue.severity == .warning)
    #expect(document.issues.count(.unknownVersion) == 1)
    #expect(document.trackPoints.map(\.temperature) == [29, 29, 29])
    #expect(document.metadata.links.first?.text == "GOTOES STRAVA TOOLS")
  }

  @Test
  func `an empty segment is preserved and reported`() throws {
    let empty = try GPXDocument(contentsOf: Fixture.url("stravavis__empty-trkseg.gpx"))
    #expect(empty.tracks.map { $0.segments.count } == [1])
    #expect(empty.trackPointCount == 0)
    #expect(empty.issues.first.map(\.kind) == [.emptySegment, .noTrackPoints])
    #expect(empty.issues.first.first?.line == 4)
    let second = try GPXDocument(contentsOf: Fixture.url("gpxpy__track-with-empty-segment.gpx"))
    #expect(second.tracks.first?.segments.map { $0.points.count } == [9, 0])
    #expect(!second.issues.hasWarnings)
  }

  @Test
  func `milliseconds and UTC offsets are read`() throws {
    let millis = try GPXDocument(contentsOf: Fixture.url("gpxpy__track-with-less-sec-time.gpx"))
    #expect(millis.trackPoints.map(\.time) == [.unix(1_449_844_993), .reference(471_537_793.994)])
    let offset = try GPXDocument(
      contentsOf: Fixture.url("opentracks__legacy_gpx_trackpointextensions_incorrect.gpx"))
    #expect(offset.trackPoints.first?.time == .unix(1_580_608_923))
  }

  @Test
  func `one instant in several time zones is read as the same time`() throws {
    let times = [
      "2021-01-07T21:51:59Z", "2021-01-07T22:51:59+01:00", "2021-01-07T14:51:59-07:00",
      "2021-01-08T03:21:59.000+05:30", "2021-01-07T21:51:59",
    ]
    let points = times.map { "<trkpt lat=\"1\" lon=\"2\"><time>\($0)</time></trkpt>" }
    let document = try track(points.joined(separator: "\n"))
    #expect(Set(document.trackPoints.map(\.time)) == [.unix(1_610_056_319)])
    #expect(document.issues.first.map(\.kind) == [.timeWithoutZone])
    #expect(document.issues.first.first?.line == 5)
  }

  @Test
  func `times are read if only some points have one`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("gpxpy__cerknicko-without-times.gpx"))
    #expect(document.trackPoints.filter { $0.time != nil }.count == 5)
    #expect(document.trackPointCount == 296)
  }

  @Test
  func `a track without times has no issues`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("gpxpy__track-with-extremes.gpx"))
    #expect(document.trackPoints.allSatisfy { $0.time == nil })
    #expect(document.issues.isEmpty)
  }

  @Test
  func `a pause mark ends the segment and is not a point`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url(GPXGroundTruthTests.pauses))
    #expect(document.tracks.first?.segments.map { $0.points.count } == [3, 1])
    #expect(haversine(document) < 223)
    #expect(document.issues.first.map(\.kind) == [.pauseMark, .pauseMark])
    #expect(document.issues.first.map(\.line) == [42, 46])
    #expect(!document.issues.hasWarnings)
    #expect(document.tracks.first?.info.trackID == "7002101e-4198-4613-8c24-544e01ca3981")
  }

  @Test
  func `pause marks around a segment create no empty segments`() throws {
    let mark = "<trkpt lat=\"100\" lon=\"0\"/>"
    let here = "<trkpt lat=\"1\" lon=\"2\"/>"
    let document = try track(mark + here + mark + mark + here + here + mark)
    #expect(document.tracks.first?.segments.map { $0.points.count } == [1, 2])
  }

  @Test
  func `points with invalid coordinates are dropped`() throws {
    let document = try track(
      """
      <trkpt lat="90" lon="180"/>
      <trkpt lat="90.1" lon="0"/>
      <trkpt lat="-90" lon="-180"/>
      <trkpt lat="0" lon="180.5"/>
      <trkpt lat="200" lon="7"/>
      <trkpt lat="NaN" lon="7"/>
      <trkpt lat="46,5" lon="7"/>
      <trkpt lat="0" lon="-0"/>
      """)
    #expect(document.trackPoints.map(\.latitude) == [90, -90, 0])
    #expect(document.tracks.first?.segments.count == 1)
    #expect(document.issues.count(.positionOutOfRange) == 3)
    #expect(document.issues.count(.missingPosition) == 2)
    #expect(document.issues.first.map(\.line) == [2, 4, 5, 6, 7])
  }

  @Test
  func `times that run backwards are preserved and reported`() throws {
    let times = ["10:00:00Z", "10:00:05Z", "10:00:03Z", "10:00:03Z", "10:00:09Z"]
    let points = times.map { "<trkpt lat=\"1\" lon=\"2\"><time>2024-05-01T\($0)</time></trkpt>" }
    let document = try track(points.joined(separator: "\n"))
    #expect(document.trackPointCount == 5)
    #expect(document.trackPoints.allSatisfy { $0.time != nil })
    #expect(document.issues.first.map(\.kind) == [.timeRunsBackwards])
    #expect(document.issues.first.first?.line == 3)
    #expect(document.issues.first.first?.reason.contains("2.0 s") == true)
  }

  @Test
  func `a later track may start at an earlier time`() throws {
    let point = { (time: String) in
      "<trkpt lat=\"1\" lon=\"2\"><time>2024-05-01T\(time)Z</time></trkpt>"
    }
    let tracks = ["10:00:00", "09:00:00"].map { "<trk><trkseg>\(point($0))</trkseg></trk>" }
    #expect(try gpx(tracks.joined()).issues.isEmpty)
  }

  @Test
  func `missing elevations are not interpolated`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("gpxpy__first_and_last_elevation.gpx"))
    let elevations = document.trackPoints.map(\.elevation)
    #expect(elevations.first == 140)
    #expect(elevations.last == 140)
    #expect(elevations.compactMap(\.self).count == 2)
  }

  @Test
  func `a recording with a date in 1901 is read`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("gpxpy__Mojstrovka.gpx"))
    let time = try #require(document.trackPoints.first?.time)
    #expect(abs(time.timeIntervalSince1970 - -2_147_483_647.7926563) < 1e-6)
  }
}
