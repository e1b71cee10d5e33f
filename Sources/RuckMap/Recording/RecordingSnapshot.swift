// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation
import Measures

/// A running ruck as a sendable value, in SI units.
///
/// ```swift
/// for ruck in try await library.activeRecordings() {
///   print(ruck.phase, ruck.distance, ruck.elapsed(at: .now))
/// }
/// ```
public struct RecordingSnapshot: Sendable, Hashable, Identifiable {
  /// The state of a running ruck.
  public enum Phase: String, Sendable, Hashable, Codable {
    /// Positions are stored.
    case recording
    /// The ruck is paused.
    case paused
  }

  /// The ruck's identifier, equal on every device.
  public var id: UUID
  /// The identifier of the user who carries the pack; nil if it is unknown.
  public var userID: UUID?
  /// The ruck's name.
  public var name: String?
  /// The start.
  public var startedAt: Date
  /// The state.
  public var phase: Phase
  /// Kilograms carried now.
  public var packWeight: Double
  /// The surface now; nil for a paved road.
  public var surface: WalkingSurface?
  /// The number of stored positions.
  public var points: Int
  /// Metres along the ground, without pauses and gaps.
  public var distance: Double
  /// Seconds in motion.
  public var movingTime: TimeInterval
  /// Seconds of completed pauses.
  public var pausedTime: TimeInterval
  /// Metres of climb by hysteresis.
  public var elevationGain: Double
  /// Metres of descent by hysteresis, not negative.
  public var elevationLoss: Double
  /// The energy so far; nil without positions.
  public var calories: CalorieEstimate?
  /// The time of the last stored position, by the receiver's clock; nil without positions.
  public var lastFix: Date?
  /// The time of the last change, by this machine's clock.
  public var lastActivity: Date
  /// The start of the current pause, by the receiver's clock.
  public var pausedAt: Date?
  /// The time at which the user expects to be back, by this machine's clock.
  public var expectedEnd: Date?

  /// The seconds since the last position above which this machine's clock was probably set.
  private static let longestSilence: TimeInterval = 86_400

  /// The time of the receiver's clock, which may differ from this machine's.
  ///
  /// - Parameter now: The time of this machine's clock.
  /// - Returns: The last position's time plus the time since it was stored, up to a day; `now` without
  ///   positions.
  public func receiverTime(at now: Date) -> Date {
    guard let lastFix else { return now }
    let silence = max(0, now.timeIntervalSince(lastActivity))
    return silence <= Self.longestSilence ? lastFix.addingTimeInterval(silence) : lastFix
  }

  /// Seconds since the start without pauses.
  ///
  /// - Parameter now: The time of this machine's clock.
  /// - Returns: The seconds; not negative.
  public func elapsed(at now: Date) -> TimeInterval {
    let end = pausedAt ?? receiverTime(at: now)
    return max(0, end.timeIntervalSince(startedAt) - pausedTime)
  }

  /// Whether the ruck has changed within a time, so that it continues without a question.
  public func isRecent(at now: Date, within seconds: TimeInterval = 1_800) -> Bool {
    now.timeIntervalSince(lastActivity) <= seconds
  }

  /// Seconds per kilometre since the start, without rests; nil without distance.
  public var movingPace: Double? {
    distance > 0 && movingTime > 0 ? movingTime / distance * 1_000 : nil
  }
}

extension RecordingSnapshot {
  /// Creates the snapshot of a running ruck.
  init(_ session: RuckingSession, loads: [SessionSegment], lastFix: Date?) {
    let load = loads.last
    self.init(
      id: session.id, userID: session.user?.id, name: session.name, startedAt: session.startDate,
      phase: session.pausedAt == nil ? .recording : .paused,
      packWeight: Mass.kilograms(pounds: load?.packWeight ?? session.packWeight),
      surface: load?.surface ?? session.surface, points: session.pointCount,
      distance: session.totalDistance, movingTime: session.movingTime,
      pausedTime: session.pausedTime, elevationGain: session.totalElevationGain,
      elevationLoss: Length.metres(feet: session.elevationLoss), calories: session.calorieEstimate,
      lastFix: lastFix, lastActivity: session.lastModified, pausedAt: session.pausedAt,
      expectedEnd: session.expectedEndDate)
  }
}

/// The pace of a location.
public enum LocationPace {
  /// Converts a speed to minutes per kilometre.
  ///
  /// - Parameter speed: Metres per second.
  /// - Returns: Minutes per kilometre; 0 if the speed is not above 0.
  public static func minutesPerKilometre(speed: CLLocationSpeed) -> Double {
    speed > 0 && speed.isFinite ? 60 / (speed * 3.6) : 0
  }
}
