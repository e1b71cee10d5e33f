// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A geodesic between two latitudes, as an arc on the auxiliary sphere.
///
/// Angles are stored as pairs of sine and cosine. Index 0 is the azimuth at the equator; 1 and 2
/// are the ends of the arc, counted from there.
struct GeodesicLine {
  private let sine0: Double
  private let sine1: Double
  private let cosine1: Double
  private let sine2: Double
  private let cosine2: Double
  /// The series' small parameter, equation 16.
  private let epsilon: Double
  /// The difference of longitude on the auxiliary sphere, in radians.
  private let sphericalLongitude: Double

  /// Creates a line along a meridian from its ends on the auxiliary sphere.
  init(
    sine0: Double, cosine0: Double, sine1: Double, cosine1: Double, sine2: Double, cosine2: Double
  ) {
    self.sine0 = sine0
    self.sine1 = sine1
    self.cosine1 = cosine1
    self.sine2 = sine2
    self.cosine2 = cosine2
    epsilon = Self.epsilon(cosine0: cosine0)
    sphericalLongitude = 0
  }

  /// Creates a line from its start, the latitude that it reaches next, and its azimuth.
  ///
  /// `near` is in the south and at least as far from the equator as `far`. The azimuth is counted
  /// from east towards south, in radians.
  init(from near: Geodesic.ReducedLatitude, to far: Geodesic.ReducedLatitude, southOfEast: Double) {
    let (sineAzimuth, cosineAzimuth) = (cos(southOfEast), -sin(southOfEast))
    let sine0 = sineAzimuth * near.cosine
    let cosine0 = hypot(cosineAzimuth, sineAzimuth * near.sine)
    // Clairaut: the product of azimuth's sine and latitude's cosine is constant along the line.
    let difference =
      near.cosine < -near.sine
      ? (far.cosine - near.cosine) * (far.cosine + near.cosine)
      : (near.sine - far.sine) * (near.sine + far.sine)
    let along = cosineAzimuth * near.cosine
    let farCosine = max(0, along * along + difference).squareRoot()
    (sine1, cosine1) = Self.normalized(near.sine, along)
    (sine2, cosine2) = Self.normalized(far.sine, farCosine)
    let (omegaSine1, omegaCosine1) = Self.normalized(sine0 * near.sine, along)
    let (omegaSine2, omegaCosine2) = Self.normalized(sine0 * far.sine, farCosine)
    sphericalLongitude = Self.angle(omegaSine1, omegaCosine1, omegaSine2, omegaCosine2)
    self.sine0 = sine0
    epsilon = Self.epsilon(cosine0: cosine0)
  }

  /// The length in metres (equations 7, 15, 17 and 18).
  var distance: Double {
    let e = epsilon
    let e2 = e * e
    let e3 = e2 * e
    let e4 = e2 * e2
    let scale = (1 + e2 / 4 + e4 / 64 + e4 * e2 / 256) / (1 - e)
    let coefficients = [
      -e / 2 + 3 * e3 / 16 - e4 * e / 32, -e2 / 16 + e4 / 32 - 9 * e4 * e2 / 2048,
      -e3 / 48 + 3 * e4 * e / 256, -5 * e4 / 512 + 3 * e4 * e2 / 512, -7 * e4 * e / 1280,
      -7 * e4 * e2 / 2048,
    ]
    return Geodesic.polarRadius * scale * (arc + periodic(coefficients))
  }

  /// The difference of longitude of the ends in radians (equations 8, 23, 24 and 25).
  var longitude: Double {
    let n = Geodesic.thirdFlattening
    let n2 = n * n
    let e = epsilon
    let e2 = e * e
    let e3 = e2 * e
    let e4 = e2 * e2
    let e5 = e4 * e
    let scale =
      1 - (1 / 2 - n / 2) * e - (1 / 4 + n / 8 - 3 * n2 / 8) * e2
      - (1 / 16 + 3 * n / 16 + n2 / 16) * e3 - (3 / 64 + n / 32) * e4 - 3 * e5 / 128
    let c1a: Double = (1 / 4 - n / 4) * e + (1 / 8 - n2 / 8) * e2
    let c1b: Double = (3 / 64 + 3 * n / 64 - n2 / 64) * e3 + (5 / 128 + n / 64) * e4
    let c2a: Double = (1 / 16 - 3 * n / 32 + n2 / 32) * e2
    let c2b: Double = (3 / 64 - n / 32 - 3 * n2 / 64) * e3 + (3 / 128 + n / 128) * e4
    let c3: Double = (5 / 192 - 3 * n / 64 + 5 * n2 / 192) * e3 + (3 / 128 - 5 * n / 192) * e4
    let coefficients = [
      c1a + c1b + 3 * e5 / 128, c2a + c2b + 5 * e5 / 256, c3 + 7 * e5 / 512,
      (7 / 512 - 7 * n / 256) * e4 + 7 * e5 / 512, 21 * e5 / 2560,
    ]
    return sphericalLongitude
      - Geodesic.flattening * sine0 * scale * (arc + periodic(coefficients))
  }

  /// The derivative of the length by the difference of longitude, in metres per radian.
  var lengthPerLongitude: Double { Geodesic.equatorialRadius * sine0 }

  /// The arc between the ends in radians.
  private var arc: Double { Self.angle(sine1, cosine1, sine2, cosine2) }

  /// The difference of `sum(c[k] sin(2 k x))`, k from 1, between the ends.
  private func periodic(_ coefficients: [Double]) -> Double {
    Self.sineSeries(sine2, cosine2, coefficients) - Self.sineSeries(sine1, cosine1, coefficients)
  }

  /// Clenshaw's summation of `sum(c[k] sin(2 k x))`, k from 1.
  private static func sineSeries(_ s: Double, _ c: Double, _ coefficients: [Double]) -> Double {
    let doubled = 2 * (c - s) * (c + s)
    var (last, beforeLast) = (0.0, 0.0)
    for coefficient in coefficients.reversed() {
      (last, beforeLast) = (doubled * last - beforeLast + coefficient, last)
    }
    return 2 * s * c * last
  }

  private static func epsilon(cosine0: Double) -> Double {
    let k2 = cosine0 * cosine0 * Geodesic.secondEccentricitySquared
    return k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
  }

  /// Returns the angle from the first to the second direction, 0 to pi.
  private static func angle(_ s1: Double, _ c1: Double, _ s2: Double, _ c2: Double) -> Double {
    atan2(max(0, c1 * s2 - s1 * c2).magnitude, c1 * c2 + s1 * s2)
  }

  private static func normalized(_ s: Double, _ c: Double) -> (Double, Double) {
    let length = hypot(s, c)
    return length == 0 ? (0, 1) : (s / length, c / length)
  }
}
