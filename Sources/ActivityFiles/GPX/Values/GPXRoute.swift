// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A route: where somebody means to go.
public struct GPXRoute: Sendable, Hashable {
  /// What the file says about the route.
  public var info: GPXTrackInfo

  /// The points in the order of the file.
  public var points: [GPXPoint]

  /// Creates a route.
  public init(info: GPXTrackInfo = GPXTrackInfo(), points: [GPXPoint] = []) {
    self.info = info
    self.points = points
  }
}
