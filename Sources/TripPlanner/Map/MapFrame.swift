// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TravelFiles

/// The part of the earth that a map shows, in Mercator's projection.
///
/// The frame is centered on the meridian in the middle of the smallest arc that contains all positions, so
/// that a trip over the Pacific has one map. Lines are cut at the opposite meridian.
struct MapFrame: Sendable {
  /// A point of the picture.
  struct Point: Sendable, Hashable {
    var x: Double
    var y: Double
  }

  /// The width of the picture.
  static let width = 960.0
  /// The smallest height of the earth that a map shows, in degrees of latitude.
  private static let smallestSpan = 0.06
  /// The highest latitude; Mercator's projection has no poles.
  private static let highestLatitude = 83.0
  private static let aspectRatios = 0.5...0.75
  /// The part of the picture on each side that stays without positions.
  private static let margin = 0.1

  let height: Double
  /// The meridian in the middle of all longitudes.
  let meridian: Double
  /// The units of the picture in a degree of longitude.
  let scale: Double
  private let left: Double
  private let top: Double

  /// Creates the frame of positions; nil without any.
  init?(_ positions: [Coordinates]) {
    guard !positions.isEmpty else { return nil }
    meridian = Self.middle(of: positions.map(\.longitude))
    let xs = positions.map { [meridian] in Self.longitude($0.longitude, relativeTo: meridian) }
    let ys = positions.map { Self.mercator($0.latitude) }
    let (west, east) = (xs.min() ?? 0, xs.max() ?? 0)
    let (south, north) = (ys.min() ?? 0, ys.max() ?? 0)
    let inner = 1 - 2 * Self.margin
    var wide = max((east - west) / inner, Self.smallestSpan / Self.aspectRatios.lowerBound)
    var high = max((north - south) / inner, Self.smallestSpan)
    let ratio = min(max(high / wide, Self.aspectRatios.lowerBound), Self.aspectRatios.upperBound)
    wide = min(max(wide, high / ratio), 360)
    high = wide * ratio
    scale = Self.width / wide
    height = (Self.width * ratio).rounded()
    left = (west + east) / 2 - wide / 2
    top = (south + north) / 2 + high / 2
  }

  /// The middle of the smallest arc that contains all longitudes.
  private static func middle(of longitudes: [Double]) -> Double {
    let sorted = Set(longitudes).sorted()
    guard let first = sorted.first, let last = sorted.last else { return 0 }
    var (gap, start, end) = (first + 360 - last, first, last)
    for (one, next) in zip(sorted, sorted.dropFirst()) where next - one > gap {
      (gap, start, end) = (next - one, next, one + 360)
    }
    return ((start + end) / 2).remainder(dividingBy: 360)
  }

  /// A longitude in degrees east of the frame's meridian, within 180.
  private static func longitude(_ longitude: Double, relativeTo meridian: Double) -> Double {
    (longitude - meridian).remainder(dividingBy: 360)
  }

  /// Mercator's ordinate in degrees: y = ln tan(π/4 + φ/2).
  ///
  /// Source: Snyder, Map Projections, USGS Professional Paper 1395 (1987), equation 7-2.
  private static func mercator(_ latitude: Double) -> Double {
    let latitude = min(max(latitude, -highestLatitude), highestLatitude)
    return log(tan(.pi / 4 + latitude * .pi / 360)) * 180 / .pi
  }

  /// The point of a position.
  func point(_ position: Coordinates) -> Point {
    point(
      relativeLongitude: Self.longitude(position.longitude, relativeTo: meridian),
      latitude: position.latitude)
  }

  private func point(relativeLongitude: Double, latitude: Double) -> Point {
    Point(x: (relativeLongitude - left) * scale, y: (top - Self.mercator(latitude)) * scale)
  }

  /// Whether a point is in the picture.
  func contains(_ point: Point) -> Bool {
    (0...Self.width).contains(point.x) && (0...height).contains(point.y)
  }

  /// The lines through positions, cut at the meridian opposite of the frame's.
  func lines(_ positions: [Coordinates]) -> [[Point]] {
    var lines: [[Point]] = []
    var last: (relative: Double, latitude: Double)?
    for position in positions {
      let relative = Self.longitude(position.longitude, relativeTo: meridian)
      defer { last = (relative, position.latitude) }
      let point = point(relativeLongitude: relative, latitude: position.latitude)
      guard let previous = last else {
        lines.append([point])
        continue
      }
      guard abs(relative - previous.relative) > 180 else {
        lines[lines.count - 1].append(point)
        continue
      }
      // The crossing, where the longitude is 180 on one side and -180 on the other.
      let side = previous.relative > 0 ? 180.0 : -180.0
      let whole = relative + 2 * side - previous.relative
      let part = whole == 0 ? 0 : (side - previous.relative) / whole
      let latitude = previous.latitude + part * (position.latitude - previous.latitude)
      lines[lines.count - 1].append(self.point(relativeLongitude: side, latitude: latitude))
      lines.append([self.point(relativeLongitude: -side, latitude: latitude), point])
    }
    return lines
  }

  /// The rings of land within the picture.
  func land() -> [[Point]] {
    var result: [[Point]] = []
    for ring in Land.rings {
      guard let first = ring.first else { continue }
      let shift = Self.longitude(first.longitude, relativeTo: meridian) - first.longitude
      let longitudes = ring.map { $0.longitude + shift }
      let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
      for turn in [-360.0, 0, 360] {
        guard (east + turn - left) * scale >= 0, (west + turn - left) * scale <= Self.width else {
          continue
        }
        let points = zip(ring, longitudes).map {
          point(relativeLongitude: $1 + turn, latitude: $0.latitude)
        }
        let clipped = PolygonClip.clipped(
          points, x: -4...(Self.width + 4), y: -4...(height + 4))
        if clipped.count > 2 { result.append(clipped) }
      }
    }
    return result
  }
}

/// Clips polygons to a rectangle.
///
/// Source: Sutherland and Hodgman, Reentrant Polygon Clipping, CACM 17 (1974).
enum PolygonClip {
  static func clipped(
    _ polygon: [MapFrame.Point], x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> [MapFrame.Point] {
    var points = polygon
    points = half(points) { $0.x - x.lowerBound }
    points = half(points) { x.upperBound - $0.x }
    points = half(points) { $0.y - y.lowerBound }
    return half(points) { y.upperBound - $0.y }
  }

  /// The part of a polygon where a linear function is not negative.
  private static func half(
    _ points: [MapFrame.Point], _ value: (MapFrame.Point) -> Double
  ) -> [MapFrame.Point] {
    guard var last = points.last else { return [] }
    var result: [MapFrame.Point] = []
    for point in points {
      let (before, now) = (value(last), value(point))
      if (before < 0) != (now < 0) {
        let part = before / (before - now)
        result.append(
          MapFrame.Point(
            x: last.x + part * (point.x - last.x), y: last.y + part * (point.y - last.y)))
      }
      if now >= 0 { result.append(point) }
      last = point
    }
    return result
  }
}
