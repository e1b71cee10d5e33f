// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Geodesy

/// A file with recorded tracks, read point by point.
enum TrackFile {
  /// A GPX, TCX or FIT file on disk.
  case file(URL)
  /// A GPX, TCX or FIT file in memory.
  case data(Data)

  /// The description of a file.
  struct Description {
    /// The name of the recording or of its track.
    var name: String?
    /// The file's description of its track.
    var notes: String?
    /// The reader's repairs and omissions.
    var warnings: [ImportWarning]
  }

  /// Reads the recorded tracks; routes, waypoints and samples without a position are skipped.
  ///
  /// The format is recognised by the content.
  ///
  /// - Parameter body: Receives each point in the order of the file. An error may be thrown after
  ///   many points: discard all of them then.
  /// - Returns: The file's description.
  /// - Throws: An `ActivityFileError`, or an error of `body`.
  func read(_ body: (TrackPoint) throws -> Void) throws -> Description {
    let format =
      switch self {
      case .file(let url): try ActivityFileFormat.recognize(contentsOf: url)
      case .data(let data): ActivityFileFormat.recognize(data)
      }
    return switch format {
    case .tcx, .fit: try readActivity(body)
    default: try readGPX(body)
    }
  }

  private func readGPX(_ body: (TrackPoint) throws -> Void) throws -> Description {
    let reader =
      switch self {
      case .file(let url): try GPXReader(contentsOf: url)
      case .data(let data): try GPXReader(data: data)
      }
    var segment = -1
    var fileName: String?
    var trackNames: [String?] = []
    var notes: String?
    var impossible = 0
    while let event = try reader.next() {
      switch event {
      case .segmentBegan: segment += 1
      case .trackPoint(let recorded):
        var point = TrackPoint(recorded, segment: segment)
        if let altitude = point.altitude, !Self.altitudes.contains(altitude) {
          point.altitude = nil
          impossible += 1
        }
        try body(point)
      case .trackEnded(let info):
        trackNames.append(info.name)
        notes = notes ?? info.desc
      case .metadata(let metadata): fileName = metadata.name
      default: break
      }
    }
    let trackName = trackNames.compactMap(\.self).first
    return Description(
      name: trackNames.count > 1 ? fileName ?? trackName : trackName ?? fileName,
      notes: notes, warnings: Self.warnings(reader.issues) + Self.warnings(impossible: impossible))
  }

  private func readActivity(_ body: (TrackPoint) throws -> Void) throws -> Description {
    let reader =
      switch self {
      case .file(let url): try ActivityFileReader(contentsOf: url)
      case .data(let data): try ActivityFileReader(data: data)
      }
    var segment = -1
    var name: String?
    var notes: String?
    var impossible = 0
    var withoutPosition = 0
    while let event = try reader.next() {
      switch event {
      case .segmentBegan: segment += 1
      case .sample(let sample):
        guard var point = TrackPoint(sample, segment: segment) else {
          withoutPosition += 1
          continue
        }
        if let altitude = point.altitude, !Self.altitudes.contains(altitude) {
          point.altitude = nil
          impossible += 1
        }
        try body(point)
      case .summary(let summary):
        name = name ?? summary.name
        notes = notes ?? summary.notes
      case .began, .lap: break
      }
    }
    var warnings = reader.warnings.map { ImportWarning(.fileRepaired, $0) }
    if withoutPosition > 0 {
      warnings.append(
        ImportWarning(
          .fileRepaired,
          "\(withoutPosition) \(withoutPosition == 1 ? "sample has" : "samples have") no position "
            + "and \(withoutPosition == 1 ? "is" : "are") skipped."))
    }
    return Description(
      name: name, notes: notes, warnings: warnings + Self.warnings(impossible: impossible))
  }

  /// The valid altitudes in metres, from the bottom of the sea to the end of the atmosphere: other
  /// values would make every sum of climbs meaningless.
  private static let altitudes = -12_000.0...100_000.0

  private static func warnings(impossible count: Int) -> [ImportWarning] {
    if count == 0 { return [] }
    return [
      ImportWarning(
        .impossibleAltitudes,
        "\(count) \(count == 1 ? "height is" : "heights are") impossible (below -12 km or above "
          + "100 km) and dropped.")
    ]
  }

  /// Returns the first issue of each relevant kind, with the number of further ones.
  private static func warnings(_ issues: GPXIssueLog) -> [ImportWarning] {
    var seen: Set<GPXIssue.Kind> = []
    return issues.first.compactMap { issue in
      // The track's metrics cover backward times, and an empty recording is rejected.
      let isKnown = issue.kind == .timeRunsBackwards || issue.kind == .noTrackPoints
      let matters = issue.severity == .warning || issue.kind == .pauseMark
      guard matters, !isKnown, seen.insert(issue.kind).inserted else { return nil }
      let others = issues.count(issue.kind) - 1
      return ImportWarning(
        .fileRepaired,
        "Line \(issue.line): \(issue.reason). \(issue.repair)."
          + (others > 0 ? " \(others) more of this kind." : ""))
    }
  }
}

extension TrackFile {
  /// Encodes a track as a GPX 1.1 file, with its segments.
  ///
  /// - Parameters:
  ///   - track: Points in the order of recording.
  ///   - name: The name of the track.
  ///   - notes: The track's description.
  /// - Returns: The file's bytes, which decode to equal points.
  /// - Throws: An `ActivityFileError` for a point with coordinates out of range.
  static func gpx(_ track: [TrackPoint], name: String?, notes: String?) throws -> Data {
    var data = Data()
    let writer = GPXWriter { data.append($0) }
    let info = GPXTrackInfo(name: name, desc: notes)
    try writer.write(.began(version: "1.1", creator: "Cairn"))
    try writer.write(.trackBegan(info))
    var segment: Int?
    for point in track {
      if point.segment != segment {
        if segment != nil { try writer.write(.segmentEnded) }
        try writer.write(.segmentBegan)
        segment = point.segment
      }
      try writer.write(.trackPoint(point.gpx))
    }
    if segment != nil { try writer.write(.segmentEnded) }
    try writer.write(.trackEnded(info))
    try writer.finish()
    return data
  }
}
