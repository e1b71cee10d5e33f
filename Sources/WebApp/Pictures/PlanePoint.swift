// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A place on a plane or in a picture.
package struct PlanePoint: Sendable, Hashable {
  package var x: Double
  package var y: Double

  /// A point by its coordinates.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  func distance(to other: PlanePoint) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
