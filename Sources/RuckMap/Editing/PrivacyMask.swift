// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy

/// The circles that are cut from tracks for other people.
///
/// The circle of a ``PrivacyZone`` has another center than the private place, by an offset that never
/// changes, so that many cut tracks don't reveal the place as their common center.
struct PrivacyMask: Sendable {
  private struct Circle: Sendable {
    var latitude: Double
    var longitude: Double
    var radius: Double
  }

  private let circles: [Circle]

  init(_ zones: [PrivacyZone]) {
    circles = zones.filter(\.isActive).map { zone in
      let center = zone.center
      return Circle(latitude: center.latitude, longitude: center.longitude, radius: zone.radius)
    }
  }

  /// Whether nothing is cut.
  var isEmpty: Bool { circles.isEmpty }

  /// Whether a position is cut.
  func hides(latitude: Double, longitude: Double) -> Bool {
    circles.contains { circle in
      LocationCalculator.haversineDistance(
        from: (circle.latitude, circle.longitude), to: (latitude, longitude)) <= circle.radius
    }
  }

  /// The track without hidden points; a cut divides a segment, so that no line crosses it.
  func cut(_ track: [TrackPoint]) -> [TrackPoint] {
    guard !isEmpty else { return track }
    var result: [TrackPoint] = []
    var segment = -1
    var previous: Int?
    for point in track {
      if hides(latitude: point.latitude, longitude: point.longitude) {
        previous = nil
        continue
      }
      if previous != point.segment { segment += 1 }
      previous = point.segment
      var visible = point
      visible.segment = segment
      result.append(visible)
    }
    return result
  }
}
