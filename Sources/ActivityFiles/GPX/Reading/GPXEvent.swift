// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A part of a GPX file, in the order in which a ``GPXReader`` reads it.
///
/// ```swift
/// let reader = try GPXReader(contentsOf: file)
/// while let event = try reader.next() {
///   switch event {
///   case .trackBegan(let info): print(info.name ?? "unnamed")
///   case .trackPoint(let point): print(point.latitude, point.longitude)
///   default: break
///   }
/// }
/// ```
public enum GPXEvent: Sendable, Hashable {
  /// The root element, with the version and the creating program.
  case began(version: String?, creator: String?)

  /// The file's metadata.
  ///
  /// The event precedes the first point. If more metadata follow the points, a second, complete
  /// event is sent at the end of the file.
  case metadata(GPXMetadata)

  /// A waypoint.
  case waypoint(GPXPoint)

  /// The start of a route, with the information read so far.
  case routeBegan(GPXTrackInfo)

  /// A point of the route.
  case routePoint(GPXPoint)

  /// The end of the route, with its complete information.
  case routeEnded(GPXTrackInfo)

  /// The start of a track, with the information read so far.
  case trackBegan(GPXTrackInfo)

  /// The start of a segment of the track.
  case segmentBegan

  /// A point of the segment.
  case trackPoint(GPXPoint)

  /// The end of the segment.
  case segmentEnded

  /// The end of the track, with its complete information.
  case trackEnded(GPXTrackInfo)
}

/// A receiver for the parts of a GPX file.
///
/// ```swift
/// struct PointCounter: GPXHandler {
///   var count = 0
///   mutating func readTrackPoint(_ point: GPXPoint) { count += 1 }
/// }
///
/// var counter = PointCounter()
/// try GPXReader.read(file, into: &counter)
/// print(counter.count, "points")
/// ```
///
/// Every method has an empty default implementation. If a method throws, reading stops and the
/// error is rethrown. See ``GPXEvent`` for the order of calls.
public protocol GPXHandler {
  /// Handles the root element, with the version and the creating program.
  mutating func began(version: String?, creator: String?) throws

  /// Handles metadata; may be called twice, the second time with complete metadata.
  mutating func readMetadata(_ metadata: GPXMetadata) throws

  /// Handles a waypoint.
  mutating func readWaypoint(_ point: GPXPoint) throws

  /// Handles the start of a route, with the information read so far.
  mutating func beganRoute(_ info: GPXTrackInfo) throws

  /// Handles a point of the route.
  mutating func readRoutePoint(_ point: GPXPoint) throws

  /// Handles the end of the route.
  mutating func endedRoute(_ info: GPXTrackInfo) throws

  /// Handles the start of a track, with the information read so far.
  mutating func beganTrack(_ info: GPXTrackInfo) throws

  /// Handles the start of a segment.
  mutating func beganSegment() throws

  /// Handles a point of the segment.
  mutating func readTrackPoint(_ point: GPXPoint) throws

  /// Handles the end of the segment.
  mutating func endedSegment() throws

  /// Handles the end of the track.
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
