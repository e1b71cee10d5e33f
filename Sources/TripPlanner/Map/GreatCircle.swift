// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import TravelFiles

/// Great circles on a sphere as lines for maps.
package enum GreatCircle {
  /// The largest angle between two points of a line, in degrees.
  private static let step = 1.0

  /// Returns the line between two positions, cut at the antimeridian.
  ///
  /// A line across the antimeridian is two lines that end at the longitudes 180 and -180 with one latitude.
  /// Between antipodes, the line goes over the north pole.
  package static func lines(from start: Coordinates, to end: Coordinates) -> [[Coordinates]] {
    cut(points(from: start, to: end))
  }

  /// Returns positions along the great circle, both ends included.
  static func points(from start: Coordinates, to end: Coordinates) -> [Coordinates] {
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

  /// Cuts a line where neighbouring points are on both sides of the antimeridian.
  package static func cut(_ points: [Coordinates]) -> [[Coordinates]] {
    var lines: [[Coordinates]] = []
    var line: [Coordinates] = []
    for point in points {
      if let last = line.last, (point.longitude - last.longitude).magnitude > 180 {
        let side = last.longitude > 0 ? 180.0 : -180.0
        // The distance from the last point to the antimeridian, and from there to the point.
        let before = (side - last.longitude).magnitude
        let after = (point.longitude + side).magnitude
        let part = before + after > 0 ? before / (before + after) : 0
        let latitude = last.latitude + (point.latitude - last.latitude) * part
        if let end = Coordinates(latitude: latitude, longitude: side),
          let start = Coordinates(latitude: latitude, longitude: -side)
        {
          if before > 0 { line.append(end) }
          lines.append(line)
          line = after > 0 ? [start] : []
        }
      }
      line.append(point)
    }
    if !line.isEmpty { lines.append(line) }
    return lines
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
