// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The whole content of a GPX file.
///
/// ```swift
/// var document = try GPXDocument(contentsOf: file)
/// print(document.trackPointCount, "points in", document.tracks.count, "tracks")
/// document.metadata.name = "Lake Cerknica"
/// try document.write(to: file)
/// ```
///
/// A document is held in memory; read a large file with ``GPXReader`` instead. Unknown extensions,
/// for which ``GPXPoint`` and ``GPXTrackInfo`` have no property, are dropped.
public struct GPXDocument: Sendable, Hashable {
  /// The declared version of GPX, if any.
  public var version: String?

  /// The program or device that created the file.
  public var creator: String?

  /// The file's metadata.
  public var metadata: GPXMetadata

  /// The waypoints.
  public var waypoints: [GPXPoint]

  /// The routes.
  public var routes: [GPXRoute]

  /// The tracks.
  public var tracks: [GPXTrack]

  /// The repaired problems of the file that was read; ignored by equality.
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

  /// The number of points of all tracks; a file without track points is not an activity.
  public var trackPointCount: Int { tracks.reduce(0) { $0 + $1.pointCount } }

  /// Returns whether two documents have equal content, regardless of ``issues``.
  public static func == (left: GPXDocument, right: GPXDocument) -> Bool {
    left.version == right.version && left.creator == right.creator
      && left.metadata == right.metadata && left.waypoints == right.waypoints
      && left.routes == right.routes && left.tracks == right.tracks
  }

  /// Hashes the properties that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(creator)
    hasher.combine(metadata)
    hasher.combine(waypoints)
    hasher.combine(routes)
    hasher.combine(tracks)
  }
}
