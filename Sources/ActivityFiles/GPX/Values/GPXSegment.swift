// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Points that were recorded without a break.
///
/// Nothing is known about the way between two segments, so no distance is counted there.
public struct GPXSegment: Sendable, Hashable {
  /// The points in the order of the file.
  public var points: [GPXPoint]

  /// Creates a segment.
  public init(points: [GPXPoint] = []) {
    self.points = points
  }
}
