// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Geodesy
import RuckMap
import Testing

@Suite struct RecordingRulesTests {
  private let rules = RecordingRules()

  private func point(_ second: Double, accuracy: Double? = 5, latitude: Double = 46) -> TrackPoint {
    TrackPoint(
      latitude: latitude, longitude: 7, timestamp: Walk.start + second, accuracy: accuracy)
  }

  @Test(
    arguments: [
      (0.0, 5.0, nil), (4.9, 5, RecordingRules.Rejection.tooSoon), (4.96, 5, nil), (5, 5, nil),
      (600, 5, nil), (-1, 5, .backwards), (10, 0, .inaccurate), (10, -1, .inaccurate),
      (10, .nan, .inaccurate), (10, .infinity, .inaccurate), (10, 0.1, nil),
    ] as [(Double, Double, RecordingRules.Rejection?)])
  func `a position is stored once in five seconds, with a known accuracy`(
    _ second: Double, _ accuracy: Double, _ rejection: RecordingRules.Rejection?
  ) {
    let last = second == 0 ? nil : point(0)
    #expect(rules.rejection(of: point(second, accuracy: accuracy), after: last) == rejection)
  }

  @Test(arguments: [91, -91, Double.nan, .infinity])
  func `an impossible latitude is invalid`(_ latitude: Double) {
    #expect(rules.rejection(of: point(0, latitude: latitude), after: nil) == .invalid)
  }

  @Test func `a position without a time or an accuracy is rejected`() {
    #expect(
      rules.rejection(of: TrackPoint(latitude: 1, longitude: 2, accuracy: 3), after: nil)
        == .invalid)
    #expect(rules.rejection(of: point(0, accuracy: nil), after: nil) == .inaccurate)
  }

  @Test(arguments: [(1.0, 16.666667), (2.5, 6.666667), (0, 0), (-1, 0), (.nan, 0), (.infinity, 0)])
  func `pace follows from speed`(_ speed: Double, _ pace: Double) {
    #expect(abs(LocationPace.minutesPerKilometre(speed: speed) - pace) < 1e-6)
  }
}
