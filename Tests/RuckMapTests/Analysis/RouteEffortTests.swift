// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

@Suite struct RouteEffortTests {
  /// A line of 1 km to the north.
  private let route = Tracks.north(points: 11, spacing: 100)

  @Test func `a passage inside of a longer track is found and timed`() throws {
    let finder = try #require(RouteEffortFinder(route: route))
    #expect(abs(finder.length - 1000) < 0.01)
    // The track begins 500 m before the route and ends 500 m after it.
    let track = Tracks.north(
      points: 201, spacing: 10, seconds: 8, from: 45 - 500 * Tracks.degreesPerMetre)
    let efforts = finder.efforts(in: track)
    #expect(efforts.count == 1)
    let effort = try #require(efforts.first)
    #expect(abs(effort.time - 800) < 1)
    #expect(abs(effort.start - 400) < 1)
    #expect(effort.deviation < 1)
  }

  @Test func `two laps are two passages, and the way back is none`() throws {
    let finder = try #require(RouteEffortFinder(route: route))
    let out = Tracks.north(points: 101, spacing: 10, seconds: 8)
    let back = out.reversed().enumerated().map { index, point in
      var point = point
      point.timestamp = Tracks.start + 1000 + Double(index) * 8
      return point
    }
    let again = Tracks.north(points: 101, spacing: 10, seconds: 7, at: Tracks.start + 2000)
    let efforts = finder.efforts(in: out + back + again)
    #expect(efforts.count == 2)
    #expect(efforts.map { ($0.time / 10).rounded() } == [80, 70])
  }

  @Test func `a parallel way, a part and a shortcut are no passages`() throws {
    let finder = try #require(RouteEffortFinder(route: route))
    let beside = Tracks.north(points: 101, spacing: 10, seconds: 8).map { point in
      var point = point
      point.longitude += 0.001
      return point
    }
    #expect(finder.efforts(in: beside).isEmpty)
    #expect(finder.efforts(in: Array(Tracks.north(points: 81, spacing: 10, seconds: 8))).isEmpty)
    // The middle 500 m are left out by a detour to the side.
    let straight = Tracks.north(points: 101, spacing: 10, seconds: 8)
    let detour = straight.enumerated().map { index, point in
      var point = point
      if (25...75).contains(index) { point.longitude += 0.003 }
      return point
    }
    #expect(finder.efforts(in: detour).isEmpty)
  }

  @Test func `noise within the tolerance and distant points are accepted`() throws {
    let finder = try #require(RouteEffortFinder(route: route))
    var random = SeededRandom(seed: 7)
    let noisy = Tracks.north(points: 101, spacing: 10, seconds: 8).map { point in
      var point = point
      point.longitude += Double.random(in: -20...20, using: &random) * Tracks.degreesPerMetre
      return point
    }
    #expect(finder.efforts(in: noisy).count == 1)
    let sparse = Tracks.north(points: 11, spacing: 120, seconds: 96)
    #expect(finder.efforts(in: sparse).count == 1)
  }

  @Test func `short routes and tracks without times have no efforts`() throws {
    #expect(RouteEffortFinder(route: Tracks.north(points: 3, spacing: 50)) == nil)
    #expect(RouteEffortFinder(route: []) == nil)
    let finder = try #require(RouteEffortFinder(route: route))
    let untimed = route.map { point in
      var point = point
      point.timestamp = nil
      return point
    }
    #expect(finder.efforts(in: untimed).isEmpty)
    #expect(finder.efforts(in: []).isEmpty)
  }
}
