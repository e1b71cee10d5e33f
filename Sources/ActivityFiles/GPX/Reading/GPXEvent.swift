// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A piece of a GPX file, in the order in which a ``GPXReader`` meets it.
public enum GPXEvent: Sendable, Hashable {
  /// The file is GPX, of this version and made by this program.
  case began(version: String?, creator: String?)

  /// What the file says about itself.
  ///
  /// It comes before the first point, and a second time, complete, at the end of the file where
  /// more of it stands there.
  case metadata(GPXMetadata)

  /// A waypoint.
  case waypoint(GPXPoint)

  /// A route starts, of which this much is known so far.
  case routeBegan(GPXTrackInfo)

  /// A point of the route.
  case routePoint(GPXPoint)

  /// The route ends, and this is all that the file says about it.
  case routeEnded(GPXTrackInfo)

  /// A track starts, of which this much is known so far.
  case trackBegan(GPXTrackInfo)

  /// A segment of the track starts.
  case segmentBegan

  /// A point of the segment.
  case trackPoint(GPXPoint)

  /// The segment ends.
  case segmentEnded

  /// The track ends, and this is all that the file says about it.
  case trackEnded(GPXTrackInfo)
}
