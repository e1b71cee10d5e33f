// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// A recorded file, read point by point.
enum Recording {
  /// A GPX file on disk.
  case file(URL)
  /// A GPX file in memory.
  case data(Data)

  /// What a file says about itself.
  struct Description {
    /// The name of the recording or of its track.
    var name: String?
    /// What the file says in words about its track.
    var notes: String?
    /// What the reader repaired or left out, one sentence each.
    var warnings: [String]
  }

  /// Reads the recorded tracks; routes and waypoints are passed over.
  ///
  /// - Parameter body: Takes each point in the order of the file. It may have taken many when an error
  ///   is thrown: keep nothing then.
  /// - Returns: What the file says about itself.
  /// - Throws: An `ActivityFileError` for a fault of the file, or what `body` throws.
  func read(_ body: (TrackPoint) throws -> Void) throws -> Description {
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

  /// Metres between the bottom of the sea and the end of the atmosphere: what lies beyond would make
  /// every sum of climbs meaningless.
  private static let altitudes = -12_000.0...100_000.0

  private static func warnings(impossible count: Int) -> [String] {
    if count == 0 { return [] }
    return [
      "\(count) \(count == 1 ? "height is" : "heights are") impossible (below -12 km or above "
        + "100 km) and left out."
    ]
  }

  /// The first issue of each kind that matters, with the number of its like.
  private static func warnings(_ issues: GPXIssueLog) -> [String] {
    var seen: Set<GPXIssue.Kind> = []
    return issues.first.compactMap { issue in
      // The recording's own figures say how many times run backwards, and refuse an empty one.
      let isKnown = issue.kind == .timeRunsBackwards || issue.kind == .noTrackPoints
      let matters = issue.severity == .warning || issue.kind == .pauseMark
      guard matters, !isKnown, seen.insert(issue.kind).inserted else { return nil }
      let others = issues.count(issue.kind) - 1
      return "Line \(issue.line): \(issue.reason). \(issue.repair)."
        + (others > 0 ? " \(others) more of this kind." : "")
    }
  }

  /// What the report says of a file that was refused.
  static func failure(of file: String, _ error: any Error) -> ImportReport.Failed {
    guard let fault = error as? ActivityFileError else {
      return ImportReport.Failed(file: file, line: nil, error: error.localizedDescription)
    }
    return ImportReport.Failed(
      file: file, line: fault.line, error: "\(fault.reason). \(fault.remedy).")
  }
}
