// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The data of an SVG path: lines only, with one decimal.
struct SVGPath {
  private(set) var text = ""

  /// Adds a line through points; a single point is a dot if line ends are round.
  mutating func add(line points: some Collection<PlanePoint>) {
    guard let first = points.first else { return }
    text += "M\(Self.number(first.x)) \(Self.number(first.y))"
    if points.count == 1 { text += "h0" }
    for point in points.dropFirst() {
      text += "L\(Self.number(point.x)) \(Self.number(point.y))"
    }
  }

  /// Adds an area between a line and a level.
  mutating func add(area points: some BidirectionalCollection<PlanePoint>, level: Double) {
    guard let first = points.first, let last = points.last else { return }
    text += "M\(Self.number(first.x)) \(Self.number(level))"
    for point in points { text += "L\(Self.number(point.x)) \(Self.number(point.y))" }
    text += "L\(Self.number(last.x)) \(Self.number(level))Z"
  }

  /// Adds a closed outline through points.
  mutating func add(outline points: some Collection<PlanePoint>) {
    add(line: points)
    if points.count > 1 { text += "Z" }
  }

  /// A number with at most one decimal; 0 for NaN, infinity and values from 1e9.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    let tenths = Int((value * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }
}

/// A point on a plane or in a picture.
package struct PlanePoint: Sendable, Hashable {
  package var x: Double
  package var y: Double

  /// Creates a point from its coordinates.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  func distance(to other: PlanePoint) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
