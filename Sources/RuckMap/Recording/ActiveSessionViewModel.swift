// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
public import Foundation
import Measures
public import Observation

/// The state and the actions of a view that shows a running ruck.
///
/// A pause adds no elapsed time, distance or energy.
@MainActor @Observable
public final class ActiveSessionViewModel {
  /// The running ruck, updated each second; nil if there is none, or if it was ended elsewhere.
  public private(set) var activeSession: RecordingSnapshot?
  /// Seconds since the start, without pauses.
  public private(set) var elapsedTime: TimeInterval = 0
  /// Whether a ruck is being started or ended.
  public private(set) var isLoading = false
  /// The last failure; nil after the next success.
  public private(set) var error: (any Error)?

  @ObservationIgnored private let library: RuckLibrary
  @ObservationIgnored private let locationService: LocationTrackingService
  @ObservationIgnored private let weather: WeatherRecorder?
  @ObservationIgnored private let now: @Sendable () -> Date
  @ObservationIgnored private var timer: Task<Void, Never>?

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - library: The library of the rucks.
  ///   - locationService: The service that stores the locations.
  ///   - weather: The source of the weather at the start; nil for none.
  ///   - now: The clock.
  public init(
    library: RuckLibrary, locationService: LocationTrackingService,
    weather: (any WeatherSource)? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.library = library
    self.locationService = locationService
    self.weather = weather.map { WeatherRecorder(library: library, source: $0) }
    self.now = now
  }

  isolated deinit { timer?.cancel() }

  /// The pace of the latest location in minutes per kilometre; 0 while standing, paused or unknown.
  public var currentPace: Double {
    guard activeSession?.phase == .recording, let location = locationService.currentLocation else {
      return 0
    }
    return LocationPace.minutesPerKilometre(speed: location.speed)
  }

  /// Starts a ruck, and records its locations.
  ///
  /// The weather is fetched meanwhile, and never delays the start.
  ///
  /// - Parameters:
  ///   - weight: Pounds carried.
  ///   - surface: The surface; nil for a paved road.
  ///   - routeID: The saved route on which the user walks.
  public func startSession(
    weight: Double, surface: WalkingSurface? = nil, routeID: UUID? = nil
  ) async {
    await load {
      let options = RecordingOptions(
        packWeight: Mass.kilograms(pounds: weight), surface: surface, routeID: routeID)
      let session = try await library.startRecording(options, at: now())
      follow(session)
      weather?.record(for: session.id, at: locationService)
    }
  }

  /// Continues the running ruck of an earlier process, if there is one.
  public func restoreSession() async {
    await load {
      guard let session = try await library.activeRecordings().last else { return }
      follow(session)
    }
  }

  /// Pauses the ruck.
  public func pauseSession() async {
    guard let id = activeSession?.id else { return }
    await load {
      await locationService.finishTracking()
      show(try await library.pauseRecording(id))
      stopTimer()
    }
  }

  /// Resumes the ruck after a pause.
  public func resumeSession() async {
    guard let id = activeSession?.id else { return }
    await load { follow(try await library.resumeRecording(id)) }
  }

  /// Changes the load or the surface from now on.
  public func changeLoad(_ change: LoadChange) async {
    guard let id = activeSession?.id else { return }
    await load { show(try await library.changeLoad(of: id, change)) }
  }

  /// Ends the ruck, which then is among the completed ones.
  ///
  /// If it can't be ended, it continues to run and ``error`` says why.
  ///
  /// - Parameters:
  ///   - rpe: Perceived exertion, 1...10.
  ///   - notes: The user's notes.
  public func endSession(rpe: Int? = nil, notes: String? = nil) async {
    guard let session = activeSession else { return }
    await load {
      await locationService.finishTracking()
      do {
        _ = try await library.endRecording(session.id, RecordingEnd(rpe: rpe, notes: notes))
      } catch {
        if session.phase == .recording { locationService.startTracking(session: session.id) }
        throw error
      }
      stopTimer()
      activeSession = nil
      elapsedTime = 0
    }
  }

  // MARK: Parts

  private func load(_ action: () async throws -> Void) async {
    guard !isLoading else { return }
    isLoading = true
    defer { isLoading = false }
    error = nil
    do {
      try await action()
    } catch {
      if let id = activeSession?.id, let reason = error as? RecordingError,
        reason == .alreadyEnded(id) || reason == .notRecording(id)
      {
        leave()
      }
      self.error = error
    }
  }

  private func follow(_ session: RecordingSnapshot) {
    show(session)
    guard session.phase == .recording else { return }
    locationService.startTracking(session: session.id)
    stopTimer()
    timer = Task { [weak self] in
      while (try? await Task.sleep(for: .seconds(1))) != nil { await self?.update() }
    }
  }

  private func stopTimer() {
    timer?.cancel()
    timer = nil
  }

  /// Reads the ruck, which other processes may have changed.
  private func update() async {
    guard let id = activeSession?.id else { return }
    do {
      let session = try await library.recording(id)
      guard activeSession?.id == id, !isLoading else { return }
      if let session {
        show(session)
      } else {
        leave()
        error = RecordingError.alreadyEnded(id)
      }
    } catch {
      // A failed read is repeated after a second.
    }
  }

  /// Leaves a ruck that another process has ended or deleted.
  private func leave() {
    stopTimer()
    locationService.stopTracking()
    activeSession = nil
    elapsedTime = 0
  }

  private func show(_ session: RecordingSnapshot) {
    activeSession = session
    elapsedTime = session.elapsed(at: now())
  }
}
