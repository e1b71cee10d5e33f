// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

@Suite struct LocationPointTests {
  @Test func `the distance between two points follows the great circle`() {
    let first = LocationPoint(timestamp: Date(), latitude: 0, longitude: 0, accuracy: 5)
    let second = LocationPoint(timestamp: Date(), latitude: 0, longitude: 1, accuracy: 5)
    #expect(abs(first.distanceTo(second) - 111195.080) < 0.001)
  }

  @Test(arguments: [(0.0, true), (10, true), (10.1, false), (-1, false)])
  func `a point is accurate up to ten metres`(accuracy: Double, isAccurate: Bool) {
    let point = LocationPoint(timestamp: nil, latitude: 0, longitude: 0, accuracy: accuracy)
    #expect(point.isAccurate == isAccurate)
  }

  @Test func `a location point preserves all values of a track point`() {
    let value = TrackPoint(
      latitude: 46.5, longitude: 7.25, altitude: 812.5, timestamp: Tracks.start, speed: 1.5,
      heading: 270, heartRate: 121, cadence: 60, power: 210, segment: 2, accuracy: 4)
    let point = LocationPoint(value, index: 7)
    #expect(point.trackPoint == value)
    #expect(point.index == 7)
    let bare = TrackPoint(latitude: 1, longitude: 2)
    #expect(LocationPoint(bare, index: 0).trackPoint == bare)
  }
}
