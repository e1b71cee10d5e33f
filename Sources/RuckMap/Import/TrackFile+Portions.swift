// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Archives
import Foundation

/// The activities of GPX and TCX files with several of them, as devices export their whole memory.
extension TrackFile {
  /// The seconds between two tracks of a GPX file from which they are of different activities.
  private static let trackGap: TimeInterval = 6 * 3_600
  /// The maximum number of activities of a file.
  private static let portionLimit = 500

  /// Divides a GPX file where a track begins long after, or ends long before, the tracks before it.
  ///
  /// - Returns: This recording alone if its tracks are of one activity, or have no times.
  /// - Throws: An `ActivityFileError` or an `ArchiveError`.
  func gpxActivities() throws -> [TrackFile] {
    guard try hasSeveral("trk") else { return [self] }
    let reader = try GPXReader(name: name, chunks: try open())
    var starts = [0]
    var track = -1
    var (first, last): (Date?, Date?) = (nil, nil)
    var activity: ClosedRange<Date>?
    while let event = try reader.next() {
      switch event {
      case .trackBegan:
        track += 1
        (first, last) = (nil, nil)
      case .trackPoint(let point):
        guard let time = point.time else { continue }
        first = first ?? time
        last = time
      case .trackEnded:
        guard let first, let last else { continue }
        // One wrong date at an end of a track does not divide an activity.
        let times = min(first, last)...max(first, last)
        guard let known = activity else {
          activity = times
          continue
        }
        if times.lowerBound > known.upperBound + Self.trackGap
          || times.upperBound < known.lowerBound - Self.trackGap
        {
          starts.append(track)
          activity = times
        } else {
          activity =
            min(known.lowerBound, times.lowerBound)...max(known.upperBound, times.upperBound)
        }
      default: break
      }
    }
    return try portions(starts)
  }

  /// Divides a TCX file into its activities.
  ///
  /// - Returns: This recording alone if it has a single activity.
  /// - Throws: An `ActivityFileError` or an `ArchiveError`.
  func tcxActivities() throws -> [TrackFile] {
    guard try hasSeveral("Activity") else { return [self] }
    let reader = try TCXReader(name: name, chunks: try open())
    var count = 0
    while let event = try reader.next() {
      if case .activityEnded = event { count += 1 }
    }
    return try portions(Array(0..<max(1, count)))
  }

  /// The portions that begin with some tracks.
  private func portions(_ starts: [Int]) throws -> [TrackFile] {
    guard starts.count > 1 else { return [self] }
    guard starts.count <= Self.portionLimit else {
      throw ArchiveError(
        .tooLarge, reason: "The file has more than \(Self.portionLimit) activities",
        remedy: "Divide it into smaller files")
    }
    let portions = TrackPortions(
      of: self, numbers: zip(starts, starts.dropFirst() + [Int.max]).map { $0..<$1 })
    return starts.indices.map { .portion(portions, $0) }
  }

  /// Whether an element without a prefix begins at least twice; other elements are not decoded.
  private func hasSeveral(_ element: String) throws -> Bool {
    let tag = Array("<\(element)".utf8)
    let chunks = try open()
    var (matched, count) = (0, 0)
    while let chunk = try chunks(), !chunk.isEmpty {
      chunk.withUnsafeBytes { bytes in
        for byte in bytes {
          if matched == tag.count {
            // A longer name, such as that of a point, is another element.
            if byte == UInt8(ascii: ">") || byte <= 0x20 { count += 1 }
            matched = 0
          }
          if byte == tag[matched] {
            matched += 1
          } else {
            matched = byte == tag[0] ? 1 : 0
          }
        }
      }
      if count > 1 { return true }
    }
    return false
  }
}
