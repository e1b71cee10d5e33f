// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension GPXDocument {
  /// Encodes the document as a GPX 1.1 file, regardless of its version.
  ///
  /// - Throws: `unwritable` for a point with coordinates out of range.
  public func gpxData() throws(ActivityFileError) -> Data {
    var data = Data()
    do {
      let writer = GPXWriter { data.append($0) }
      try write(with: writer)
      try writer.finish()
    } catch let error as ActivityFileError {
      throw error
    } catch {
      throw Self.unwritable(error, file: nil)
    }
    return data
  }

  /// Writes the document as a GPX 1.1 file, atomically replacing an existing file.
  ///
  /// - Throws: `unwritable` if the file cannot be written; an existing file is unchanged.
  public func write(to url: URL) throws(ActivityFileError) {
    let data = try gpxData()
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      throw Self.unwritable(error, file: url.lastPathComponent)
    }
  }

  /// Writes the whole document to a writer, without finishing the file.
  ///
  /// - Throws: An error of the writer.
  public func write(with writer: GPXWriter) throws {
    try writer.write(.began(version: "1.1", creator: creator))
    try writer.write(.metadata(metadata))
    for point in waypoints { try writer.write(.waypoint(point)) }
    for route in routes {
      try writer.write(.routeBegan(route.info))
      for point in route.points { try writer.write(.routePoint(point)) }
      try writer.write(.routeEnded(route.info))
    }
    for track in tracks {
      try writer.write(.trackBegan(track.info))
      for segment in track.segments {
        try writer.write(.segmentBegan)
        for point in segment.points { try writer.write(.trackPoint(point)) }
        try writer.write(.segmentEnded)
      }
      try writer.write(.trackEnded(track.info))
    }
  }

  private static func unwritable(_ error: any Error, file: String?) -> ActivityFileError {
    ActivityFileError(
      .unwritable, file: file,
      reason: "The file could not be written (\(error.localizedDescription))",
      remedy: "Check the folder, its permissions and the free disk space")
  }
}
