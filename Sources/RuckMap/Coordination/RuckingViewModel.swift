// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
public import Observation

/// The state of a view for one ruck.
public enum RuckingViewState: Sendable, Hashable {
  /// No ruck runs.
  case idle
  /// A ruck is being started.
  case starting
  /// A ruck runs.
  case active(RecordingSnapshot)
  /// The ruck has ended.
  case completed(RuckSummary)
  /// The last action failed; the string has the reason and the remedy.
  case error(String)
}

/// The state and the actions of a view that starts and ends rucks by a ``LocationManager``.
@MainActor @Observable
public final class RuckingViewModel {
  /// The state.
  public private(set) var viewState: RuckingViewState = .idle
  /// The figures of the running or the last ruck; nil before the first one.
  public private(set) var currentStats: RuckingStats?

  @ObservationIgnored private let library: RuckLibrary
  @ObservationIgnored private let locationManager: LocationManager

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - library: The library of the rucks.
  ///   - locationManager: The manager of the locations.
  public init(library: RuckLibrary, locationManager: LocationManager) {
    self.library = library
    self.locationManager = locationManager
  }

  /// The running ruck; nil if none runs.
  public var currentSession: RecordingSnapshot? {
    if case .active(let session) = viewState { session } else { nil }
  }

  /// Starts a ruck; without effect while one is being started or runs.
  ///
  /// - Parameters:
  ///   - weight: Pounds carried.
  ///   - route: The identifier of the saved route; nil for none.
  public func startRucking(weight: Double, route: UUID?) async {
    if case .starting = viewState { return }
    guard currentSession == nil else { return }
    viewState = .starting
    do {
      let session = try await locationManager.startRuckingSession(
        options: RecordingOptions(packWeight: Mass.kilograms(pounds: weight), routeID: route))
      show(session)
    } catch {
      viewState = .error(error.localizedDescription)
    }
  }

  /// Reads the running ruck's figures; a ruck that was ended elsewhere is an error.
  public func refresh() async {
    guard let id = currentSession?.id else { return }
    do {
      let session = try await library.recording(id)
      guard currentSession?.id == id else { return }
      if let session {
        show(session)
      } else {
        viewState = .error(RecordingError.alreadyEnded(id).localizedDescription)
      }
    } catch {
      viewState = .error(error.localizedDescription)
    }
  }

  /// Ends the running ruck.
  ///
  /// - Parameters:
  ///   - rpe: Perceived exertion, 1...10.
  ///   - notes: The user's notes.
  public func endRucking(rpe: Int? = nil, notes: String? = nil) async {
    guard currentSession != nil else { return }
    do {
      let summary = try await locationManager.trackingActor.endSession(
        RecordingEnd(rpe: rpe, notes: notes))
      currentStats = RuckingStats(summary)
      viewState = .completed(summary)
    } catch {
      viewState = .error(error.localizedDescription)
    }
  }

  private func show(_ session: RecordingSnapshot) {
    currentStats = RuckingStats(session, at: Date())
    viewState = .active(session)
  }
}

extension RuckingStats {
  /// Creates the figures of a running ruck.
  ///
  /// - Parameters:
  ///   - session: The ruck.
  ///   - now: The time of this machine's clock.
  init(_ session: RecordingSnapshot, at now: Date) {
    self.init(
      distance: Length.miles(metres: session.distance), time: session.elapsed(at: now),
      calories: session.calories?.kilocalories ?? 0,
      weight: Mass.pounds(kilograms: session.packWeight))
  }

  /// Creates the figures of a completed ruck.
  init(_ summary: RuckSummary) {
    self.init(
      distance: Length.miles(metres: summary.distance), time: summary.duration,
      calories: summary.calories?.kilocalories ?? 0,
      weight: Mass.pounds(kilograms: summary.packWeight))
  }
}
