// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// Records a monitor's notifications into the store while they arrive.
///
/// ```swift
/// let recorder = LiveRecorder(
///   modelContainer: container, options: .init(athlete: athlete.id, deviceID: "430123456"))
/// for frame in PM5Capture(text).frames { try await recorder.receive(frame) }
/// try await recorder.finish()
/// ```
///
/// A stroke is saved with its first notification, and again when it has more values. If a process
/// ends without ``finish()``, the next recorder of the same device continues the session; missing
/// strokes are marked as a gap.
package actor LiveRecorder {
  /// The settings of a recording.
  package struct Options: Sendable, Hashable {
    /// The athlete; nil for the only or the default one.
    package var athlete: UUID?
    /// The serial number of the monitor; an empty string if unknown.
    package var deviceID: String
    /// The purpose of the session.
    package var sessionType: SessionType
    /// The workout's description; nil if unknown.
    package var workout: String?
    /// The instant of the capture's second 0.
    package var start: Date
    /// Whether an unfinished session of the device is continued.
    package var resumes: Bool

    /// Creates settings.
    package init(
      athlete: UUID? = nil, deviceID: String = "", sessionType: SessionType = .training,
      workout: String? = nil, start: Date = Date(), resumes: Bool = true
    ) {
      self.athlete = athlete
      self.deviceID = deviceID
      self.sessionType = sessionType
      self.workout = workout
      self.start = start
      self.resumes = resumes
    }
  }

  /// The identifier of the session; nil before the first stroke.
  package private(set) var sessionID: UUID?
  /// The identifiers of all sessions that were recorded.
  package private(set) var sessions: [UUID] = []

  private let library: RowingLibrary
  private let options: Options
  private var recorder = PM5Recorder()
  private var isResumed = false

  /// Creates a recorder.
  package init(modelContainer: ModelContainer, options: Options) {
    library = RowingLibrary(modelContainer: modelContainer)
    self.options = options
  }

  /// The state of the workout.
  package var phase: PM5Recorder.Phase { recorder.phase }

  /// Applies a notification, and saves the strokes that it completes.
  ///
  /// - Throws: A `SwiftDataError` if the store can't be saved; the notification may be sent again.
  package func receive(_ frame: PM5Frame) async throws {
    if !isResumed {
      isResumed = true
      if options.resumes, let found = try await library.resumable(options, at: instant(frame)) {
        recorder = PM5Recorder(resuming: found.strokes, parts: found.parts)
        sessionID = found.id
        sessions.append(found.id)
      }
    }
    var next = recorder
    let events = next.receive(frame)
    if events.contains(.reset) {
      // The workout was left, or another one has begun after its end.
      if let sessionID {
        try await library.close(sessionID, recorder, options, isLeft: recorder.isRunning)
      }
      recorder = PM5Recorder()
      sessionID = nil
      _ = try await apply(recorder.receive(frame), next: recorder, frame)
      return
    }
    try await apply(events, next: next, frame)
  }

  @discardableResult
  private func apply(
    _ events: [RecorderEvent], next: PM5Recorder, _ frame: PM5Frame
  ) async throws -> UUID? {
    if !events.isEmpty, next.phase != .waiting || !next.strokes.isEmpty {
      if sessionID == nil {
        let id = try await library.begin(options, at: instant(frame))
        sessionID = id
        sessions.append(id)
      }
      if let sessionID { try await library.record(events, next, in: sessionID, options) }
    }
    recorder = next
    return sessionID
  }

  /// Closes the session at the end of the notifications.
  ///
  /// A workout whose end the monitor has not reported is closed as incomplete, with the figures of
  /// what was rowed. The next recording of the same monitor continues it, if the options have its
  /// serial number.
  package func finish() async throws {
    guard let sessionID else { return }
    if recorder.isRunning || recorder.phase == .waiting {
      try await library.closeSession(sessionID)
    } else {
      try await library.close(sessionID, recorder, options, isLeft: false)
    }
  }

  private func instant(_ frame: PM5Frame) -> Date {
    options.start.addingTimeInterval(frame.time)
  }
}
