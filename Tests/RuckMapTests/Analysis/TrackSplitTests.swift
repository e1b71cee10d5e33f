// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

/// The splits of a track.
struct TrackSplitTests {
  /// Points to the north, 111 m and 30 s apart, each a metre higher than the last.
  private func track(_ count: Int, gapAt gap: Int? = nil) -> [TrackPoint] {
    (0..<count).map { index in
      TrackPoint(
        latitude: 46 + Double(index) * 0.001, longitude: 14, altitude: 300 + Double(index),
        timestamp: Date(timeIntervalSince1970: Double(index) * 30), heartRate: 100 + index,
        segment: gap.map { index >= $0 ? 1 : 0 } ?? 0)
    }
  }

  private func distance(_ one: TrackPoint, _ other: TrackPoint) -> Double {
    LocationCalculator.haversineDistance(
      from: (one.latitude, one.longitude), to: (other.latitude, other.longitude))
  }

  @Test func `splits have equal lengths, and the last one the rest`() throws {
    let points = track(20)
    let total = distance(points[0], points[19])
    let splits = TrackSplit.splits(of: points, length: 1000)
    #expect(splits.map { $0.distance.rounded() } == [1000, 1000, (total - 2000).rounded()])
    let step = distance(points[0], points[1])
    #expect(abs(splits[0].time - 1000 / step * 30) < 0.01)
    #expect(try abs(#require(splits[0].heightChange) - 1000 / step) < 0.01)
    #expect(splits[0].averageHeartRate == 105)
  }

  @Test(arguments: [10.0, 99, 111, 400, 1000, 1999.9])
  func `times, distances and height changes add up to those of the track`(length: Double) {
    let points = track(50)
    let splits = TrackSplit.splits(of: points, length: length)
    let time: Double = splits.map(\.time).reduce(0, +)
    let sum: Double = splits.map(\.distance).reduce(0, +)
    let climb: Double = splits.compactMap(\.heightChange).reduce(0, +)
    #expect(abs(time - 1470) < 1e-6)
    #expect(abs(sum - distance(points[0], points[49])) < 1.1)
    #expect(abs(climb - 49) < 0.02)
  }

  @Test func `a gap between segments has a time and no distance`() {
    let points = track(11, gapAt: 5)
    let splits = TrackSplit.splits(of: points, length: 5000)
    #expect(splits.count == 1)
    #expect(splits[0].time == 300)
    let missing = distance(points[4], points[5])
    #expect(abs(splits[0].distance - (distance(points[0], points[10]) - missing)) < 0.01)
  }

  @Test func `a track without times, without distance or without points has no splits`() {
    var untimed = track(20)
    untimed[3].timestamp = nil
    #expect(TrackSplit.splits(of: untimed, length: 1000).isEmpty)
    let still = Array(repeating: track(1)[0], count: 5)
    #expect(TrackSplit.splits(of: still, length: 1000).isEmpty)
    #expect(TrackSplit.splits(of: [], length: 1000).isEmpty)
    #expect(TrackSplit.splits(of: track(20), length: 0).isEmpty)
  }
}
