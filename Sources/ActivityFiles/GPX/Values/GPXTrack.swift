// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A track: where somebody went.
public struct GPXTrack: Sendable, Hashable {
  /// What the file says about the track.
  public var info: GPXTrackInfo

  /// The parts of the track between breaks.
  public var segments: [GPXSegment]

  /// Creates a track.
  public init(info: GPXTrackInfo = GPXTrackInfo(), segments: [GPXSegment] = []) {
    self.info = info
    self.segments = segments
  }

  /// How many points the track has in all its segments.
  public var pointCount: Int { segments.reduce(0) { $0 + $1.points.count } }
}
