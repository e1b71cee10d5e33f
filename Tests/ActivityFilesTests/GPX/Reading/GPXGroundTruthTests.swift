// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Real files, compared with the results of an independent reader.
struct GPXGroundTruthTests {
  /// Other readers count OpenTracks' pause marks as points; see `GPXQuirkTests`.
  static let pauses = "opentracks__legacy_gpx_pause_resume.gpx"

  @Test(arguments: try GroundTruth.all())
  func `counts and distances match an independent reader`(truth: GroundTruth) throws {
    let document = try GPXDocument(contentsOf: Fixture.url(truth.file))
    #expect(document.version == truth.version)
    #expect((document.creator ?? "").hasPrefix(truth.creator))
    #expect(document.waypoints.count == truth.wpt)
    #expect(document.routes.count == truth.rte)
    #expect(document.routes.reduce(0) { $0 + $1.points.count } == truth.rtept)
    #expect(document.tracks.count == truth.trk)
    guard truth.file != Self.pauses else { return }
    let points = document.trackPoints
    #expect(document.tracks.reduce(0) { $0 + $1.segments.count } == truth.seg)
    #expect(document.trackPointCount == truth.trkpt)
    #expect(points.filter { $0.elevation != nil }.count == truth.elePts)
    #expect(points.filter { $0.time != nil }.count == truth.timePts)
    #expect(abs(haversine(document) - truth.haversineM) <= 0.0051)
  }

  @Test(arguments: try GroundTruth.all())
  func `elevations and times match an independent reader`(truth: GroundTruth) throws {
    let document = try GPXDocument(contentsOf: Fixture.url(truth.file))
    let elevations = document.trackPoints.compactMap(\.elevation)
    #expect(elevations.min() == truth.eleMin)
    #expect(elevations.max() == truth.eleMax)
    guard truth.file != Self.pauses else { return }
    var rise = 0.0
    var fall = 0.0
    for segment in document.tracks.flatMap(\.segments) {
      let elevations = segment.points.compactMap(\.elevation)
      for (before, after) in zip(elevations, elevations.dropFirst()) {
        rise += max(0, after - before)
        fall += max(0, before - after)
      }
    }
    #expect(abs(rise - truth.naiveUp) < 0.0051)
    #expect(abs(fall - truth.naiveDown) < 0.0051)
    let times = document.trackPoints.compactMap(\.time)
    if let span = truth.spanS, let first = times.min(), let last = times.max() {
      #expect(abs(last.timeIntervalSince(first) - span) < 1e-6)
    }
  }

  @Test
  func `every fixture but one has ground truth`() throws {
    let known = Set(try GroundTruth.all().map(\.file))
    let others = try Fixture.names().filter { !known.contains($0) }
    #expect(others == ["stravavis__invalid-lon-lat-missing.gpx"])
  }
}
