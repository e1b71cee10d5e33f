// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

@Suite struct TrainingLoadTests {
  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Zurich") ?? .gmt
    return calendar
  }

  private func day(_ number: Int) -> Date {
    let first = calendar.date(from: DateComponents(year: 2026, month: 3, day: 1, hour: 15))
    return calendar.date(byAdding: .day, value: number, to: first ?? .distantPast) ?? .distantPast
  }

  @Test func `averages follow the exponential law, across a change of the clocks`() throws {
    let loads = (0..<60).map { (date: day($0), value: 100.0) }
    let days = TrainingLoad.days(loads, from: day(0), to: day(59), in: calendar)
    #expect(days.count == 60)
    #expect(Set(days.map(\.date)).count == 60)
    for (index, day) in days.enumerated() {
      let count = Double(index + 1)
      #expect(abs(day.shortAverage - 100 * (1 - exp(-count / 7))) < 1e-9)
      #expect(abs(day.longAverage - 100 * (1 - exp(-count / 42))) < 1e-9)
    }
    let rest = TrainingLoad.days(loads, from: day(60), to: day(66), in: calendar)
    let last = try #require(days.last)
    #expect(rest.count == 7)
    #expect(abs((rest.last?.shortAverage ?? 0) - last.shortAverage * exp(-1)) < 1e-9)
    #expect((rest.last?.balance ?? 0) > last.balance)
  }

  @Test func `loads of one day are added, and impossible ones are ignored`() {
    let loads = [(day(0), 50.0), (day(0) + 3600, 30), (day(0), .nan), (day(0), -5)]
      .map { (date: $0.0, value: $0.1) }
    let days = TrainingLoad.days(loads, from: day(0), to: day(0), in: calendar)
    #expect(days.map(\.load) == [80])
    #expect(TrainingLoad.days(loads, from: day(1), to: day(0), in: calendar).isEmpty)
  }

  @Test func `heart rates make the impulse, and exertion replaces missing ones`() throws {
    let track = Tracks.north(points: 361, spacing: 14, seconds: 10).map { point in
      var point = point
      point.heartRate = 150
      return point
    }
    let histogram = HeartRateHistogram(track)
    #expect(histogram.total == 3600)
    let range = HeartRateRange(resting: 60, maximum: 190)
    let load = try #require(
      RuckLoad.load(
        heartRates: histogram, range: range, sex: .male, rpe: 7, seconds: 3600))
    #expect(load.method == .trimp && abs(load.value - 100.440293) < 1e-6)
    let exertion = RuckLoad.load(
      heartRates: HeartRateHistogram(), range: range, sex: .male, rpe: 7, seconds: 3600)
    #expect(exertion == RuckLoad(value: 420, method: .rpe))
    // Heart rates of less than half of the time are not the load of the ruck.
    let sparse = RuckLoad.load(
      heartRates: histogram, range: range, sex: .male, rpe: 7, seconds: 7300)
    #expect(sparse?.method == .rpe)
    #expect(
      RuckLoad.load(
        heartRates: HeartRateHistogram(), range: range, sex: nil, rpe: nil, seconds: 3600) == nil)
    #expect(RuckLoad.rpe(11, seconds: 60) == nil)
    let forced = RuckLoad.load(
      heartRates: histogram, range: range, sex: .male, rpe: 7, seconds: 3600, method: .rpe)
    #expect(forced?.value == 420)
  }

  @Test func `zones divide the heart rate reserve, and contain all seconds`() throws {
    var track = Tracks.north(points: 5, spacing: 14, seconds: 10)
    // Reserve of 130: zone 1 from 125, 2 from 138, 3 from 151, 4 from 164, 5 from 177.
    for (index, rate) in [90, 90, 138, 176, 200].enumerated() { track[index].heartRate = rate }
    let zones = HeartRateHistogram(track).zones(HeartRateRange(resting: 60, maximum: 190))
    #expect(zones.map(\.number) == [1, 2, 3, 4, 5])
    #expect(zones.map(\.seconds) == [10, 10, 0, 10, 10])
    #expect(zones.map(\.lowerBound) == [125, 138, 151, 164, 177])
  }

  @Test func `an unknown maximum follows from the age`() {
    let range = HeartRateRange(resting: nil, maximum: nil, age: 40)
    #expect(range.maximum == 180 && range.isMaximumAssumed)
    #expect(range.resting == 60 && range.isRestingAssumed)
    #expect(HeartRateRange(resting: 48, maximum: 191, age: 40).maximum == 191)
    // A maximum below the rate at rest would divide by zero.
    #expect(HeartRateRange(resting: 120, maximum: 100, age: nil).maximum == 121)
  }

  @Test func `a lost signal adds no time`() {
    var track = Tracks.north(points: 3, spacing: 14, seconds: 1000)
    for index in track.indices { track[index].heartRate = 150 }
    #expect(HeartRateHistogram(track).isEmpty)
    track = Tracks.north(points: 3, spacing: 14, seconds: 10)
    track[1].heartRate = 999
    track[2].heartRate = 100
    #expect(HeartRateHistogram(track).seconds == [100: 10])
  }
}
