// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import PageKit
import PageTestSupport
import Testing

/// Tracks as SVG.
struct TrackPictureTests {
  private func svg(_ track: [TrackPoint], _ unitSystem: UnitSystem = .metric) throws -> String {
    try #require(TrackPicture(track: track, unitSystem: unitSystem)).svg
  }

  @Test
  func `a track with a gap is drawn as two lines`() throws {
    let track = SampleTrack.points(60)
    try Snapshot.expect(svg(track), is: "track.svg")
    try Snapshot.expect(svg(track, .imperial), is: "track-imperial.svg")
    let line = try #require(try svg(track).firstMatch(of: /track-line" d="([^"]+)"/))
    #expect(line.1.filter { $0 == "M" }.count == 2)
  }

  @Test
  func `a track without valid positions has no picture`() {
    #expect(TrackPicture(track: [], unitSystem: .metric) == nil)
    let nowhere = TrackPoint(latitude: .nan, longitude: 1)
    #expect(TrackPicture(track: [nowhere], unitSystem: .metric) == nil)
  }

  @Test(arguments: [
    [TrackPoint(latitude: 46, longitude: 14)],
    [TrackPoint(latitude: 46, longitude: 14), TrackPoint(latitude: 46, longitude: 14)],
    [TrackPoint(latitude: 90, longitude: 0), TrackPoint(latitude: -90, longitude: 180)],
    [TrackPoint(latitude: 0, longitude: 179.99), TrackPoint(latitude: 0, longitude: -179.99)],
    [
      TrackPoint(latitude: 46, longitude: 14), TrackPoint(latitude: .infinity, longitude: 14),
      TrackPoint(latitude: 46.1, longitude: .nan), TrackPoint(latitude: 46.1, longitude: 14),
    ],
  ])
  func `a degenerate track is drawn with finite coordinates`(track: [TrackPoint]) throws {
    let svg = try svg(track)
    #expect(!svg.lowercased().contains("nan"))
    #expect(!svg.lowercased().contains("inf"))
    #expect(svg.contains("track-start"))
  }

  @Test
  func `a track across the date line is drawn at its true width`() throws {
    let east = (0..<20).map { TrackPoint(latitude: 10, longitude: 10 + Double($0) * 0.001) }
    let over = (0..<20).map { index -> TrackPoint in
      let longitude = 179.99 + Double(index) * 0.001
      return TrackPoint(latitude: 10, longitude: longitude > 180 ? longitude - 360 : longitude)
    }
    #expect(try svg(east) == svg(over))
  }

  @Test
  func `the projection preserves areas at every latitude`() {
    // A tenth of a degree each way, near the equator and far north; the area of the far one is
    // smaller by the cosine of its latitude.
    func area(_ latitude: Double) -> Double {
      let projection = Projection(meridian: 0)
      func point(_ latitude: Double, _ longitude: Double) -> PlanePoint {
        projection.point(latitude: latitude, longitude: longitude)
      }
      let corners = [
        point(latitude, -0.05), point(latitude, 0.05), point(latitude + 0.1, 0.05),
        point(latitude + 0.1, -0.05),
      ]
      let pairs = zip(corners, corners.dropFirst() + corners.prefix(1))
      return abs(pairs.reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }) / 2
    }
    let radians = Double.pi / 180
    for latitude in [0.0, 30, 60, 80] {
      let exact =
        LocationCalculator.meanRadius * LocationCalculator.meanRadius * 0.1 * radians
        * (sin((latitude + 0.1) * radians) - sin(latitude * radians))
      #expect(abs(area(latitude) / exact - 1) < 1e-5, "\(latitude)")
    }
  }

  @Test
  func `a track of a hundred thousand points is simplified and keeps its extent`() throws {
    let track = SampleTrack.points(100_000)
    let svg = try svg(track)
    #expect(svg.utf8.count < 150_000)
    let few = try self.svg(SampleTrack.points(2000))
    let size = /viewBox="0 0 640 ([0-9.]+)"/
    let (height, other) = (svg.firstMatch(of: size)?.1, few.firstMatch(of: size)?.1)
    let difference = try #require(Double(height ?? "")) - #require(Double(other ?? ""))
    #expect(abs(difference) < 2)
  }
}
