// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import PageKit
import PageTestSupport
import Testing

/// The data of tracks on maps.
struct TrackMapDataTests {
  @Test
  func `distances equal those of the profiles, and a gap has none`() throws {
    let track = SampleTrack.points(60)
    let data = TrackMapData(track: track)
    #expect(data.segments.map(\.count) == [31, 29])
    let end = try #require(data.segments.last?.last?.last)
    #expect(abs(end - ProfileSeries.elevation(track).distance) <= 0.05)
    #expect(data.segments[0].last?.last == data.segments[1].first?.last)
    let distances = data.segments.joined().map { $0[2] }
    #expect(distances == distances.sorted())
  }

  @Test
  func `the JSON has segments of latitude, longitude and distance`() throws {
    let track = [
      TrackPoint(latitude: 46.12345678, longitude: 14.5),
      TrackPoint(latitude: 46.1335, longitude: 14.5),
    ]
    let json = try JSONEncoder().encode(TrackMapData(track: track))
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"segments":[[[46.123457,14.5,0],[46.1335,14.5,1116.8]]]}"#)
  }

  @Test
  func `positions that are not valid are omitted`() {
    let track = [
      TrackPoint(latitude: 46, longitude: 14), TrackPoint(latitude: .nan, longitude: 14),
      TrackPoint(latitude: 46, longitude: .infinity), TrackPoint(latitude: 91, longitude: 14),
    ]
    #expect(TrackMapData(track: track).segments == [[[46, 14, 0]]])
    #expect(TrackMapData(track: []).segments.isEmpty)
  }

  @Test
  func `longitudes continue across the antimeridian`() {
    let track = [179.999, -179.999, -179.998].map { TrackPoint(latitude: 0, longitude: $0) }
    let data = TrackMapData(track: track)
    #expect(data.segments[0].map { $0[1] } == [179.999, 180.001, 180.002])
    #expect(data.segments[0].map { $0[2] } == [0, 222.4, 333.6])
  }

  @Test(arguments: [3999, 4000, 4001, 100_000])
  func `a long track is thinned, and its distances stay`(count: Int) throws {
    let track = SampleTrack.points(count)
    let data = TrackMapData(track: track)
    let points = data.segments.reduce(0) { $0 + $1.count }
    #expect(points <= TrackMapData.maximumPoints)
    #expect(points == min(count, points) && points > 1000)
    let end = try #require(data.segments.last?.last?.last)
    #expect(abs(end - ProfileSeries.elevation(track).distance) <= 0.05)
    let first = try #require(track.first)
    #expect(abs(data.segments[0][0][0] - first.latitude) < 1e-6)
  }

  @Test
  func `a track of very many segments is thinned`() {
    let track = (0..<20_000).map { index in
      TrackPoint(latitude: 46 + Double(index) * 1e-5, longitude: 14, segment: index / 2)
    }
    let data = TrackMapData(track: track)
    #expect(data.segments.reduce(0) { $0 + $1.count } <= TrackMapData.maximumPoints)
    #expect(data.segments.last?.last?.first == 46.19999)
  }
}
