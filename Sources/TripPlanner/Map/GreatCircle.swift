// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TravelFiles

/// Great circles on a sphere as lines for maps.
package enum GreatCircle {
  /// The largest angle between two points of a line, in degrees.
  private static let step = 2.0

  /// Returns positions along the great circle, both ends included.
  ///
  /// Between antipodes, where every way is equally short, the line goes over the north pole.
  package static func points(from start: Coordinates, to end: Coordinates) -> [Coordinates] {
    let first = Vector(start)
    var last = Vector(end)
    var angle = first.angle(to: last)
    guard angle > 1e-12 else { return [start, end] }
    var middle: [Coordinates] = []
    if Double.pi - angle < 1e-6 {
      // The way between antipodes is not unique.
      last = Vector(x: 0, y: 0, z: 1)
      let half = first.angle(to: last)
      guard half > 1e-6, Double.pi - half > 1e-6 else { return [start, end] }
      let pole = Coordinates(latitude: 90, longitude: start.longitude) ?? start
      return points(from: start, to: pole) + points(from: pole, to: end).dropFirst()
    }
    angle = first.angle(to: last)
    let count = max(1, Int((angle * 180 / .pi / step).rounded(.up)))
    for index in 1..<max(count, 1) {
      let part = Double(index) / Double(count)
      let a = sin((1 - part) * angle) / sin(angle)
      let b = sin(part * angle) / sin(angle)
      if let point = first.combined(a, last, b).coordinates { middle.append(point) }
    }
    return [start] + middle + [end]
  }

  /// A unit vector.
  private struct Vector {
    var x: Double
    var y: Double
    var z: Double

    init(x: Double, y: Double, z: Double) {
      (self.x, self.y, self.z) = (x, y, z)
    }

    init(_ position: Coordinates) {
      let latitude = position.latitude * .pi / 180
      let longitude = position.longitude * .pi / 180
      self.init(
        x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
    }

    func angle(to other: Vector) -> Double {
      let cross = (
        y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x
      )
      let sine = (cross.0 * cross.0 + cross.1 * cross.1 + cross.2 * cross.2).squareRoot()
      return atan2(sine, x * other.x + y * other.y + z * other.z)
    }

    func combined(_ own: Double, _ other: Vector, _ factor: Double) -> Vector {
      Vector(
        x: own * x + factor * other.x, y: own * y + factor * other.y, z: own * z + factor * other.z)
    }

    var coordinates: Coordinates? {
      Coordinates(
        latitude: atan2(z, (x * x + y * y).squareRoot()) * 180 / .pi,
        longitude: atan2(y, x) * 180 / .pi)
    }
  }
}
