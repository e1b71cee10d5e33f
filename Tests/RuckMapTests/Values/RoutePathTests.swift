// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

@Suite struct RoutePathTests {
  @Test func `a line is decoded as it was encoded, to a centimetre`() throws {
    let points = [
      RoutePath.Point(latitude: 46.9480001, longitude: 7.4474002, altitude: 540.25),
      RoutePath.Point(latitude: 46.9481, longitude: 7.4475),
      RoutePath.Point(latitude: -90, longitude: -180, altitude: -430.5),
      RoutePath.Point(latitude: 90, longitude: 180, altitude: 8848.86),
      RoutePath.Point(latitude: 0, longitude: 0, altitude: 0),
    ]
    let decoded = try #require(RoutePath(decoding: RoutePath(points: points).encoded()))
    #expect(decoded.points.count == points.count)
    for (one, other) in zip(decoded.points, points) {
      #expect(abs(one.latitude - other.latitude) < 1e-7)
      #expect(abs(one.longitude - other.longitude) < 1e-7)
      #expect(one.altitude == other.altitude)
    }
    #expect(decoded.encoded() == RoutePath(points: points).encoded())
  }

  @Test func `an empty line is decoded`() {
    #expect(RoutePath(decoding: RoutePath(points: []).encoded())?.points == [])
  }

  @Test func `points that are not on earth are left out`() {
    let path = RoutePath(points: [
      .init(latitude: .nan, longitude: 0), .init(latitude: 91, longitude: 0),
      .init(latitude: 0, longitude: .infinity), .init(latitude: 1, longitude: 1, altitude: .nan),
    ])
    #expect(RoutePath(decoding: path.encoded())?.points == [.init(latitude: 1, longitude: 1)])
  }

  @Test func `random bytes and cut lines are no line, and never crash`() {
    var random = SeededRandom(seed: 7)
    let whole = RoutePath(
      points: (0..<50).map {
        .init(latitude: Double($0), longitude: Double($0), altitude: Double($0))
      }
    ).encoded()
    for length in 0..<whole.count {
      #expect(RoutePath(decoding: whole.prefix(length)) == nil)
    }
    #expect(RoutePath(decoding: whole + [0]) == nil)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      let path = RoutePath(decoding: Data([1] + bytes))
      #expect(path.map { $0.points.allSatisfy { abs($0.latitude) <= 90 } } ?? true)
    }
  }

  @Test func `the length is by great circles`() {
    let path = RoutePath(points: [
      .init(latitude: 0, longitude: 0), .init(latitude: 0, longitude: 1),
    ])
    #expect(abs(path.length - 111_195.08) < 0.01)
  }

  @Test func `a track becomes a line and a track again`() {
    let track = Tracks.north(
      points: 10, altitude: { Double($0) }, at: Date(timeIntervalSinceReferenceDate: 0))
    let path = RoutePath(track: track)
    #expect(path.track.map(\.latitude) == track.map(\.latitude))
    #expect(path.track.map(\.altitude) == track.map(\.altitude))
    #expect(path.track.allSatisfy { $0.timestamp == nil })
  }
}
