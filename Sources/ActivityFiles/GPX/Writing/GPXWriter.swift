// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A streaming writer of GPX 1.1 files, with bounded memory use.
///
/// It writes the events of a ``GPXReader``:
///
/// ```swift
/// let writer = GPXWriter { data in try handle.write(contentsOf: data) }
/// try writer.write(.began(version: "1.1", creator: "Cairn"))
/// try writer.write(.trackBegan(GPXTrackInfo(name: "Morning")))
/// try writer.write(.segmentBegan)
/// for point in points { try writer.write(.trackPoint(point)) }
/// try writer.write(.segmentEnded)
/// try writer.write(.trackEnded(GPXTrackInfo(name: "Morning")))
/// try writer.finish()
/// ```
///
/// Waypoints precede routes, and routes precede tracks, as GPX 1.1 requires. Heart rate, cadence,
/// temperatures, depth, speed, course and bearing are written as Garmin's `TrackPointExtension` 2,
/// power as the plain `<power>` that other programs read, and accuracies, gain, loss and distance
/// in the namespace of OpenTracks. Numbers and times survive a round trip; times are in UTC.
///
/// The writer omits values that the format cannot represent: infinite numbers, times outside the
/// years 1 to 9999, control characters, and white space at either end of a text, which readers
/// drop.
public final class GPXWriter {
  private enum Phase: Int {
    case start, header, waypoints, routes, route, tracks, track, segment, finished
  }

  private static let flushSize = 1 << 16

  private let sink: (Data) throws -> Void
  private var output = GPXOutput()
  private var phase = Phase.start
  private var metadata: GPXMetadata?
  private var info = GPXTrackInfo()

  /// Creates a writer.
  ///
  /// - Parameter sink: Receives the next bytes of the file; its errors are rethrown.
  public init(sink: @escaping (Data) throws -> Void) {
    self.sink = sink
  }

  /// Writes the next event.
  ///
  /// - Throws: `writeOrder` if GPX does not allow the event here, or if it changes information that
  ///   was already written; `unwritable` for a point with coordinates out of range; or an error of
  ///   the sink.
  public func write(_ event: GPXEvent) throws {
    switch event {
    case .began(_, let creator):
      try expect([.start], event)
      output.begin(creator: creator ?? "Cairn")
      phase = .header
    case .metadata(let metadata):
      try write(metadata, event)
    case .waypoint(let point):
      try expect([.header, .waypoints], event)
      phase = .waypoints
      try write(point, "wpt", indent: 1)
    case .routeBegan, .routePoint, .routeEnded:
      try writeRoute(event)
    default:
      try writeTrack(event)
    }
    try flush(atLeast: Self.flushSize)
  }

  /// Finishes the file.
  ///
  /// - Throws: `writeOrder` if a track, segment or route has not ended, or an error of the sink.
  public func finish() throws {
    guard [.header, .waypoints, .routes, .tracks].contains(phase) else {
      throw Self.disorder("The file cannot end here")
    }
    phase = .finished
    output.line("</gpx>", indent: 0)
    try flush(atLeast: 1)
  }

  private func write(_ metadata: GPXMetadata, _ event: GPXEvent) throws {
    if let written = self.metadata {
      guard written == metadata else {
        throw Self.disorder("Metadata changed after it was written")
      }
      return
    }
    try expect([.header], event)
    self.metadata = metadata
    output.append(metadata)
    phase = .waypoints
  }

  private func writeRoute(_ event: GPXEvent) throws {
    switch event {
    case .routeBegan(let info):
      try expect([.header, .waypoints, .routes], event)
      phase = .route
      self.info = info
      output.line("<rte>", indent: 1)
      output.append(info)
    case .routePoint(let point):
      try expect([.route], event)
      try write(point, "rtept", indent: 2)
    case .routeEnded(let info):
      try expect([.route], event)
      try checkInfo(info)
      phase = .routes
      output.line("</rte>", indent: 1)
    default:
      break
    }
  }

  private func writeTrack(_ event: GPXEvent) throws {
    switch event {
    case .trackBegan(let info):
      try expect([.header, .waypoints, .routes, .tracks], event)
      phase = .track
      self.info = info
      output.line("<trk>", indent: 1)
      output.append(info)
    case .segmentBegan:
      try expect([.track], event)
      phase = .segment
      output.line("<trkseg>", indent: 2)
    case .trackPoint(let point):
      try expect([.segment], event)
      try write(point, "trkpt", indent: 3)
    case .segmentEnded:
      try expect([.segment], event)
      phase = .track
      output.line("</trkseg>", indent: 2)
    case .trackEnded(let info):
      try expect([.track], event)
      try checkInfo(info)
      phase = .tracks
      output.line("</trk>", indent: 1)
    default:
      break
    }
  }

  private func write(_ point: GPXPoint, _ name: StaticString, indent: Int) throws {
    guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else {
      throw ActivityFileError(
        .unwritable,
        reason: "Latitude \(point.latitude), longitude \(point.longitude) is out of range",
        remedy: "Omit the point")
    }
    output.append(point, name, indent: indent)
  }

  private func expect(_ phases: [Phase], _ event: GPXEvent) throws {
    guard phases.contains(phase) else {
      throw Self.disorder("\(event.name) is not allowed in the phase \"\(phase)\" of the file")
    }
  }

  private func checkInfo(_ info: GPXTrackInfo) throws {
    guard info == self.info else {
      throw Self.disorder("The track's or route's information changed after it was written")
    }
  }

  private static func disorder(_ reason: String) -> ActivityFileError {
    ActivityFileError(
      .writeOrder, reason: reason,
      remedy: "Write header, metadata, waypoints, routes and tracks in this order, "
        + "or write a whole GPXDocument")
  }

  private func flush(atLeast size: Int) throws {
    guard output.bytes.count >= size else { return }
    try sink(Data(output.bytes))
    output.bytes.removeAll(keepingCapacity: true)
  }
}

extension GPXEvent {
  /// The name of the case.
  fileprivate var name: String {
    switch self {
    case .began: "The header"
    case .metadata: "Metadata"
    case .waypoint: "A waypoint"
    case .routeBegan, .routeEnded: "A route's start or end"
    case .routePoint: "A route point"
    case .trackBegan, .trackEnded: "A track's start or end"
    case .segmentBegan, .segmentEnded: "A segment's start or end"
    case .trackPoint: "A track point"
    }
  }
}
