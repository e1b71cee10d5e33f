// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A track: a recorded path.
///
/// ```swift
/// let track = GPXTrack(
///   info: GPXTrackInfo(name: "Morning", type: "hiking"), segments: [GPXSegment(points: points)])
/// print(track.pointCount)
/// ```
public struct GPXTrack: Sendable, Hashable {
  /// The track's information.
  public var info: GPXTrackInfo

  /// The parts of the track between breaks.
  public var segments: [GPXSegment]

  /// Creates a track.
  public init(info: GPXTrackInfo = GPXTrackInfo(), segments: [GPXSegment] = []) {
    self.info = info
    self.segments = segments
  }

  /// The number of points in all segments.
  public var pointCount: Int { segments.reduce(0) { $0 + $1.points.count } }
}

/// Points that were recorded without a break.
///
/// The path between two segments is unknown and does not count as distance.
public struct GPXSegment: Sendable, Hashable {
  /// The points in the order of the file.
  public var points: [GPXPoint]

  /// Creates a segment.
  public init(points: [GPXPoint] = []) {
    self.points = points
  }
}

/// A route: a planned path.
///
/// ```swift
/// let route = GPXRoute(info: GPXTrackInfo(name: "Round the lake"), points: points)
/// try GPXDocument(routes: [route]).write(to: file)
/// ```
public struct GPXRoute: Sendable, Hashable {
  /// The route's information.
  public var info: GPXTrackInfo

  /// The points in the order of the file.
  public var points: [GPXPoint]

  /// Creates a route.
  public init(info: GPXTrackInfo = GPXTrackInfo(), points: [GPXPoint] = []) {
    self.info = info
    self.points = points
  }
}

/// The information about a track or a route, without its points.
public struct GPXTrackInfo: Sendable, Hashable {
  /// The name.
  public var name: String?

  /// A comment for the user of the device (`cmt`).
  public var comment: String?

  /// A description for the reader (`desc`).
  public var desc: String?

  /// The source of the data (`src`).
  public var source: String?

  /// Links to related pages.
  public var links: [GPXLink] = []

  /// The number of the track or route.
  public var number: Int?

  /// The kind of activity, such as `running`, as named by the creating program.
  public var type: String?

  /// The track's identifier of OpenTracks (`trackid`).
  public var trackID: String?

  /// Creates information about a track or route.
  public init(name: String? = nil, desc: String? = nil, type: String? = nil) {
    self.name = name
    self.desc = desc
    self.type = type
  }
}
