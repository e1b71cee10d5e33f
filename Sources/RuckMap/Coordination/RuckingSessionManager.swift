// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation
public import Observation

/// Records the locations of a source in one ruck, as a task that can be cancelled.
///
/// A stopped ruck stays open: the next start resumes it, and ``endSession(_:)`` completes it.
@MainActor @Observable
public final class RuckingSessionManager {
  /// The state of the recording.
  public enum State: Sendable, Hashable {
    /// No ruck was started.
    case idle
    /// The ruck is recorded.
    case recording(UUID)
    /// The recording was stopped, and the ruck can be resumed.
    case stopped(UUID)
    /// The source has no further locations; the ruck can be resumed or ended.
    case exhausted(UUID)
    /// The recording failed; the string has the reason.
    case failed(String)
  }

  /// The state.
  public private(set) var state: State = .idle

  @ObservationIgnored private let library: RuckLibrary
  @ObservationIgnored private let source: any LocationSource
  @ObservationIgnored private var activeSessionTask: Task<Void, any Error>?
  /// Increases with each start, so that an earlier one can't change the state of a later one.
  @ObservationIgnored private var generation = 0

  /// Creates a manager.
  ///
  /// - Parameters:
  ///   - library: The library of the rucks.
  ///   - source: The source of the locations.
  public init(library: RuckLibrary, source: any LocationSource) {
    self.library = library
    self.source = source
  }

  /// Records until the source ends or ``stopSession()`` is called; an earlier recording is stopped first.
  ///
  /// If the user has a running ruck, that is resumed, and the options are ignored.
  ///
  /// - Parameter options: The user's information.
  public func startSession(_ options: RecordingOptions) async {
    let previous = activeSessionTask
    previous?.cancel()
    generation += 1
    let own = generation
    let task = Task {
      _ = await previous?.result
      try Task.checkCancellation()
      try await self.performSession(options, own)
    }
    activeSessionTask = task
    do {
      try await task.value
      if own == generation, case .recording(let id) = state { state = .exhausted(id) }
    } catch is CancellationError {
      if own == generation, case .recording(let id) = state { state = .stopped(id) }
    } catch {
      if own == generation { state = .failed(error.localizedDescription) }
    }
  }

  /// Stops the recording; the ruck stays open.
  public func stopSession() {
    activeSessionTask?.cancel()
    activeSessionTask = nil
  }

  /// Stops the recording, and ends the ruck.
  ///
  /// - Parameter end: The user's information.
  /// - Returns: The completed ruck.
  /// - Throws: A ``RecordingError``, or a `SwiftDataError`; the ruck then stays open.
  public func endSession(_ end: RecordingEnd = RecordingEnd()) async throws -> RuckSummary {
    let task = activeSessionTask
    stopSession()
    _ = await task?.result
    let id: UUID
    switch state {
    case .recording(let running), .stopped(let running), .exhausted(let running): id = running
    case .idle, .failed:
      guard let running = try await library.activeRecordings().last?.id else {
        throw RecordingError.notRecording(UUID())
      }
      id = running
    }
    let summary = try await library.endRecording(id, end)
    state = .idle
    return summary
  }

  private func performSession(_ options: RecordingOptions, _ own: Int) async throws {
    let session: RecordingSnapshot
    if let running = try await library.activeRecordings().last {
      session = running
    } else {
      session = try await library.startRecording(options)
    }
    guard own == generation else { throw CancellationError() }
    state = .recording(session.id)
    let recorder = try await RuckRecorder.open(library, ruck: session.id)
    for await event in source.events() {
      try Task.checkCancellation()
      switch event {
      case .location(let location): try await recorder.receive(location)
      case .unavailable(let error) where error.code == .denied: throw error
      case .unavailable, .authorization: break
      }
    }
    try await recorder.flush()
    try Task.checkCancellation()
  }
}
