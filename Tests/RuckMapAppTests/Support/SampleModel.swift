// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import PageKit
import PageTestSupport
import RuckMap
import RuckMapApp
import Testing

/// Deterministic page models.
enum SampleModel {
  static let identifier = "2F3A6F0E-6B1F-4C7E-9A51-0C6C1B8E7D01"

  static func calendar() throws -> PageCalendar {
    PageCalendar(timeZone: try #require(TimeZone(secondsFromGMT: 7200)))
  }

  static var token: FormToken {
    var generator = SplitMix64(seed: 7)
    return FormToken(using: &generator)
  }

  static func ruck(
    name: String? = "Hill loop", file: String? = "hill.gpx", isTimed: Bool = true,
    isAssumed: Bool = false, notes: String = "", number: Int = 1
  ) throws -> RuckSummary {
    let id = try #require(UUID(uuidString: identifier.dropLast(2) + String(format: "%02d", number)))
    let calories = CalorieEstimate(
      kilocalories: 512.4, low: 512.4, high: 763.5, equation: "pandolf-santee",
      isBodyWeightAssumed: isAssumed, bodyWeight: 69.99)
    return RuckSummary(
      id: id, file: file, name: name, startedAt: SampleTrack.start, isTimed: isTimed, points: 240,
      distance: 6470, duration: isTimed ? 3661 : 0, movingTime: isTimed ? 3300 : 0,
      elevationGain: 181.4, elevationLoss: 92, elevationGainRecorded: 243.7, packWeight: 15.876,
      notes: notes, calories: isTimed ? calories : nil, averageHeartRate: isTimed ? 121 : nil,
      maxHeartRate: isTimed ? 137 : nil)
  }

  static func detail(_ ruck: RuckSummary, track: [TrackPoint], warnings: [String] = [])
    -> RuckDetail
  {
    var other = ruck.calories
    other?.equation = "lcda-backpacking"
    other?.kilocalories = 548
    return RuckDetail(
      summary: ruck, alternativeCalories: other, track: track, warnings: warnings)
  }

  static func totals(_ rucks: [RuckSummary]) -> RuckTotals {
    RuckTotals(
      count: rucks.count, distance: rucks.reduce(0) { $0 + $1.distance },
      duration: rucks.reduce(0) { $0 + $1.duration },
      movingTime: rucks.reduce(0) { $0 + $1.movingTime },
      elevationGain: rucks.reduce(0) { $0 + $1.elevationGain }, calories: 1024,
      averagePackWeight: 15.876, longestDistance: 6470, fastestPace: 565,
      experienceLevel: .intermediate)
  }
}
