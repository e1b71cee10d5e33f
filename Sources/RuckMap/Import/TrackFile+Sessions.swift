// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// The sessions of a FIT file with several of them, such as a hike and a ride of a multisport activity.
extension TrackFile {
  /// A session of a FIT file.
  struct Session: Sendable, Hashable {
    /// The number of the session in the file, from 0.
    var number: Int
    /// The times of its samples; the first session has all earlier samples of the file, and the last one all later ones.
    var times: Range<Date>
    /// The sport; nil if the file has none.
    var sport: ActivitySport?

    /// Whether the sport is walking with or without a pack; the time between two sports is none.
    var isWalk: Bool { sport == .walking || sport == .hiking || sport == .rucking }
  }

  /// The maximum number of sessions of a file that is divided.
  static let sessionLimit = 100
  /// The seconds by which the times of sessions may be inexact.
  private static let sessionTolerance: TimeInterval = 2

  /// The sessions by which a FIT file is divided.
  ///
  /// - Parameter summaries: The summaries of all sessions, in the order of the file.
  /// - Returns: The sessions in the order of their times; empty if there is a single one, none is a walk, or their
  ///   times are unknown or overlap.
  static func sessions(_ summaries: [ActivitySummary]) -> [Session] {
    guard summaries.count > 1, summaries.count <= sessionLimit else { return [] }
    var sessions: [Session] = []
    for (number, summary) in summaries.enumerated() {
      guard let start = summary.totals.start, let time = summary.totals.elapsedTime, time > 0
      else { return [] }
      sessions.append(
        Session(
          number: number, times: start..<start.addingTimeInterval(time), sport: summary.sport))
    }
    guard sessions.contains(where: \.isWalk) else { return [] }
    sessions.sort { $0.times.lowerBound < $1.times.lowerBound }
    for index in sessions.indices {
      let times = sessions[index].times
      // A device can leave pauses out of the time of a session, so that samples follow its end.
      var end = Date.distantFuture
      if index + 1 < sessions.count {
        end = sessions[index + 1].times.lowerBound
        guard end > times.lowerBound,
          end >= times.upperBound.addingTimeInterval(-sessionTolerance)
        else { return [] }
      }
      sessions[index].times = (index == 0 ? Date.distantPast : times.lowerBound)..<end
    }
    return sessions
  }

  /// Divides a FIT file into its sessions.
  ///
  /// A recording without sessions is decoded once, unless it is longer than ``PrefetchedFile/limit``.
  ///
  /// - Returns: This recording alone, decoded or not, if ``sessions(_:)`` has none.
  /// - Throws: An `ActivityFileError` or an `ArchiveError`.
  func fitSessions() throws -> [TrackFile] {
    if let track = DecodedTrack(self, limit: PrefetchedFile.limit), !track.hasSessions {
      return [.decoded(track)]
    }
    let reader = try ActivityFileReader(name: name, chunks: try open())
    var summaries: [ActivitySummary] = []
    while let event = try reader.next() {
      if case .summary(let summary) = event, summaries.count <= Self.sessionLimit {
        summaries.append(summary)
      }
    }
    let sessions = Self.sessions(summaries)
    return sessions.isEmpty ? [self] : sessions.map { .session(of: self, $0) }
  }

  /// The session that the recording is; nil for a whole file.
  var session: Session? {
    if case .session(_, let session) = self { session } else { nil }
  }
}
