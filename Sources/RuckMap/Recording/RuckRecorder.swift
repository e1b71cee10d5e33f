// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation
public import Geodesy
public import SwiftData

/// Records the locations of one running ruck into the store.
///
/// Each accepted position is saved at once, so that a crash loses at most the interval of the rules.
/// Other processes may pause, resume, change or end the ruck meanwhile. All work is done without
/// suspension, so that concurrent calls can't interleave.
@ModelActor
public actor RuckRecorder {
  /// The outcome of a location.
  public enum Outcome: Sendable, Hashable {
    /// The position was stored.
    case stored(TrackPoint)
    /// The position was not stored, because of a rule.
    case rejected(RecordingRules.Rejection)
    /// The ruck is paused.
    case paused
  }

  private struct Recording {
    var id: UUID
    var rules: RecordingRules
    var meter: RecordingMeter
    /// The last position that was stored, or was not because of a pause.
    var last: TrackPoint?
    /// The last valid position that was not stored because it came too soon.
    var latest: TrackPoint?
  }

  private var recording: Recording?

  private var store: RecordingStore { RecordingStore(context: modelContext) }

  /// Opens a running ruck for recording.
  ///
  /// - Parameters:
  ///   - library: The library of the ruck.
  ///   - id: The ruck's identifier.
  ///   - rules: The rules for positions.
  /// - Returns: The recorder.
  /// - Throws: A ``RecordingError``, or a `SwiftDataError`.
  public static func open(
    _ library: RuckLibrary, ruck id: UUID, rules: RecordingRules = RecordingRules()
  ) async throws -> RuckRecorder {
    let recorder = RuckRecorder(modelContainer: library.modelContainer)
    try await recorder.open(id, rules)
    return recorder
  }

  private func open(_ id: UUID, _ rules: RecordingRules) throws {
    let session = try store.running(id)
    recording = Recording(
      id: id, rules: rules, meter: try store.measured(session),
      last: try store.lastPoint(of: id)?.trackPoint)
  }

  /// The identifier of the ruck.
  public var id: UUID? { recording?.id }

  /// Stores a location if the rules accept it and the ruck is not paused.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - now: The time of this machine's clock.
  /// - Returns: The outcome.
  /// - Throws: ``RecordingError/alreadyEnded(_:)`` or ``RecordingError/notRecording(_:)`` if another
  ///   process has ended or deleted the ruck, or a `SwiftDataError`; the location may be sent again.
  @discardableResult
  public func receive(_ location: CLLocation, at now: Date = Date()) throws -> Outcome {
    guard var current = recording else { return .rejected(.invalid) }
    let point = TrackPoint(location)
    if let rejection = current.rules.rejection(of: point, after: current.last) {
      if rejection == .tooSoon {
        current.latest = point
        recording = current
      }
      return .rejected(rejection)
    }
    let outcome = try store.append(point, to: current.id, meter: &current.meter, at: now)
    current.latest = nil
    // A paused ruck is asked again after an interval, without a query for each location.
    current.last = point
    recording = current
    return outcome
  }

  /// Stores the latest location, which came less than an interval after the last stored one.
  ///
  /// - Parameter now: The time of this machine's clock.
  /// - Throws: As ``receive(_:at:)``.
  public func flush(at now: Date = Date()) throws {
    guard var current = recording, let latest = current.latest else { return }
    current.latest = nil
    if case .stored = try store.append(latest, to: current.id, meter: &current.meter, at: now) {
      current.last = latest
    }
    recording = current
  }

  /// Pauses the ruck, after the latest location was stored.
  ///
  /// - Parameters:
  ///   - date: The start of the pause; nil for now.
  ///   - now: The time of this machine's clock.
  /// - Returns: The paused ruck.
  /// - Throws: A ``RecordingError``, or a `SwiftDataError`.
  @discardableResult
  public func pause(at date: Date? = nil, now: Date = Date()) throws -> RecordingSnapshot {
    try flush(at: now)
    return try store.pause(identifier(), at: date, now: now)
  }

  /// Resumes the ruck.
  ///
  /// - Parameters:
  ///   - date: The end of the pause; nil for now.
  ///   - now: The time of this machine's clock.
  /// - Returns: The running ruck.
  /// - Throws: A ``RecordingError``, or a `SwiftDataError`.
  @discardableResult
  public func resume(at date: Date? = nil, now: Date = Date()) throws -> RecordingSnapshot {
    let id = try identifier()
    recording?.latest = nil
    recording?.last = try store.lastPoint(of: id)?.trackPoint
    return try store.resume(id, at: date, now: now)
  }

  /// Changes the load or the surface, after the latest location was stored.
  ///
  /// - Parameters:
  ///   - change: The new values.
  ///   - date: The time of the change; nil for now.
  ///   - now: The time of this machine's clock.
  /// - Returns: The running ruck.
  /// - Throws: A ``RecordingError``, a ``RuckLibraryError``, or a `SwiftDataError`.
  @discardableResult
  public func changeLoad(
    _ change: LoadChange, at date: Date? = nil, now: Date = Date()
  ) throws -> RecordingSnapshot {
    try flush(at: now)
    return try store.change(identifier(), change, at: date, now: now)
  }

  /// Ends the ruck, after the latest location was stored.
  ///
  /// - Parameters:
  ///   - end: The user's information.
  ///   - now: The time of this machine's clock.
  /// - Returns: The completed ruck.
  /// - Throws: A ``RecordingError``, or a `SwiftDataError`; the ruck then continues to run.
  public func end(_ end: RecordingEnd = RecordingEnd(), now: Date = Date()) throws -> RuckSummary {
    try flush(at: now)
    let summary = try store.end(identifier(), end, now: now)
    recording = nil
    return summary
  }

  /// Returns the running ruck; nil if it has ended or was deleted.
  ///
  /// - Throws: A `SwiftDataError` if the store can't be read.
  public func snapshot() throws -> RecordingSnapshot? {
    guard let recording else { return nil }
    do {
      return try store.snapshot(store.running(recording.id))
    } catch is RecordingError {
      return nil
    }
  }

  private func identifier() throws -> UUID {
    guard let recording else { throw RecordingError.notRecording(UUID()) }
    return recording.id
  }
}
