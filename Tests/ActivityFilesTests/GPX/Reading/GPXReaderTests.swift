// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Incremental reading.
struct GPXReaderTests {
  private static let small = """
    <gpx version="1.1" creator="me"><metadata><name>m</name></metadata>
    <wpt lat="1" lon="2"/>
    <rte><name>r</name><rtept lat="3" lon="4"/></rte>
    <trk><name>t</name><trkseg><trkpt lat="5" lon="6"/></trkseg><desc>late</desc></trk>
    <trk><name>none</name></trk></gpx>
    """

  private func events(_ reader: GPXReader) throws -> [GPXEvent] {
    var events: [GPXEvent] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  @Test
  func `events are delivered in document order`() throws {
    var late = GPXTrackInfo(name: "t")
    late.desc = "late"
    #expect(
      try events(GPXReader(data: Data(Self.small.utf8))) == [
        .began(version: "1.1", creator: "me"), .metadata(GPXMetadata(name: "m")),
        .waypoint(GPXPoint(latitude: 1, longitude: 2)),
        .routeBegan(GPXTrackInfo(name: "r")), .routePoint(GPXPoint(latitude: 3, longitude: 4)),
        .routeEnded(GPXTrackInfo(name: "r")), .trackBegan(GPXTrackInfo(name: "t")), .segmentBegan,
        .trackPoint(GPXPoint(latitude: 5, longitude: 6)), .segmentEnded, .trackEnded(late),
        .trackBegan(GPXTrackInfo(name: "none")), .trackEnded(GPXTrackInfo(name: "none")),
      ])
  }

  @Test
  func `metadata after the tracks is delivered at the end`() throws {
    let text = "<gpx><trk/><metadata><name>late</name></metadata></gpx>"
    let events = try events(GPXReader(data: Data(text.utf8)))
    #expect(events.contains(.metadata(GPXMetadata())))
    #expect(events.last == .metadata(GPXMetadata(name: "late")))
    #expect(try document(text).metadata.name == "late")
  }

  @Test(arguments: [1, 7, 64, 1000])
  func `the chunk size does not affect the document`(size: Int) throws {
    let name = "opentracks__legacy_gpx_trackpointextensions_incorrect.gpx"
    var rest = try Fixture.data(name)[...]
    let reader = try GPXReader {
      defer { rest = rest.dropFirst(size) }
      return rest.isEmpty ? nil : rest.prefix(size)
    }
    let document = try GPXDocument(reader)
    let whole = try GPXDocument(contentsOf: Fixture.url(name))
    #expect(document == whole)
    #expect(document.issues == whole.issues)
  }

  @Test
  func `a truncated file yields its points, then the same error on each read`() throws {
    let reader = try GPXReader(
      data: Data("<gpx><trk><trkseg><trkpt lat='1' lon='2'/>".utf8), name: "cut.gpx")
    var points = 0
    let read = {
      while let event = try reader.next() {
        if case .trackPoint = event { points += 1 }
      }
    }
    let first = try #require(throws: ActivityFileError.self) { try read() }
    let second = try #require(throws: ActivityFileError.self) { try read() }
    #expect(points == 1)
    #expect(first == second)
    #expect(first.code == .truncated)
  }

  @Test
  func `reading past the end returns nil`() throws {
    let reader = try GPXReader(data: Data(Self.small.utf8))
    _ = try events(reader)
    #expect(try reader.next() == nil)
    #expect(try reader.next() == nil)
  }

  @Test
  func `an empty chunk does not end the document`() throws {
    var chunks = ["", "<gpx version='1.1'", "", "", "/>", ""].map { Data($0.utf8) }[...]
    let reader = try GPXReader { chunks.popFirst() }
    #expect(try GPXDocument(reader).version == "1.1")
  }

  struct Lost: Error {}

  @Test
  func `an error of the source names the file`() throws {
    let reader = try GPXReader(name: "a.gpx") { throw Lost() }
    let error = try #require(throws: ActivityFileError.self) { try reader.next() }
    #expect(error.code == .unreadable)
    #expect(error.file == "a.gpx")
  }

  struct Recorder: GPXHandler {
    var calls: [String] = []
    var failAt = ""

    mutating func note(_ call: String) throws {
      calls.append(call)
      if call == failAt { throw Lost() }
    }

    mutating func began(version: String?, creator: String?) throws { try note("began") }
    mutating func readMetadata(_ metadata: GPXMetadata) throws { try note("metadata") }
    mutating func readWaypoint(_ point: GPXPoint) throws { try note("waypoint") }
    mutating func beganRoute(_ info: GPXTrackInfo) throws { try note("route") }
    mutating func readRoutePoint(_ point: GPXPoint) throws { try note("routePoint") }
    mutating func endedRoute(_ info: GPXTrackInfo) throws { try note("/route") }
    mutating func beganTrack(_ info: GPXTrackInfo) throws { try note("track") }
    mutating func beganSegment() throws { try note("segment") }
    mutating func readTrackPoint(_ point: GPXPoint) throws { try note("trackPoint") }
    mutating func endedSegment() throws { try note("/segment") }
    mutating func endedTrack(_ info: GPXTrackInfo) throws { try note("/track") }
  }

  @Test
  func `a handler receives every event`() throws {
    var recorder = Recorder()
    let issues = try GPXReader(data: Data(Self.small.utf8)).read(into: &recorder)
    #expect(
      recorder.calls == [
        "began", "metadata", "waypoint", "route", "routePoint", "/route", "track", "segment",
        "trackPoint", "/segment", "/track", "track", "/track",
      ])
    #expect(issues.isEmpty)
  }

  @Test
  func `an error of a handler stops reading`() throws {
    var recorder = Recorder(failAt: "segment")
    #expect(throws: Lost.self) {
      try GPXReader(data: Data(Self.small.utf8)).read(into: &recorder)
    }
    #expect(recorder.calls.last == "segment")
  }

  struct Nothing: GPXHandler {}

  @Test
  func `every method of a handler is optional`() throws {
    var nothing = Nothing()
    let url = try Fixture.url("gpxpy__gpx1.1_with_all_fields.gpx")
    let issues = try GPXReader.read(url, into: &nothing)
    #expect(issues.count(.timeWithoutZone) == 2)
  }
}
