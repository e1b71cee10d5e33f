// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures

/// The sinusoidal projection, an equal-area projection, around the middle of a track.
///
/// x = R (λ - λ0) cos φ, y = R φ. Source: Snyder, Map Projections, USGS Professional Paper 1395
/// (1987), chapter 30.
package struct Projection: Sendable {
  private let meridian: Double

  /// Creates a projection around a central meridian, in degrees east.
  package init(meridian: Double) {
    self.meridian = meridian
  }

  /// Projects a position to metres east of the meridian and metres north of the equator.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north.
  ///   - longitude: Degrees east, within 180 of the meridian.
  /// - Returns: The point on the plane.
  package func point(latitude: Double, longitude: Double) -> PlanePoint {
    let radians = Double.pi / 180
    return PlanePoint(
      x: LocationCalculator.meanRadius * (longitude - meridian) * radians
        * cos(latitude * radians),
      y: LocationCalculator.meanRadius * latitude * radians)
  }

  /// Longitudes of a track without jumps: a track that crosses the date line continues beyond 180
  /// degrees.
  package static func unwrapped(_ longitudes: [Double]) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(longitudes.count)
    for longitude in longitudes {
      guard let last = result.last else {
        result.append(longitude)
        continue
      }
      result.append(last + (longitude - last).remainder(dividingBy: 360))
    }
    return result
  }
}
