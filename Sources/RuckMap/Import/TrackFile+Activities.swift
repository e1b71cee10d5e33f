// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Archives
import Foundation

/// The activities of a recording, and those of a chained FIT file, which consists of several FIT files in a
/// row.
extension TrackFile {
  /// The maximum size of a chained file in bytes that is compressed or in an archive.
  static let chainLimit = 64 << 20

  /// The recording's activities, each as a recording of its own.
  ///
  /// A part of a chained FIT file without a session, such as one with heart rates, belongs to the activity
  /// before it. The whole file is checked first, so that a damaged one stores nothing.
  ///
  /// - Parameter dividesSessions: Whether a FIT file with several sessions is divided, for which it is decoded.
  /// - Returns: This recording alone, decoded or not, if it has a single activity.
  /// - Throws: An `ActivityFileError` or an `ArchiveError`.
  func activities(dividesSessions: Bool = true) throws -> [TrackFile] {
    switch self {
    case .samples, .decoded, .parts, .missing, .portion, .session: return [self]
    case .file, .data, .stream: break
    }
    let file = try decompressed()
    return switch ActivityFileFormat.recognize(try file.start()) {
    case .fit: try file.fitActivities(dividesSessions: dividesSessions)
    case .gpx: try file.gpxActivities()
    case .tcx: try file.tcxActivities()
    case .csv, nil: [self]
    }
  }

  /// Divides a chained FIT file, or else one with several sessions.
  private func fitActivities(dividesSessions: Bool) throws -> [TrackFile] {
    let starts = try isChained() ? activityStarts() : []
    guard starts.count > 1 else { return try dividesSessions ? fitSessions() : [self] }
    let content = try randomAccess()
    let ends = starts.dropFirst() + [content.size]
    return zip(starts, ends).map { start, end in
      .stream(name: name ?? "") {
        var offset = start
        return {
          let data = try content.read(min(Self.chainChunk, end - offset), at: offset)
          offset += data.count
          return data.isEmpty ? nil : data
        }
      }
    }
  }

  private static let chainChunk = 1 << 16

  /// Whether another FIT file follows the first one.
  private func isChained() throws -> Bool {
    let chunks = try open()
    var head: [UInt8] = []
    while head.count < 12, let chunk = try chunks(), !chunk.isEmpty { head += chunk }
    guard head.count >= 12 else { return false }
    let count = (4..<8).reversed().reduce(0) { $0 << 8 | Int(head[$1]) }
    // The header, the messages and their checksum of two bytes.
    var rest = Int(head[0]) + count + 2 - head.count
    var next = rest < 0 ? Array(head.suffix(-rest)) : []
    while next.count < 12, let chunk = try chunks(), !chunk.isEmpty {
      next += chunk.dropFirst(max(0, rest))
      rest -= chunk.count
    }
    return next.count >= 12 && next[8..<12].elementsEqual(".FIT".utf8)
  }

  /// The offsets of the files with which the activities begin.
  private func activityStarts() throws -> [Int] {
    let reader = FITReader(name: name, chunks: try open())
    var starts: [Int] = []
    var offset = 0
    var hasSession = false
    var isNew = true
    while let event = try reader.next() {
      switch event {
      case .fileBegan(let header): (offset, isNew) = (header.offset, true)
      case .session where isNew:
        // The parts before the first session belong to its activity.
        starts.append(hasSession ? offset : 0)
        (hasSession, isNew) = (true, false)
      default: break
      }
    }
    return starts
  }

  /// The content at any position.
  private func randomAccess() throws -> RandomAccessFile {
    if case .file(let url) = self { return try RandomAccessFile(url) }
    if case .data(let data) = self { return RandomAccessFile(data) }
    var content = Data()
    let chunks = try open()
    while let chunk = try chunks(), !chunk.isEmpty {
      content += chunk
      guard content.count <= Self.chainLimit else {
        throw ArchiveError(
          .tooLarge, reason: "The chained FIT file is larger than 64 MB",
          remedy: "Unpack it, and import the file itself")
      }
    }
    return RandomAccessFile(content)
  }
}
