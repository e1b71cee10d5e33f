// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The whole content of a GPX file.
///
/// A document is held in memory. A file that may be large is better read point by point, by
/// ``GPXReader``. Extensions that ``GPXPoint`` and ``GPXTrackInfo`` do not name are not kept.
public struct GPXDocument: Sendable, Hashable {
  /// The version of GPX that the file says it is, where it says so.
  public var version: String?

  /// The program or device that made the file.
  public var creator: String?

  /// What the file says about itself.
  public var metadata: GPXMetadata

  /// The waypoints.
  public var waypoints: [GPXPoint]

  /// The routes.
  public var routes: [GPXRoute]

  /// The tracks.
  public var tracks: [GPXTrack]

  /// What was wrong in the file that was read; not part of equality.
  public var issues = GPXIssueLog()

  /// Creates a document.
  public init(
    version: String? = "1.1", creator: String? = nil, metadata: GPXMetadata = GPXMetadata(),
    waypoints: [GPXPoint] = [], routes: [GPXRoute] = [], tracks: [GPXTrack] = []
  ) {
    self.version = version
    self.creator = creator
    self.metadata = metadata
    self.waypoints = waypoints
    self.routes = routes
    self.tracks = tracks
  }

  /// How many points all tracks have together; a file without any is not an activity.
  public var trackPointCount: Int { tracks.reduce(0) { $0 + $1.pointCount } }

  /// Whether two documents hold the same, whatever was repaired when they were read.
  public static func == (left: GPXDocument, right: GPXDocument) -> Bool {
    left.version == right.version && left.creator == right.creator
      && left.metadata == right.metadata && left.waypoints == right.waypoints
      && left.routes == right.routes && left.tracks == right.tracks
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(creator)
    hasher.combine(metadata)
    hasher.combine(waypoints)
    hasher.combine(routes)
    hasher.combine(tracks)
  }
}
