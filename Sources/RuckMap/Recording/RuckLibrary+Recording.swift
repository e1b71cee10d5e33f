// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

extension RuckLibrary {
  var recordings: RecordingStore { RecordingStore(context: modelContext) }

  /// Returns the running rucks, oldest first.
  ///
  /// There is one at most, unless devices that were offline have started one each.
  public func activeRecordings() throws -> [RecordingSnapshot] { try recordings.active() }

  /// Returns a running ruck; nil if it has ended or doesn't exist.
  public func recording(_ id: UUID) throws -> RecordingSnapshot? {
    try modelContext.fetch(RuckingSession.withIdentifier(id)).first
      .flatMap { try $0.isCompleted ? nil : recordings.snapshot($0) }
  }

  /// Starts a ruck.
  ///
  /// - Parameters:
  ///   - options: The user's information.
  ///   - now: The start.
  /// - Returns: The running ruck.
  /// - Throws: ``RecordingError/alreadyRecording(_:)``, a ``RuckLibraryError`` for an impossible
  ///   weight, an error for an unknown route, or a `SwiftDataError`; nothing is changed then.
  public func startRecording(
    _ options: RecordingOptions, at now: Date = Date()
  ) throws -> RecordingSnapshot {
    try recordings.begin(options, user: ownerForUpdate, at: now)
  }

  /// Pauses a running ruck: until it is resumed, no position is stored.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - date: The start of the pause; nil for now.
  /// - Returns: The paused ruck.
  /// - Throws: A ``RecordingError``, or a `SwiftDataError`; nothing is changed then.
  @discardableResult
  public func pauseRecording(_ id: UUID, at date: Date? = nil) throws -> RecordingSnapshot {
    try recordings.pause(id, at: date, now: Date())
  }

  /// Resumes a paused ruck.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - date: The end of the pause; nil for now.
  /// - Returns: The running ruck.
  /// - Throws: A ``RecordingError``, or a `SwiftDataError`; nothing is changed then.
  @discardableResult
  public func resumeRecording(_ id: UUID, at date: Date? = nil) throws -> RecordingSnapshot {
    try recordings.resume(id, at: date, now: Date())
  }

  /// Changes the load or the surface of a running ruck from now on.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - change: The new values.
  ///   - date: The time of the change; nil for now.
  /// - Returns: The running ruck.
  /// - Throws: A ``RecordingError``, a ``RuckLibraryError`` for an impossible weight, or a
  ///   `SwiftDataError`; nothing is changed then.
  @discardableResult
  public func changeLoad(
    of id: UUID, _ change: LoadChange, at date: Date? = nil
  ) throws -> RecordingSnapshot {
    try recordings.change(id, change, at: date, now: Date())
  }

  /// Changes the time at which the user expects to be back.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - end: The expected return, within 30 days; nil removes it.
  ///   - now: The time of this machine's clock.
  /// - Returns: The running ruck.
  /// - Throws: ``RecordingError/invalidReturn`` or another ``RecordingError``, or a `SwiftDataError`;
  ///   nothing is changed then.
  @discardableResult
  public func expectReturn(
    of id: UUID, at end: Date?, now: Date = Date()
  ) throws -> RecordingSnapshot {
    try recordings.expect(id, end: end, now: now)
  }

  /// Ends a running ruck.
  ///
  /// A ruck whose recording has stopped, as by a crash, ends at its last position.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - end: The user's information.
  /// - Returns: The completed ruck.
  /// - Throws: ``RecordingError/tooShort(_:)`` or another ``RecordingError``, or a `SwiftDataError`;
  ///   the ruck then continues to run.
  public func endRecording(_ id: UUID, _ end: RecordingEnd = RecordingEnd()) throws -> RuckSummary {
    try recordings.end(id, end, now: Date())
  }

  /// Deletes a running ruck with its positions.
  ///
  /// - Parameter id: The ruck's identifier.
  /// - Throws: A ``RecordingError``, or a `SwiftDataError`.
  public func discardRecording(_ id: UUID) throws { try recordings.discard(id) }

  /// Returns the running rucks whose identifier begins with a prefix, ignoring case.
  ///
  /// - Parameter prefix: A prefix; nil for all.
  /// - Returns: The running rucks.
  /// - Throws: A `SwiftDataError`.
  public func activeRecordings(matching prefix: String?) throws -> [RecordingSnapshot] {
    let prefix = prefix?.uppercased() ?? ""
    return try activeRecordings().filter { $0.id.uuidString.hasPrefix(prefix) }
  }
}
