// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An interval, split or rest of a workout.
public struct RowingInterval: Sendable, Hashable {
  /// The index of the interval, from 0; strokes refer to it.
  public var index: Int

  /// Whether the interval is a rest.
  public var isRest = false

  /// Seconds from the start of the workout to the start of the interval.
  public var start: Double?

  /// Seconds of the interval, without the following rest.
  public var duration: Double?

  /// Metres of the interval, without the following rest.
  public var distance: Double?

  /// Seconds of the rest after the interval.
  public var restDuration: Double?

  /// Metres of the rest after the interval.
  public var restDistance: Double?

  /// The average pace in seconds per 500 m.
  public var pace: Double?

  /// The average power in watts.
  public var power: Double?

  /// Strokes per minute, on average.
  public var strokeRate: Double?

  /// The number of strokes.
  public var strokeCount: Int?

  /// Heartbeats per minute, on average.
  public var heartRate: Int?

  /// The highest heart rate.
  public var maxHeartRate: Int?

  /// Kilocalories.
  public var calories: Double?

  /// The average drag factor.
  public var dragFactor: Int?

  /// Creates an interval without figures.
  public init(index: Int) {
    self.index = index
  }
}
