// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A part of a session: an interval of work, a rest, or a split of an interval.
@Model
public final class RowingInterval {
  #Index<RowingInterval>([\.session, \.index])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The position in the session, from 0.
  public var index: Int = 0
  /// The number of the interval of work, from 0; splits have the number of their interval.
  public var number: Int = 0
  /// The kind of part.
  public var kind: IntervalKind = IntervalKind.work
  /// Seconds of work from the session's start to the part's start.
  public var startElapsed: Double = 0
  /// Metres of work from the session's start to the part's start.
  public var startDistance: Double = 0
  /// Seconds; of rest for a rest.
  public var duration: Double = 0
  /// Metres; during rest for a rest.
  public var distance: Double = 0
  /// Seconds of the rest after an interval of work.
  public var restTime: Double = 0
  /// Metres rowed during the rest after an interval of work.
  public var restDistance: Double = 0
  /// The value in seconds, metres, kilocalories or watt-minutes that ends the part; nil if open.
  public var target: Double?
  /// The unit of `target`.
  public var targetUnit: IntervalTarget = IntervalTarget.open
  /// Seconds per 500 m (per 1000 m on a BikeErg).
  public var averagePace: Double?
  /// Watts.
  public var averagePower: Double?
  /// Strokes per minute.
  public var averageStrokeRate: Double?
  /// Mean beats per minute of the work.
  public var averageHeartRate: Int?
  /// Beats per minute of the rest.
  public var restHeartRate: Int?
  /// Kilocalories.
  public var calories: Double?
  /// Kilocalories per hour.
  public var caloriesPerHour: Double?
  /// The mean drag factor.
  public var dragFactor: Double?
  /// The number of strokes.
  public var strokeCount: Int?
  /// True if the recording has a gap before or in the part.
  public var hasGap: Bool = false

  /// The session that the part belongs to.
  @Relationship(deleteRule: .nullify)
  public var session: RowingSession?

  /// Creates a part of a session.
  ///
  /// - Parameters:
  ///   - index: The position in the session, from 0.
  ///   - kind: The kind of part.
  public init(index: Int, kind: IntervalKind) {
    self.id = UUID()
    self.index = index
    self.kind = kind
  }
}

/// The kind of a part of a session.
public enum IntervalKind: String, Codable, Sendable, CaseIterable {
  case work
  case rest
  case split
}

/// The unit of the value that ends an interval.
public enum IntervalTarget: String, Codable, Sendable, CaseIterable {
  case open
  case time
  case distance
  case calories
  case wattMinutes = "watt_minutes"
}
