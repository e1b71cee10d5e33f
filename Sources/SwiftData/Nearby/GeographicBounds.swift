// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A range of latitudes and longitudes that contains all points within a distance of a center.
struct GeographicBounds: Equatable {
  /// Degrees north.
  let latitudes: ClosedRange<Double>
  /// Degrees east, which may extend beyond -180...180; nil for all longitudes.
  let longitudes: ClosedRange<Double>?

  /// The length of the shortest degree of a meridian of WGS 84, reduced by 0.1 %, in metres.
  ///
  /// A meridian and a parallel circle of the ellipsoid are nowhere shorter than those of a sphere
  /// with this degree and the same latitudes. So are the lines between points, and bounds for the
  /// sphere are bounds for the ellipsoid.
  private static let degree = 110_574.0 * 0.999

  init(latitude: Double, longitude: Double, radius: Double) {
    let angle = radius / Self.degree
    let (south, north) = (latitude - angle, latitude + angle)
    latitudes = Swift.max(-90, south)...Swift.min(90, Swift.max(-90, north))
    // A cap that contains a pole contains all longitudes.
    guard south > -90, north < 90 else {
      longitudes = nil
      return
    }
    // The meridians that touch the cap.
    let ratio = sin(angle * .pi / 180) / cos(latitude * .pi / 180)
    guard ratio < 1 else {
      longitudes = nil
      return
    }
    let width = asin(ratio) * 180 / .pi * 1.001
    longitudes = (longitude - width)...(longitude + width)
  }

  /// The bounds of the longitudes as stored, for each turn of the earth in -540...540.
  var turns: [ClosedRange<Double>] {
    guard let longitudes else { return [] }
    return [-720.0, -360, 0, 360, 720].compactMap { turn in
      let range = (longitudes.lowerBound + turn)...(longitudes.upperBound + turn)
      return range.overlaps(-540...540) ? range : nil
    }
  }
}
