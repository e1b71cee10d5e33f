// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Fast calculation of distances on the earth.
///
/// ```swift
/// let metres = LocationCalculator.haversineDistance(
///   from: (46.948, 7.447), to: (46.758, 7.628))
/// ```
public enum LocationCalculator {
  /// The mean radius of the earth in metres, (2 a + b) / 3 of WGS 84.
  public static let meanRadius = 6_371_008.8

  /// Returns the great-circle distance in metres on a sphere of ``meanRadius``.
  ///
  /// It differs from ``Geodesic/distance(from:to:)`` by up to 0.56 %, depending on the direction.
  ///
  /// - Parameters:
  ///   - start: Degrees north and degrees east.
  ///   - end: Degrees north and degrees east.
  /// - Returns: Metres.
  public static func haversineDistance(
    from start: (Double, Double), to end: (Double, Double)
  ) -> Double {
    let toRadians = Double.pi / 180
    let latitude1 = start.0 * toRadians
    let latitude2 = end.0 * toRadians
    let sinLatitude = sin((latitude2 - latitude1) / 2)
    let sinLongitude = sin((end.1 - start.1) * toRadians / 2)
    let square =
      sinLatitude * sinLatitude + cos(latitude1) * cos(latitude2) * sinLongitude * sinLongitude
    return 2 * meanRadius * asin(min(1, square.squareRoot()))
  }
}
