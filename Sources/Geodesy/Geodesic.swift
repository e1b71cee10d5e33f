// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Shortest distances on the WGS 84 ellipsoid.
///
/// ```swift
/// let metres = Geodesic.distance(from: (46.948, 7.447), to: (46.758, 7.628))
/// ```
///
/// Source: C. F. F. Karney, "Algorithms for geodesics", J Geodesy 87 (2013) 43-55, with the series
/// of its equations 15 to 25 to sixth order. The azimuth at the first point is found by bracketing,
/// which converges for every pair of points, including nearly antipodal ones. The error is below
/// one micrometre. A calculation takes some microseconds. Tracks are summed with
/// ``LocationCalculator/haversineDistance(from:to:)``, for which this is the reference.
public enum Geodesic {
  /// The equatorial radius of WGS 84 in metres.
  static let equatorialRadius = 6_378_137.0
  /// The flattening of WGS 84.
  static let flattening = 1 / 298.257223563
  static let polarRadius = equatorialRadius * (1 - flattening)
  static let thirdFlattening = flattening / (2 - flattening)
  static let secondEccentricitySquared =
    flattening * (2 - flattening) / ((1 - flattening) * (1 - flattening))

  /// Returns the length of the shortest line between two points; NaN if a coordinate is not finite.
  ///
  /// - Parameters:
  ///   - start: Degrees north, -90...90, and degrees east.
  ///   - end: Degrees north, -90...90, and degrees east.
  /// - Returns: Metres.
  public static func distance(
    from start: (Double, Double), to end: (Double, Double)
  ) -> Double {
    guard start.0.isFinite, start.1.isFinite, end.0.isFinite, end.1.isFinite else { return .nan }
    // By symmetry, assume that the first point is nearer to a pole and in the south, and that the
    // second one is to the east.
    let longitude = abs((end.1 - start.1).remainder(dividingBy: 360))
    var (first, second) = (start.0, end.0)
    if abs(first) < abs(second) { swap(&first, &second) }
    if first > 0 { (first, second) = (-first, -second) }
    let near = ReducedLatitude(degrees: first)
    let far = ReducedLatitude(degrees: second)
    if near.sine == 0, longitude <= 180 * (1 - flattening) {
      return equatorialRadius * longitude * .pi / 180
    }
    if longitude == 0 || longitude == 180 || near.cosine < 1e-15 {
      return meridian(near, far, opposite: longitude == 180)
    }
    return bracketedDistance(near, far, longitude: longitude * .pi / 180)
  }

  /// A latitude on the auxiliary sphere.
  struct ReducedLatitude {
    var sine: Double
    var cosine: Double

    init(degrees: Double) {
      let angle = degrees * .pi / 180
      let (y, x) = ((1 - flattening) * sin(angle), abs(degrees) == 90 ? 0 : cos(angle))
      let length = (y * y + x * x).squareRoot()
      sine = y / length
      cosine = x / length
    }
  }

  private static func meridian(
    _ near: ReducedLatitude, _ far: ReducedLatitude, opposite: Bool
  ) -> Double {
    let direction = opposite ? -1.0 : 1.0
    return GeodesicLine(
      sine0: 0, cosine0: 1, sine1: near.sine, cosine1: direction * near.cosine, sine2: far.sine,
      cosine2: far.cosine
    ).distance
  }

  /// Returns the length of the line with a given difference of longitude, in radians.
  ///
  /// The difference grows with the azimuth at the first point from 0 to 180 degrees, so a bracket
  /// contains exactly one solution. Regula falsi with halved weights (Illinois) narrows it. The
  /// azimuth is counted from east, where a line between points near the equator needs all digits.
  private static func bracketedDistance(
    _ near: ReducedLatitude, _ far: ReducedLatitude, longitude: Double
  ) -> Double {
    var (low, high) = (-Double.pi / 2, Double.pi / 2)
    var (lowError, highError) = (-longitude, Double.pi - longitude)
    var line = GeodesicLine(from: near, to: far, southOfEast: 0)
    var lastSide = 0
    for step in 0..<200 {
      let secant = low - lowError * (high - low) / (highError - lowError)
      // Every third step halves the bracket, to guarantee convergence.
      let azimuth =
        step % 3 == 2 || !(secant > low && secant < high) ? low + (high - low) / 2 : secant
      guard azimuth > low, azimuth < high else { break }
      line = GeodesicLine(from: near, to: far, southOfEast: azimuth)
      let error = line.longitude - longitude
      if abs(error) < 1e-15 { break }
      if error < 0 {
        (low, lowError) = (azimuth, error)
        if lastSide == -1 { highError /= 2 }
        lastSide = -1
      } else {
        (high, highError) = (azimuth, error)
        if lastSide == 1 { lowError /= 2 }
        lastSide = 1
      }
    }
    // The remaining difference runs along the second point's parallel (first variation).
    return line.distance - (line.longitude - longitude) * line.lengthPerLongitude
  }
}
