// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import Testing

@Suite struct EffortTests {
  /// Random motion, a point a stroke.
  private func motion(_ random: inout SeededRandom, count: Int) -> [MotionPoint] {
    var point = MotionPoint(time: 0, distance: 0)
    return [point]
      + (0..<count).map { _ in
        point.time += Double.random(in: 1...4, using: &random)
        point.distance += Double.random(in: 3...20, using: &random)
        return point
      }
  }

  /// The time at a distance, with constant speed between two points.
  private func time(at distance: Double, in points: [MotionPoint]) -> Double? {
    for (left, right) in zip(points, points.dropFirst()) where distance <= right.distance {
      let share = (distance - left.distance) / (right.distance - left.distance)
      return left.time + share * (right.time - left.time)
    }
    return nil
  }

  @Test func `the best window is at least as fast as every sampled one`() throws {
    var random = SeededRandom(seed: 21)
    for _ in 0..<200 {
      let points = motion(&random, count: 40)
      let length = Double.random(in: 5...150, using: &random)
      let best = try #require(BestEfforts(points).shortestTime(over: length))
      let last = try #require(points.last?.distance)
      var sampled = Double.infinity
      for step in 0...400 {
        let start = (last - length) * Double(step) / 400
        if let begin = time(at: start, in: points), let end = time(at: start + length, in: points) {
          sampled = min(sampled, end - begin)
        }
      }
      #expect(best <= sampled + 1e-9)
      #expect(best >= sampled * 0.9)
    }
  }

  @Test func `a constant speed gives its time and distance`() {
    let points = (0...100).map { MotionPoint(time: Double($0) * 2, distance: Double($0) * 10) }
    let efforts = BestEfforts(points)
    #expect(efforts.shortestTime(over: 500).map { abs($0 - 100) < 1e-9 } == true)
    #expect(efforts.longestDistance(in: 60).map { abs($0 - 300) < 1e-9 } == true)
    #expect(efforts.shortestTime(over: 1001) == nil)
    #expect(efforts.longestDistance(in: 201) == nil)
  }

  @Test func `points that go back or are no numbers are skipped`() {
    let efforts = BestEfforts([
      MotionPoint(time: 0, distance: 0), MotionPoint(time: 10, distance: 50),
      MotionPoint(time: 9, distance: 60), MotionPoint(time: .nan, distance: 70),
      MotionPoint(time: 20, distance: 100),
    ])
    #expect(efforts.shortestTime(over: 100) == 20)
    #expect(BestEfforts([]).shortestTime(over: 1) == nil)
  }

  @Test func `a power profile is weighted by time`() {
    let profile = PowerProfile([
      [PowerSample(duration: 10, power: 100), PowerSample(duration: 30, power: 300)],
      [PowerSample(duration: 5, power: 500)],
    ])
    let powers = Dictionary(
      uniqueKeysWithValues: zip(PowerProfile.durations, profile.powers))
    #expect(powers[5] == 500)
    #expect(powers[10] == 300)
    #expect(powers[30] == 300)
    #expect(powers[45] == nil)
    #expect(PowerProfile(data: profile.data).powers == profile.powers)
  }
}
