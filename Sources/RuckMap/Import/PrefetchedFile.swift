// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Archives
import Foundation
import Geodesy

/// A file of an import, read before its transaction.
///
/// Decoding needs no store, so that it runs in parallel with the transaction of the preceding file.
/// Only a single recording is decoded ahead, and only within ``sizeLimit`` and ``limit``. Archives
/// and longer recordings are read during their transactions, so that memory use is bounded.
enum PrefetchedFile: Sendable {
  /// The maximum size of a file in bytes.
  static let sizeLimit = 8 << 20
  /// The maximum number of readings: 14 hours with a point a second.
  static let limit = 50_000

  /// A decoded recording.
  case recording(DecodedTrack)
  /// A file that must be read during its import.
  case unread

  /// Reads a file.
  ///
  /// - Parameter url: The file, of any format.
  init(_ url: URL) {
    // A file that can't be read or recognised is reported by the plan of its import.
    guard !Task.isCancelled, let recording = try? Self.recording(url),
      let track = DecodedTrack(recording, limit: Self.limit), !track.hasSessions
    else {
      self = .unread
      return
    }
    self = .recording(track)
  }

  /// The recording of a file, in memory; nil for an archive, an export, a chain of several activities,
  /// and a file above the limit.
  private static func recording(_ url: URL) throws -> TrackFile? {
    let file = try RandomAccessFile(url)
    guard file.size <= sizeLimit else { return nil }
    let content = TrackFile.content(try file.read(file.size, at: 0), name: url.lastPathComponent)
    let recording = try ImportPlan.recording(content, start: try content.start())
    // A chain is divided by its import. The sessions are known after the decoding.
    return try recording?.activities(dividesSessions: false).count == 1 ? recording : nil
  }

  /// The plan of the file's import.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - includesAllSports: Whether all recordings of an archive are wanted, not only walks.
  /// - Returns: The plan.
  /// - Throws: An `ActivityFileError` or an `ArchiveError`.
  func plan(_ url: URL, includesAllSports: Bool) throws -> ImportPlan {
    switch self {
    case .recording(let track): .items([ImportItem(url, recording: .decoded(track))])
    case .unread: try ImportPlan(url, includesAllSports: includesAllSports)
    }
  }
}

/// The readings of a recording in memory.
struct DecodedTrack: Sendable {
  private var points: [TrackPoint] = []
  /// The samples without a position; empty if there is a point, because an import uses them only
  /// without points.
  private var indoor: [ActivitySample] = []
  private var temperatures = TemperatureSeries()
  private var result: Result<TrackFile.Description, any Error>

  private struct LimitExceeded: Error {}

  /// Decodes a recording; nil if it has more readings than the limit.
  init?(_ recording: TrackFile, limit: Int) {
    var track = DecodedTrack()
    do {
      let description = try recording.read { reading in
        track.add(reading)
        if track.count > limit { throw LimitExceeded() }
      }
      track.finish(description)
    } catch is LimitExceeded {
      return nil
    } catch {
      track.result = .failure(error)
    }
    self = track
  }

  /// Creates a recording without readings.
  init() { result = .success(TrackFile.Description()) }

  /// The number of positions and samples.
  var count: Int { points.count + indoor.count }

  /// Adds the next reading.
  mutating func add(_ reading: TrackFile.Reading) {
    switch reading {
    case .point(let point):
      if points.isEmpty { indoor = [] }
      points.append(point)
    case .indoor(let sample):
      if points.isEmpty { indoor.append(sample) }
    case .temperature(let value, let time): temperatures.add(value, at: time)
    }
  }

  /// Sets the description after the last reading.
  mutating func finish(_ description: TrackFile.Description) { result = .success(description) }

  /// Whether the import divides the recording into sessions.
  var hasSessions: Bool {
    guard case .success(let description) = result else { return false }
    return !TrackFile.sessions(description.sessions).isEmpty
  }

  /// Passes on the readings, and then returns the description or throws the error of the file.
  func read(_ body: (TrackFile.Reading) throws -> Void) throws -> TrackFile.Description {
    for sample in indoor { try body(.indoor(sample)) }
    for point in points { try body(.point(point)) }
    for change in temperatures.changes { try body(.temperature(change.value, change.date)) }
    return try result.get()
  }
}
