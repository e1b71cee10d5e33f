// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

@Suite struct BestEffortTests {
  @Test func `the fastest part of a walk at constant speed has that speed`() throws {
    let track = Tracks.north(points: 201, spacing: 10, seconds: 8)
    let effort = try #require(BestEffort.fastest(over: 1000, in: track))
    #expect(abs(effort.time - 800) < 0.01)
    #expect(abs(effort.pace - 800) < 0.01)
    #expect(BestEffort.fastest(over: 2001, in: track) == nil)
  }

  @Test func `the fastest part may begin and end between two points`() throws {
    // 1 km slowly, 1 km fast, 1 km slowly; points every 300 m.
    let start = Tracks.start
    let times = [0.0, 300, 600, 900, 1050, 1200, 1350, 1650, 1950, 2250]
    let track = times.enumerated().map { index, time in
      TrackPoint(
        latitude: 45 + Double(index) * 300 * Tracks.degreesPerMetre, longitude: 7,
        timestamp: start + time)
    }
    let fast = try #require(BestEffort.fastest(over: 900, in: track))
    #expect(abs(fast.time - 450) < 0.01 && abs(fast.start - 900) < 0.01)
    // 900 m at 2 m/s and 100 m at 1 m/s.
    let longer = try #require(BestEffort.fastest(over: 1000, in: track))
    #expect(abs(longer.time - 550) < 0.01)
  }

  @Test func `random tracks match an exhaustive search`() {
    for seed in UInt64(1)...40 {
      var random = SeededRandom(seed: seed)
      var (metres, seconds) = (0.0, 0.0)
      let track = (0..<60).map { index in
        if index > 0 {
          metres += Double.random(in: 0...40, using: &random)
          seconds += Double.random(in: 5...40, using: &random)
        }
        return TrackPoint(
          latitude: 45 + metres * Tracks.degreesPerMetre, longitude: 7,
          timestamp: Tracks.start + seconds)
      }
      let distance = Double.random(in: 50...600, using: &random)
      let expected = Self.exhaustive(track, distance)
      let found = BestEffort.fastest(over: distance, in: track)?.time
      #expect(
        abs((found ?? 0) - (expected ?? 0)) < 1e-6, "seed \(seed): \(found ?? 0) \(expected ?? 0)")
    }
  }

  /// Tries each point as the start and as the end of a part.
  static func exhaustive(_ track: [TrackPoint], _ distance: Double) -> Double? {
    var positions = [0.0]
    for (one, two) in zip(track, track.dropFirst()) {
      positions.append(
        positions[positions.count - 1]
          + LocationCalculator.haversineDistance(
            from: (one.latitude, one.longitude), to: (two.latitude, two.longitude)))
    }
    let times = track.map { $0.timestamp?.timeIntervalSince(Tracks.start) ?? 0 }
    func time(at position: Double) -> Double? {
      for index in 1..<positions.count
      where positions[index] >= position && positions[index - 1] <= position {
        let step = positions[index] - positions[index - 1]
        let share = step > 0 ? (position - positions[index - 1]) / step : 1
        return times[index - 1] + share * (times[index] - times[index - 1])
      }
      return nil
    }
    var best: Double?
    for index in track.indices {
      for (start, end) in [
        (positions[index], positions[index] + distance),
        (positions[index] - distance, positions[index]),
      ] where start >= 0 && end <= positions[positions.count - 1] {
        guard let from = start == positions[index] ? times[index] : time(at: start),
          let to = end == positions[index] ? times[index] : time(at: end)
        else { continue }
        let seconds = to - from
        if distance <= WalkingSpeed.limit * seconds { best = min(best ?? seconds, seconds) }
      }
    }
    return best
  }

  @Test func `pauses count, gaps between segments have no distance`() throws {
    let first = Tracks.north(points: 51, spacing: 10, seconds: 8)
    // The second segment begins ten kilometres and ten minutes later.
    let second = Tracks.north(
      points: 51, spacing: 10, seconds: 8, segment: 1, from: 45.1, at: Tracks.start + 1000)
    let effort = try #require(BestEffort.fastest(over: 800, in: first + second))
    #expect(abs(effort.time - (1000 - 400 + 640)) < 0.1)
    #expect(BestEffort.fastest(over: 1100, in: first + second) == nil)
  }

  @Test func `wrong positions, missing times and clocks that run backwards set no record`() {
    var track = Tracks.north(points: 101, spacing: 10, seconds: 8)
    // A jump of eleven kilometres and back.
    track[50].latitude += 0.1
    let jump = BestEffort.fastest(over: 500, in: track)
    #expect(jump.map { $0.time >= 399 } == true)
    track = Tracks.north(points: 101, spacing: 10, seconds: 8)
    for index in 20..<40 { track[index].timestamp = nil }
    #expect(BestEffort.fastest(over: 500, in: track).map { abs($0.time - 400) < 0.01 } == true)
    track = Tracks.north(points: 101, spacing: 10, seconds: 8)
    track[60].timestamp = Tracks.start
    #expect(BestEffort.fastest(over: 500, in: track).map { $0.time > 391.9 } == true)
    for index in track.indices { track[index].timestamp = nil }
    #expect(BestEffort.fastest(over: 500, in: track) == nil)
    #expect(BestEffort.fastest(over: 500, in: []) == nil)
    #expect(BestEffort.fastest(over: .nan, in: track) == nil)
  }

  @Test func `a run sets no record`() {
    let run = Tracks.north(points: 201, spacing: 10, seconds: 2)
    #expect(BestEffort.fastest(over: 1000, in: run) == nil)
  }
}
