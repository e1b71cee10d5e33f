// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation

/// The start of a ruck.
public struct RuckingSessionStarted: AppEvent {
  /// ``EventType/sessionStarted``.
  public static let eventType = EventType.sessionStarted
  /// The ruck's identifier.
  public let sessionID: UUID
  /// The location of the start; nil if unknown.
  public let startLocation: CLLocation?

  /// Creates an event.
  public init(sessionID: UUID, startLocation: CLLocation?) {
    self.sessionID = sessionID
    self.startLocation = startLocation
  }
}

/// A stored position of a running ruck.
public struct LocationUpdated: AppEvent {
  /// ``EventType/locationUpdated``.
  public static let eventType = EventType.locationUpdated
  /// The position.
  public let location: CLLocation
  /// The ruck's identifier.
  public let sessionId: UUID

  /// Creates an event.
  public init(location: CLLocation, sessionId: UUID) {
    self.location = location
    self.sessionId = sessionId
  }
}

/// The completion of a ruck.
public struct SessionCompleted: AppEvent {
  /// ``EventType/sessionCompleted``.
  public static let eventType = EventType.sessionCompleted
  /// The ruck's identifier.
  public let sessionID: UUID
  /// The ruck's figures.
  public let stats: RuckingStats

  /// Creates an event.
  public init(sessionID: UUID, stats: RuckingStats) {
    self.sessionID = sessionID
    self.stats = stats
  }
}
