// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension GPXDocument {
  /// Reads a file.
  ///
  /// - Throws: An ``ActivityFileError``. Repaired problems are in ``issues``.
  public init(contentsOf url: URL) throws(ActivityFileError) {
    try self.init(GPXReader(contentsOf: url))
  }

  /// Reads a file in memory.
  ///
  /// - Parameters:
  ///   - data: The whole file.
  ///   - name: The file's name for messages.
  /// - Throws: An ``ActivityFileError``. Repaired problems are in ``issues``.
  public init(data: Data, name: String? = nil) throws(ActivityFileError) {
    try self.init(GPXReader(data: data, name: name))
  }

  /// Reads a reader's remaining events.
  ///
  /// - Throws: An ``ActivityFileError``. Repaired problems are in ``issues``.
  public init(_ reader: GPXReader) throws(ActivityFileError) {
    self.init(version: nil)
    var points: [GPXPoint] = []
    while let event = try reader.next() {
      switch event {
      case .began(let version, let creator):
        self.version = version
        self.creator = creator
      case .metadata(let metadata): self.metadata = metadata
      case .waypoint(let point): waypoints.append(point)
      case .routeBegan: points = []
      case .trackBegan(let info): tracks.append(GPXTrack(info: info))
      case .segmentBegan: points = []
      case .trackPoint(let point), .routePoint(let point): points.append(point)
      case .segmentEnded:
        tracks[tracks.count - 1].segments.append(GPXSegment(points: points))
        points = []
      case .trackEnded(let info): tracks[tracks.count - 1].info = info
      case .routeEnded(let info):
        routes.append(GPXRoute(info: info, points: points))
        points = []
      }
    }
    issues = reader.issues
  }
}
