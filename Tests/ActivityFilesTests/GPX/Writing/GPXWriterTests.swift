// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Output of the writer, compared as whole documents.
struct GPXWriterTests {
  private static func fullPoint() -> GPXPoint {
    var point = GPXPoint(
      latitude: 46.5, longitude: -7, elevation: 1614.678, time: .reference(631_749_119.179))
    point.heartRate = 141
    point.cadence = 87
    point.power = 231
    point.temperature = 21.5
    point.speed = 0.000005
    point.course = 270
    point.horizontalAccuracy = 8.063116
    point.verticalAccuracy = 6
    point.name = "A & B"
    point.comment = "c"
    point.desc = "d"
    point.source = "s"
    point.links = [GPXLink(href: "http://a?b=1&c=\"2\"", text: "t", type: "text/html")]
    point.symbol = "Flag"
    point.type = "top"
    point.magneticVariation = 1.1
    point.geoidHeight = 47
    point.fix = .threeDimensional
    point.satellites = 9
    point.hdop = 1
    point.vdop = 2
    point.pdop = 3
    point.ageOfDGPSData = 4
    point.dgpsID = 5
    point.waterTemperature = 12
    point.depth = 3
    point.bearing = 180
    point.gain = 1
    point.loss = 2
    point.distance = 12
    return point
  }

  private static let fullText = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Cairn" xmlns="http://www.topografix.com/GPX/1/1" \
    xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
    xmlns:opentracks="http://opentracksapp.com/xmlschemas/v1">
      <trk>
        <name>Morning</name>
        <desc>d</desc>
        <number>1</number>
        <type>rucking</type>
        <extensions>
          <opentracks:trackid>7002</opentracks:trackid>
        </extensions>
        <trkseg>
          <trkpt lat="46.5" lon="-7">
            <ele>1614.678</ele>
            <time>2021-01-07T21:51:59.179Z</time>
            <magvar>1.1</magvar>
            <geoidheight>47</geoidheight>
            <name>A &amp; B</name>
            <cmt>c</cmt>
            <desc>d</desc>
            <src>s</src>
            <link href="http://a?b=1&amp;c=&quot;2&quot;">
              <text>t</text>
              <type>text/html</type>
            </link>
            <sym>Flag</sym>
            <type>top</type>
            <fix>3d</fix>
            <sat>9</sat>
            <hdop>1</hdop>
            <vdop>2</vdop>
            <pdop>3</pdop>
            <ageofdgpsdata>4</ageofdgpsdata>
            <dgpsid>5</dgpsid>
            <extensions>
              <power>231</power>
              <gpxtpx:TrackPointExtension>
                <gpxtpx:atemp>21.5</gpxtpx:atemp>
                <gpxtpx:wtemp>12</gpxtpx:wtemp>
                <gpxtpx:depth>3</gpxtpx:depth>
                <gpxtpx:hr>141</gpxtpx:hr>
                <gpxtpx:cad>87</gpxtpx:cad>
                <gpxtpx:speed>0.000005</gpxtpx:speed>
                <gpxtpx:course>270</gpxtpx:course>
                <gpxtpx:bearing>180</gpxtpx:bearing>
              </gpxtpx:TrackPointExtension>
              <opentracks:accuracy_horizontal>8.063116</opentracks:accuracy_horizontal>
              <opentracks:accuracy_vertical>6</opentracks:accuracy_vertical>
              <opentracks:gain>1</opentracks:gain>
              <opentracks:loss>2</opentracks:loss>
              <opentracks:distance>12</opentracks:distance>
            </extensions>
          </trkpt>
        </trkseg>
        <trkseg>
        </trkseg>
      </trk>
    </gpx>

    """

  @Test
  func `a document's elements are written in schema order`() throws {
    let point = Self.fullPoint()
    var info = GPXTrackInfo(name: "Morning", desc: "d", type: "rucking")
    info.trackID = "7002"
    info.number = 1
    let track = GPXTrack(info: info, segments: [GPXSegment(points: [point]), GPXSegment()])
    let document = GPXDocument(creator: "Cairn", tracks: [track])
    #expect(
      String(decoding: try document.gpxData(), as: UTF8.self) == Self.fullText)
    #expect(try GPXDocument(data: document.gpxData()) == document)
  }

  @Test
  func `metadata, waypoints and routes are written in schema order`() throws {
    var metadata = GPXMetadata(name: "n", desc: "d", time: .unix(0))
    metadata.author = GPXPerson(name: "a", email: "x@y@z.org", link: GPXLink(href: "l"))
    metadata.copyright = GPXCopyright(author: "c", year: "2024", license: "MIT")
    metadata.links = [GPXLink(href: "h")]
    metadata.keywords = "k"
    metadata.bounds = GPXBounds(
      minLatitude: -1e-7, minLongitude: 2, maxLatitude: 3, maxLongitude: 1e21)
    let point = GPXPoint(latitude: 1, longitude: 2)
    let document = GPXDocument(
      creator: "\"<Cairn>\"\t", metadata: metadata, waypoints: [point],
      routes: [GPXRoute(info: GPXTrackInfo(name: "r"), points: [point])])
    #expect(
      String(decoding: try document.gpxData(), as: UTF8.self).split(separator: "\n").dropFirst()
        .dropFirst().joined(separator: "\n") == """
            <metadata>
              <name>n</name>
              <desc>d</desc>
              <author>
                <name>a</name>
                <email id="x@y" domain="z.org"/>
                <link href="l">
                </link>
              </author>
              <copyright author="c">
                <year>2024</year>
                <license>MIT</license>
              </copyright>
              <link href="h">
              </link>
              <time>1970-01-01T00:00:00Z</time>
              <keywords>k</keywords>
              <bounds minlat="-0.0000001" minlon="2" maxlat="3" maxlon="1000000000000000000000"/>
            </metadata>
            <wpt lat="1" lon="2">
            </wpt>
            <rte>
              <name>r</name>
              <rtept lat="1" lon="2">
              </rtept>
            </rte>
          </gpx>
          """)
    #expect(try GPXDocument(data: document.gpxData()) == document)
  }

  @Test
  func `characters that XML does not allow are dropped, and all others are preserved`() throws {
    let name = "a\u{0}b\u{1B}c\u{FFFE}d\te\nf\rg<h>&\"'i🏔é"
    let document = GPXDocument(creator: name, waypoints: [named(name)])
    let read = try GPXDocument(data: document.gpxData())
    let kept = "abcd\te\nf\rg<h>&\"'i🏔é"
    #expect(read.waypoints.first?.name == kept)
    #expect(read.creator == kept)
  }

  private func named(_ name: String) -> GPXPoint {
    var point = GPXPoint(latitude: 1, longitude: 2)
    point.name = name
    return point
  }

  @Test
  func `values that GPX cannot represent are omitted`() throws {
    var point = GPXPoint(latitude: 1, longitude: 2, elevation: .infinity, time: .distantFuture)
    point.heartRate = .nan
    point.time = Date(timeIntervalSinceReferenceDate: 1e12)
    let read = try GPXDocument(data: GPXDocument(waypoints: [point]).gpxData())
    #expect(read.waypoints == [GPXPoint(latitude: 1, longitude: 2)])
    #expect(point.heartRate == nil)
  }

  @Test(
    arguments: [(91.0, 0.0), (0.0, 181.0), (.nan, 0.0), (0.0, -.infinity)] as [(Double, Double)])
  func `a point with invalid coordinates is rejected`(latitude: Double, longitude: Double) throws {
    let point = GPXPoint(latitude: latitude, longitude: longitude)
    let error = try #require(throws: ActivityFileError.self) {
      try GPXDocument(waypoints: [point]).gpxData()
    }
    #expect(error.code == .unwritable)
  }

  @Test
  func `events in the wrong order are rejected`() throws {
    let point = GPXPoint(latitude: 1, longitude: 2)
    let began = GPXEvent.began(version: nil, creator: nil)
    let info = GPXTrackInfo(name: "a")
    let wrong: [[GPXEvent]] = [
      [.waypoint(point)], [began, began], [began, .trackPoint(point)], [began, .segmentBegan],
      [began, .routePoint(point)], [began, .trackBegan(info), .waypoint(point)],
      [began, .trackBegan(info), .trackPoint(point)],
      [began, .trackBegan(info), .trackEnded(GPXTrackInfo(name: "b"))],
      [began, .metadata(GPXMetadata(name: "a")), .metadata(GPXMetadata(name: "b"))],
      [began, .trackBegan(info), .trackEnded(info), .routeBegan(info)],
    ]
    for events in wrong {
      let writer = GPXWriter { _ in }
      let error = try #require(throws: ActivityFileError.self) {
        for event in events { try writer.write(event) }
      }
      #expect(error.code == .writeOrder)
    }
    let writer = GPXWriter { _ in }
    #expect(throws: ActivityFileError.self) { try writer.finish() }
    try writer.write(began)
    try writer.write(.trackBegan(info))
    #expect(throws: ActivityFileError.self) { try writer.finish() }
  }

  @Test
  func `a reader can be piped into a writer that writes in chunks`() throws {
    let url = try Fixture.url("stravavis__activity_7348460494.gpx")
    var pieces: [Data] = []
    let writer = GPXWriter { pieces.append($0) }
    let reader = try GPXReader(contentsOf: url)
    while let event = try reader.next() { try writer.write(event) }
    try writer.finish()
    #expect(pieces.count > 3)
    #expect(pieces.allSatisfy { $0.count < 1 << 17 })
    let copy = try GPXDocument(data: pieces.reduce(Data(), +))
    #expect(copy == (try GPXDocument(contentsOf: url)))
  }

  struct Full: Error {}

  @Test
  func `an error of the sink is rethrown`() throws {
    let writer = GPXWriter { _ in throw Full() }
    try writer.write(.began(version: nil, creator: nil))
    #expect(throws: Full.self) { try writer.finish() }
  }

  @Test
  func `a document is written to a file, and a failure names the file`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let url = folder.appendingPathComponent("out.gpx")
    let document = GPXDocument(creator: "Cairn", waypoints: [named("x")])
    let error = try #require(throws: ActivityFileError.self) { try document.write(to: url) }
    #expect(error.code == .unwritable)
    #expect(error.file == "out.gpx")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try document.write(to: url)
    #expect(try GPXDocument(contentsOf: url) == document)
  }
}
