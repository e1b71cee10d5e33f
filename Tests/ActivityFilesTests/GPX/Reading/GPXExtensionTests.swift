// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Sensor values in the extensions of several vendors.
struct GPXExtensionTests {
  @Test(
    arguments: [
      "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
      "http://www.garmin.com/xmlschemas/TrackPointExtension/v2",
      "http://www.garmin.com/xmlschemes/TrackPointExtension/v2", "http://example.org/wrong",
    ], ["gpxtpx", "ns3", "x-1.y"])
  func `Garmin's extension is read with any prefix and namespace`(uri: String, prefix: String)
    throws
  {
    let content = """
      <extensions><P:TrackPointExtension><P:atemp>21.5</P:atemp><P:wtemp>12</P:wtemp>
      <P:depth>3.25</P:depth><P:hr>141</P:hr><P:cad>87</P:cad><P:speed>2.5</P:speed>
      <P:course>270</P:course><P:bearing>181</P:bearing></P:TrackPointExtension></extensions>
      """.replacingOccurrences(of: "P:", with: prefix + ":")
    let point = try point(content, attributes: "xmlns:\(prefix)=\"\(uri)\"")
    #expect(point.temperature == 21.5)
    #expect(point.waterTemperature == 12)
    #expect(point.depth == 3.25)
    #expect(point.heartRate == 141)
    #expect(point.cadence == 87)
    #expect(point.speed == 2.5)
    #expect(point.course == 270)
    #expect(point.bearing == 181)
  }

  @Test
  func `an element with an undeclared prefix is read`() throws {
    let content =
      "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>99</gpxtpx:hr>"
      + "</gpxtpx:TrackPointExtension></extensions>"
    #expect(try point(content).heartRate == 99)
  }

  @Test
  func `a prefix has the meaning of its nearest declaration`() throws {
    let document = try track(
      """
      <trkpt lat="1" lon="2"><extensions>
      <a:hr xmlns:a="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">120</a:hr>
      </extensions></trkpt>
      <trkpt lat="1" lon="2"><extensions><a:hr>121</a:hr></extensions></trkpt>
      """, attributes: "xmlns:a=\"http://example.org/a\"")
    #expect(document.trackPoints.map(\.heartRate) == [120, nil])
  }

  @Test
  func `Garmin Connect's namespace declarations on each point are read`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("garminconnect__sample_activity.gpx"))
    #expect(document.trackPoints.prefix(5).map(\.heartRate) == [120, 125, 130, 135, 140])
    #expect(document.tracks.first?.info.type == "running")
    #expect(document.metadata.name == "Amsterdam City Center Run")
  }

  @Test
  func `a waypoint's heart rate is read`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("gpxpy__gpx_with_garmin_extension.gpx"))
    #expect(document.waypoints.first?.heartRate == 171)
  }

  @Test
  func `every heart rate of a long ride is read`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("stravavis__activity_7348460494.gpx"))
    let points = document.trackPoints
    #expect(points.compactMap(\.heartRate).count == 1212)
    #expect(points.first?.heartRate == 101)
    #expect(points.first?.temperature == 21)
    #expect(points.first?.latitude == 51.39870791696012020111083984375)
  }

  @Test
  func `Strava's power without a namespace is read`() throws {
    #expect(try point("<extensions><power>231</power></extensions>").power == 231)
  }

  @Test
  func `Apple's values without a namespace are read`() throws {
    let document = try GPXDocument(
      contentsOf: Fixture.url("dogsheep__route_2019-06-11_3.00pm.gpx"))
    let point = try #require(document.trackPoints.first)
    #expect(point.speed == 0.180883)
    #expect(point.course == 206.252884)
    #expect(point.horizontalAccuracy == 8.063116)
    #expect(point.verticalAccuracy == 6.428697)
  }

  @Test
  func `OpenTracks values inside Garmin's element are read`() throws {
    let document = try GPXDocument(
      contentsOf: Fixture.url("opentracks__legacy_gpx_trackpointextensions_incorrect.gpx"))
    let point = try #require(document.trackPoints.dropFirst().first)
    #expect(point.heartRate == 69)
    #expect(point.cadence == 3)
    #expect(point.power == 50)
    #expect(point.speed == 5)
    #expect(point.gain == 1)
    #expect(point.loss == 1)
    #expect(point.distance == 12)
    #expect(point.horizontalAccuracy == 10)
    #expect(document.tracks.first?.info.trackID == "75c581d0-eef5-4aa2-91a3-66d2c6de4f6d")
    #expect(document.tracks.first?.segments.map { $0.points.count } == [2, 1, 2])
  }

  @Test(arguments: ["gpxpy__track_with_speed.gpx", "opentracks__gpx11_with_speed_no_namespace.gpx"])
  func `a speed element that is a child of the point is read`(name: String) throws {
    let document = try GPXDocument(contentsOf: Fixture.url(name))
    #expect(document.trackPoints.compactMap(\.speed).count == 3)
  }

  @Test
  func `elements of another namespace are not read as GPX elements`() throws {
    let point = try point(
      """
      <o:name>No</o:name><o:ele>9</o:ele><name>Yes</name>
      <extensions><o:speed>9</o:speed><o:box><o:hr>9</o:hr></o:box></extensions>
      """, attributes: "xmlns:o=\"http://example.org/o\"")
    #expect(point.name == "Yes")
    #expect(point.elevation == nil)
    #expect(point.speed == nil)
    #expect(point.heartRate == nil)
  }

  @Test
  func `the first of several values wins`() throws {
    let point = try point(
      "<extensions><power>200</power><x><power>300</power></x></extensions>")
    #expect(point.power == 200)
  }

  @Test
  func `unknown nested extensions are skipped`() throws {
    let document = try GPXDocument(contentsOf: Fixture.url("gpxpy__gpx1.1_with_extensions.gpx"))
    #expect(document.waypoints.count == 1)
    #expect(document.waypoints.first?.hasDetails == false)
  }
}
