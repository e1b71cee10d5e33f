// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

@Suite struct TrackAnalyzerTests {
  let carrier = Carrier(bodyMass: 80, load: 16)

  func analyze(
    _ track: [TrackPoint], _ equation: EnergyEquation = .pandolfSantee
  ) -> TrackAnalysis {
    TrackAnalyzer.analyze(track, equation: equation, carrier: carrier)
  }

  func expectedKilocalories(speed: Double, grade: Double, seconds: Double) -> Double {
    let watts = Santee.rate(bodyMass: 80, load: 16, speed: speed, grade: grade)
    return watts * seconds / 4184
  }

  @Test func `a level walk at constant speed costs the energy of the equation`() throws {
    let analysis = analyze(Tracks.north(points: 101, altitude: { _ in 300 }))
    #expect(abs(analysis.distance - 1000) < 1e-6)
    #expect(analysis.duration == 1000)
    #expect(analysis.movingTime == 1000)
    #expect(analysis.points == 101)
    #expect(analysis.segments == 1)
    let calories = try #require(analysis.calories)
    let expected = expectedKilocalories(speed: 1, grade: 0, seconds: 1000)
    #expect(abs(calories.kilocalories - expected) < 1e-6)
    #expect(calories.equation == "pandolf-santee")
    #expect(calories.low == calories.kilocalories)
    #expect(abs(calories.high - calories.kilocalories / 0.67) < 1e-9)
    #expect(calories.isBodyWeightAssumed == false)
  }

  @Test(arguments: [-14.0, -8, -5, -2, -1, 0, 1, 5, 10, 20])
  func `a constant slope costs the energy of its grade`(grade: Double) throws {
    let track = Tracks.north(points: 101, altitude: { 300 + Double($0) * grade / 10 })
    let calories = try #require(analyze(track).calories)
    let expected = expectedKilocalories(speed: 1, grade: grade, seconds: 1000)
    #expect(abs(calories.kilocalories - expected) < 1e-4 * expected)
  }

  @Test func `sparse points yield the same slope`() throws {
    let track = Tracks.north(points: 3, spacing: 500, seconds: 500, altitude: { Double($0) * 25 })
    let calories = try #require(analyze(track).calories)
    let expected = expectedKilocalories(speed: 1, grade: 5, seconds: 1000)
    #expect(abs(calories.kilocalories - expected) < 1e-4 * expected)
  }

  @Test func `noisy altitudes change the energy by less than four percent`() throws {
    var random = SeededRandom(seed: 3)
    let track = Tracks.north(
      points: 1001, altitude: { _ in 300 + Double.random(in: -3...3, using: &random) })
    let noisy = try #require(analyze(track).calories).kilocalories
    let level = expectedKilocalories(speed: 1, grade: 0, seconds: 10000)
    #expect(abs(noisy - level) < 0.04 * level)
  }

  @Test func `a rest costs standing energy and adds no moving time`() throws {
    var track = Tracks.north(points: 51)
    let rest = try #require(track.last)
    for second in [60.0, 120, 180] {
      var point = rest
      point.timestamp = rest.timestamp.map { $0 + second }
      track.append(point)
    }
    let analysis = analyze(track)
    #expect(analysis.movingTime == 500)
    #expect(analysis.duration == 680)
    let expected =
      expectedKilocalories(speed: 1, grade: 0, seconds: 500)
      + expectedKilocalories(speed: 0, grade: 0, seconds: 180)
    #expect(abs((analysis.calories?.kilocalories ?? 0) - expected) < 1e-6)
  }

  @Test func `a recording pause costs no energy`() throws {
    var track = Tracks.north(points: 51)
    var resumed = try #require(track.last)
    resumed.timestamp = resumed.timestamp.map { $0 + 3600 }
    track.append(resumed)
    let analysis = analyze(track)
    #expect(analysis.duration == 4100)
    #expect(analysis.movingTime == 500)
    #expect(analysis.recordedTime == 500)
    let expected = expectedKilocalories(speed: 1, grade: 0, seconds: 500)
    #expect(abs((analysis.calories?.kilocalories ?? 0) - expected) < 1e-6)
  }

  @Test func `gaps between segments add no distance, moving time or elevation`() {
    let first = Tracks.north(points: 11, altitude: { _ in 100 })
    let second = Tracks.north(
      points: 11, altitude: { _ in 900 }, segment: 1, from: 46, at: Tracks.start + 1000)
    let analysis = analyze(first + second)
    #expect(abs(analysis.distance - 200) < 1e-6)
    #expect(analysis.movingTime == 200)
    #expect(analysis.duration == 1100)
    #expect(analysis.elevationGain == 0)
    #expect(analysis.segments == 2)
  }

  @Test func `a track without times has no energy`() {
    let track = Tracks.north(points: 11).map { point in
      var point = point
      point.timestamp = nil
      return point
    }
    let analysis = analyze(track)
    #expect(abs(analysis.distance - 100) < 1e-6)
    #expect(analysis.isTimed == false)
    #expect(analysis.duration == 0)
    #expect(analysis.calories == nil)
    #expect(analysis.untimedPoints == 11)
  }

  @Test func `times that run backwards add no time`() throws {
    var track = Tracks.north(points: 11)
    track[5].timestamp = Tracks.start
    let analysis = analyze(track)
    #expect(analysis.backwardPoints == 1)
    #expect(analysis.duration == 100)
    #expect(analysis.movingTime <= 110)
  }

  @Test func `the average heart rate is rounded to the nearest integer`() {
    var track = Tracks.north(points: 3)
    for (index, rate) in [120, 121, 121].enumerated() { track[index].heartRate = rate }
    let analysis = analyze(track)
    #expect(analysis.averageHeartRate == 121)
    #expect(analysis.maxHeartRate == 121)
  }

  @Test func `a speed above the equation's range is clamped`() throws {
    let analysis = analyze(Tracks.north(points: 101, spacing: 40))
    #expect(analysis.tooFastShare == 1)
    let expected = expectedKilocalories(speed: 2, grade: 0, seconds: 1000)
    #expect(abs((analysis.calories?.kilocalories ?? 0) - expected) < 1e-6)
  }

  @Test func `LCDA backpacking energy matches its equation`() throws {
    let track = Tracks.north(points: 101, altitude: { Double($0) * 0.5 })
    let calories = try #require(analyze(track, .lcdaBackpacking).calories)
    let rate = LCDABackpacking.rate(
      restingRate: carrier.restingRate, speed: 1, relativeLoad: 0.2, grade: 5)
    let expected = rate * 80 * 1000 / 4184
    #expect(abs(calories.kilocalories - expected) < 1e-4 * expected)
    let deviation = 0.62 * 80 * 1000 / 4184
    #expect(abs(calories.high - calories.low - 2 * deviation) < 1e-9)
  }

  @Test func `an unknown body weight is assumed and reported`() throws {
    let analysis = TrackAnalyzer.analyze(
      Tracks.north(points: 101), equation: .pandolfSantee, carrier: Carrier(bodyMass: nil, load: 0))
    let calories = try #require(analysis.calories)
    #expect(calories.isBodyWeightAssumed)
    #expect(abs(calories.bodyWeight - 154.3 * 0.45359237) < 1e-12)
  }

  @Test func `tracks of zero or one point have no distance and no energy`() {
    #expect(analyze([]) == TrackAnalysis())
    let one = analyze(Tracks.north(points: 1))
    #expect(one.points == 1)
    #expect(one.distance == 0)
    #expect(one.calories == nil)
  }
}
