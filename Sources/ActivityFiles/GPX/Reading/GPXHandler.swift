// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Receives the pieces of a GPX file while it is read.
///
/// Each method does nothing unless it is given. An error that one throws ends the reading and is
/// thrown on. See ``GPXEvent`` for when each is called.
public protocol GPXHandler {
  /// The file is GPX, of this version and made by this program.
  mutating func began(version: String?, creator: String?) throws

  /// What the file says about itself; may come twice, the second time complete.
  mutating func readMetadata(_ metadata: GPXMetadata) throws

  /// A waypoint.
  mutating func readWaypoint(_ point: GPXPoint) throws

  /// A route starts, of which this much is known so far.
  mutating func beganRoute(_ info: GPXTrackInfo) throws

  /// A point of the route.
  mutating func readRoutePoint(_ point: GPXPoint) throws

  /// The route ends.
  mutating func endedRoute(_ info: GPXTrackInfo) throws

  /// A track starts, of which this much is known so far.
  mutating func beganTrack(_ info: GPXTrackInfo) throws

  /// A segment of the track starts.
  mutating func beganSegment() throws

  /// A point of the segment.
  mutating func readTrackPoint(_ point: GPXPoint) throws

  /// The segment ends.
  mutating func endedSegment() throws

  /// The track ends.
  mutating func endedTrack(_ info: GPXTrackInfo) throws
}

extension GPXHandler {
  /// Does nothing.
  public mutating func began(version: String?, creator: String?) throws {}

  /// Does nothing.
  public mutating func readMetadata(_ metadata: GPXMetadata) throws {}

  /// Does nothing.
  public mutating func readWaypoint(_ point: GPXPoint) throws {}

  /// Does nothing.
  public mutating func beganRoute(_ info: GPXTrackInfo) throws {}

  /// Does nothing.
  public mutating func readRoutePoint(_ point: GPXPoint) throws {}

  /// Does nothing.
  public mutating func endedRoute(_ info: GPXTrackInfo) throws {}

  /// Does nothing.
  public mutating func beganTrack(_ info: GPXTrackInfo) throws {}

  /// Does nothing.
  public mutating func beganSegment() throws {}

  /// Does nothing.
  public mutating func readTrackPoint(_ point: GPXPoint) throws {}

  /// Does nothing.
  public mutating func endedSegment() throws {}

  /// Does nothing.
  public mutating func endedTrack(_ info: GPXTrackInfo) throws {}

  /// Calls the method for an event.
  mutating func receive(_ event: GPXEvent) throws {
    switch event {
    case .began(let version, let creator): try began(version: version, creator: creator)
    case .metadata(let metadata): try readMetadata(metadata)
    case .waypoint(let point): try readWaypoint(point)
    case .routeBegan(let info): try beganRoute(info)
    case .routePoint(let point): try readRoutePoint(point)
    case .routeEnded(let info): try endedRoute(info)
    case .trackBegan(let info): try beganTrack(info)
    case .segmentBegan: try beganSegment()
    case .trackPoint(let point): try readTrackPoint(point)
    case .segmentEnded: try endedSegment()
    case .trackEnded(let info): try endedTrack(info)
    }
  }
}
