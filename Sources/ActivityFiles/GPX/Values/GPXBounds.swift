// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The area that a file says it covers, in degrees.
public struct GPXBounds: Sendable, Hashable {
  /// The southern edge.
  public var minLatitude: Double

  /// The western edge.
  public var minLongitude: Double

  /// The northern edge.
  public var maxLatitude: Double

  /// The eastern edge.
  public var maxLongitude: Double

  /// Creates an area.
  public init(
    minLatitude: Double, minLongitude: Double, maxLatitude: Double, maxLongitude: Double
  ) {
    self.minLatitude = minLatitude
    self.minLongitude = minLongitude
    self.maxLatitude = maxLatitude
    self.maxLongitude = maxLongitude
  }
}
