// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TravelFiles

/// The shortest way between two positions on a sphere.
package enum GreatCircle {
  /// The greatest angle in degrees between two points of a line.
  private static let step = 2.0

  /// The points of the way, both ends included, at most two degrees apart.
  ///
  /// Between antipodes, where every way is equally short, the line leads over the north pole.
  package static func points(from start: Coordinates, to end: Coordinates) -> [Coordinates] {
    let (first, last) = (UnitVector(start), UnitVector(end))
    let angle = first.angle(to: last)
    guard angle.isFinite, angle > 0 else { return [start, end] }
    let count = max(1, Int((angle * 180 / .pi / step).rounded(.up)))
    let isAntipodal = sin(angle) < 1e-9
    var points = [start]
    for index in 1..<max(count, 1) {
      let part = Double(index) / Double(count)
      let vector =
        isAntipodal
        ? first.towardsNorth(by: part * angle)
        : first.interpolated(to: last, angle: angle, part: part)
      if let point = vector.coordinates { points.append(point) }
    }
    points.append(end)
    return points
  }
}

/// A position as a vector of length 1 from the center of the sphere.
private struct UnitVector {
  var x: Double
  var y: Double
  var z: Double

  init(x: Double, y: Double, z: Double) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  init(_ position: Coordinates) {
    let (latitude, longitude) = (
      position.latitude * .pi / 180, position.longitude * .pi / 180
    )
    self.init(
      x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
  }

  var coordinates: Coordinates? {
    Coordinates(
      latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi,
      longitude: atan2(y, x) * 180 / .pi)
  }

  func angle(to other: UnitVector) -> Double {
    let dot = x * other.x + y * other.y + z * other.z
    let (cx, cy, cz) = (
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x
    )
    return atan2((cx * cx + cy * cy + cz * cz).squareRoot(), dot)
  }

  func interpolated(to other: UnitVector, angle: Double, part: Double) -> UnitVector {
    let (own, its) = (sin((1 - part) * angle) / sin(angle), sin(part * angle) / sin(angle))
    return UnitVector(
      x: own * x + its * other.x, y: own * y + its * other.y, z: own * z + its * other.z)
  }

  /// The position an angle further along the meridian to the north and over the pole.
  func towardsNorth(by angle: Double) -> UnitVector {
    let latitude = atan2(z, (x * x + y * y).squareRoot()) + angle
    let longitude = atan2(y, x)
    return UnitVector(
      x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
  }
}
