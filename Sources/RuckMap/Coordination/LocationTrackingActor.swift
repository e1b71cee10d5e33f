// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation

/// The receiver of the locations of a ``LocationTrackingActor``.
public protocol LocationTrackingDelegate: AnyObject, Sendable {
  /// Receives a location.
  func locationUpdated(_ location: CLLocation) async
}

/// Starts, updates and ends the user's running ruck, and buffers the newest locations.
///
/// Between its suspensions other calls may run. A second start is rejected by the store, and a location
/// of an ended ruck is only buffered.
public actor LocationTrackingActor {
  /// The receiver of locations, not retained.
  public private(set) weak var delegate: (any LocationTrackingDelegate)?

  private let library: RuckLibrary
  private let events: EventBus?
  private var buffer: CircularBuffer<CLLocation>
  private var recorder: RuckRecorder?

  /// Creates an actor without a running ruck.
  ///
  /// - Parameters:
  ///   - library: The library of the rucks.
  ///   - bufferSize: The number of buffered locations, at least 1.
  ///   - events: The bus on which starts, positions and ends are published.
  /// - Throws: ``CircularBufferError`` for a smaller buffer.
  public init(library: RuckLibrary, bufferSize: Int = 100, events: EventBus? = nil) throws {
    self.library = library
    self.events = events
    buffer = try CircularBuffer(capacity: bufferSize)
  }

  /// Sets the receiver of locations.
  public func setDelegate(_ delegate: (any LocationTrackingDelegate)?) {
    self.delegate = delegate
  }

  /// The buffered locations, oldest first.
  public var recentLocations: [CLLocation] { buffer.elements }

  /// The identifier of the running ruck that this actor records.
  public var sessionID: UUID? {
    get async { await recorder?.id }
  }

  /// Starts a ruck.
  ///
  /// If the first location can't be stored, the ruck runs without it; the next one reports the failure.
  ///
  /// - Parameters:
  ///   - location: The first location; nil if none is known.
  ///   - options: The user's information.
  /// - Returns: The running ruck.
  /// - Throws: A ``RecordingError``, a ``RuckLibraryError``, or a `SwiftDataError`.
  public func createSession(
    from location: CLLocation?, options: RecordingOptions
  ) async throws -> RecordingSnapshot {
    let session = try await library.startRecording(options)
    do {
      recorder = try await RuckRecorder.open(library, ruck: session.id)
    } catch {
      // A ruck that nothing records would prevent the next start.
      try? await library.discardRecording(session.id)
      throw error
    }
    await events?.publish(
      RuckingSessionStarted(sessionID: session.id, startLocation: location))
    if let location { try? await updateSession(with: location) }
    return (try? await library.recording(session.id)) ?? session
  }

  /// Adds a location to the buffer and to the running ruck, if there is one.
  ///
  /// - Parameter location: The location.
  /// - Throws: A `SwiftDataError` if it can't be stored.
  public func updateSession(with location: CLLocation) async throws {
    buffer.append(location)
    if let recorder {
      do {
        if case .stored = try await recorder.receive(location), let id = await recorder.id {
          await events?.publish(LocationUpdated(location: location, sessionId: id))
        }
      } catch is RecordingError {
        // The ruck was ended or deleted elsewhere.
        if self.recorder === recorder { self.recorder = nil }
      }
    }
    await delegate?.locationUpdated(location)
  }

  /// Adds a location to the buffer, and notifies the delegate.
  public func addLocation(_ location: CLLocation) async {
    buffer.append(location)
    await delegate?.locationUpdated(location)
  }

  /// Ends the running ruck.
  ///
  /// - Parameter end: The user's information.
  /// - Returns: The completed ruck.
  /// - Throws: A ``RecordingError``, or a `SwiftDataError`; the ruck then continues to run.
  public func endSession(_ end: RecordingEnd = RecordingEnd()) async throws -> RuckSummary {
    guard let recorder else { throw RecordingError.notRecording(UUID()) }
    let summary = try await recorder.end(end)
    if self.recorder === recorder { self.recorder = nil }
    await events?.publish(
      SessionCompleted(sessionID: summary.id, stats: RuckingStats(summary)))
    return summary
  }

  /// Removes all buffered locations, later.
  ///
  /// - Returns: The task that removes them.
  @discardableResult
  public nonisolated func cleanup() -> Task<Void, Never> {
    Task { [weak self] in await self?.performCleanup() }
  }

  private func performCleanup() { buffer.removeAll() }
}
