// Cairn
// SPDX-License-Identifier: Apache-2.0

import Geodesy
import Testing

@Suite struct DistanceTests {
  @Test func `geodesic distances match the reference points`() throws {
    let rows = try ReferenceDistance.rows("geodesic")
    #expect(rows.count == 11)
    for row in rows {
      let distance = Geodesic.distance(from: (row[0], row[1]), to: (row[2], row[3]))
      #expect(abs(distance - row[4]) <= 0.5e-4 + 1e-8, "\(row) gave \(distance)")
    }
  }

  /// Random, short, nearly antipodal, equatorial and polar lines.
  @Test func `geodesic distances match GeographicLib`() throws {
    let rows = try ReferenceDistance.rows("geodesic_wide")
    #expect(rows.count == 210)
    for row in rows {
      let distance = Geodesic.distance(from: (row[0], row[1]), to: (row[2], row[3]))
      #expect(abs(distance - row[4]) <= 2e-8, "\(row) gave \(distance)")
    }
  }

  @Test(arguments: [
    (0.0, 0.0, 0.0, 1.0, 111195.080), (0, 0, 1, 0, 111195.080),
    (-37.95103342, 144.42486789, -37.65282114, 143.92649553, 54925.508),
    (40.6413, -73.7781, 51.47, -0.4543, 5540018.970), (60, 179.9999, 60, -179.9999, 11.120),
    (0, 0, 0.5, 179.7, 19950277.343), (46.4983, 7.5674, 46.4984, 7.5675, 13.499),
  ])
  func `haversine distances match the reference values`(
    latitude1: Double, longitude1: Double, latitude2: Double, longitude2: Double, metres: Double
  ) {
    let distance = LocationCalculator.haversineDistance(
      from: (latitude1, longitude1), to: (latitude2, longitude2))
    #expect(abs(distance - metres) <= 0.0006)
  }

  @Test func `a geodesic distance is symmetric, and zero for equal points`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      let a = (
        Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random)
      )
      let b = (
        Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random)
      )
      let there = Geodesic.distance(from: a, to: b)
      let back = Geodesic.distance(from: b, to: a)
      #expect(abs(there - back) < 1e-6, "\(a) \(b)")
      #expect(Geodesic.distance(from: a, to: a) < 1e-9)
      #expect(there <= 20_003_931.4587)
    }
  }

  @Test func `haversine distances are within one percent of geodesic distances`() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<2000 {
      let a = (
        Double.random(in: -85...85, using: &random), Double.random(in: -180...180, using: &random)
      )
      let b = (
        a.0 + Double.random(in: -0.1...0.1, using: &random),
        a.1 + Double.random(in: -0.1...0.1, using: &random)
      )
      let reference = Geodesic.distance(from: a, to: b)
      let quick = LocationCalculator.haversineDistance(from: a, to: b)
      #expect(abs(quick - reference) <= 0.0057 * reference + 1e-6, "\(a) \(b)")
    }
  }

  @Test func `a geodesic distance of invalid coordinates is NaN`() {
    #expect(Geodesic.distance(from: (.nan, 0), to: (0, 0)).isNaN)
    #expect(Geodesic.distance(from: (0, .infinity), to: (0, 0)).isNaN)
  }
}
