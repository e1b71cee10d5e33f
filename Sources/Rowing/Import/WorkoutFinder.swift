// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// Finds the stored session of a file's workout.
struct WorkoutFinder {
  /// A stored session, and the sentence for an uncertain match.
  struct Match {
    var session: RowingSession
    var warning: String?
  }

  /// The largest difference of a stroke file's last stroke from the totals: one slow stroke.
  private static let lastStroke = (seconds: 6.0, metres: 25.0)
  /// The smallest difference of the totals from a stroke file's last stroke.
  private static let rounding = (seconds: -0.15, metres: -1.0)

  private var buckets: [WorkoutKey.Bucket: [RowingSession]] = [:]
  private var byID: [UUID: RowingSession] = [:]
  private var byLogID: [String: RowingSession] = [:]
  private var withoutStrokes: [RowingSession] = []
  private let file: String
  private let calendar: Calendar

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - sessions: The athlete's completed sessions that the file's workouts may equal.
  ///   - file: The name of the file.
  ///   - timeZone: The athlete's time zone.
  init(sessions: [RowingSession], file: String, timeZone: TimeZone) {
    self.file = file
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
    for session in sessions { add(session) }
  }

  /// Adds a session that later workouts of the file may equal.
  mutating func add(_ session: RowingSession) {
    buckets[WorkoutKey(session).bucket, default: []].append(session)
    byID[session.id] = session
    if let id = session.sourceID, !id.isEmpty { byLogID[id] = session }
    if session.recordedStrokes == 0 { withoutStrokes.append(session) }
  }

  /// Returns the session of a workout; nil if none is stored.
  func match(_ workout: ImportedWorkout, athlete: UUID) -> Match? {
    if let id = workout.workout.logID, let session = byLogID[id] {
      return Match(session: session, warning: nil)
    }
    let key = workout.key(athlete: athlete)
    for bucket in key.buckets {
      let found = buckets[bucket]?.first { WorkoutKey($0).isSameWorkout(as: key) }
      if let found { return Match(session: found, warning: nil) }
    }
    guard workout.isDateAssumed else {
      return recording(of: workout, key).map { Match(session: $0, warning: nil) }
    }
    if let session = byID[key.identifier(content: workout.content)] {
      return Match(session: session, warning: nil)
    }
    if let session = sessionNamedByFile() { return Match(session: session, warning: nil) }
    return uniqueSession(for: workout)
  }

  /// Returns the recording of a workout by a monitor with another time, the nearest one if there are several.
  ///
  /// A recording that already has the number of another workout in the logbook is not the same.
  private func recording(of workout: ImportedWorkout, _ key: WorkoutKey) -> RowingSession? {
    let id = workout.workout.logID
    let found = key.buckets.flatMap { buckets[$0] ?? [] }.filter { session in
      session.source == RowingLibrary.recordingSource
        && (id == nil || session.sourceID?.isEmpty ?? true)
        && WorkoutKey(session).isSameWorkout(asRecording: key, in: calendar)
    }
    return found.min {
      abs($0.startTime.timeIntervalSince(key.start))
        < abs($1.startTime.timeIntervalSince(key.start))
    }
  }

  /// Returns the session whose logbook number is in the file's name, such as
  /// `concept2-result-44214428.csv`.
  private func sessionNamedByFile() -> RowingSession? {
    Self.logIDs(inName: file).lazy.compactMap { byLogID[$0] }.first
  }

  /// Returns the numbers in a file's name that can be logbook numbers.
  static func logIDs(inName file: String) -> [String] {
    file.split { !$0.isNumber }.filter { $0.count >= 6 }.map(String.init)
  }

  /// Returns the work times and the distances of sessions whose strokes an undated workout can be.
  static func totals(
    of workout: ImportedWorkout
  ) -> (seconds: ClosedRange<Double>, metres: ClosedRange<Double>) {
    (
      workout.duration + rounding.seconds...workout.duration + lastStroke.seconds,
      workout.distance + rounding.metres...workout.distance + lastStroke.metres
    )
  }

  /// Returns the only session without strokes whose totals the last stroke reaches.
  private func uniqueSession(for workout: ImportedWorkout) -> Match? {
    guard !workout.workout.strokes.isEmpty else { return nil }
    let totals = Self.totals(of: workout)
    let close = withoutStrokes.filter { session in
      session.recordedStrokes == 0 && session.machine == workout.machine
        && totals.seconds.contains(session.totalTime)
        && totals.metres.contains(session.totalDistance)
    }
    guard let session = close.first, close.count == 1 else { return nil }
    return Match(
      session: session,
      warning: "The file has no date; its strokes were added to the session of equal time and "
        + "distance on \(session.startTime.formatted(.iso8601)). Name the session if it is "
        + "another one.")
  }
}
