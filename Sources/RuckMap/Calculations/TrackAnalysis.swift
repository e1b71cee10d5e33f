// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The figures of one track, in SI units.
public struct TrackAnalysis: Sendable, Hashable {
  /// The number of points.
  public var points = 0
  /// The number of segments with at least one point.
  public var segments = 0
  /// Metres along the ground; nothing is counted between segments.
  public var distance = 0.0
  /// The earliest time of a point.
  public var start: Date?
  /// The latest time of a point.
  public var end: Date?
  /// Seconds in motion.
  public var movingTime = 0.0
  /// Seconds between points of one segment, rests included, pauses of the device not.
  public var recordedTime = 0.0
  /// Climb in metres by hysteresis.
  public var elevationGain = 0.0
  /// Descent in metres by hysteresis, not negative.
  public var elevationLoss = 0.0
  /// The sum of all rises in metres.
  public var elevationGainRecorded = 0.0
  /// The mean of the heart rates recorded, rounded.
  public var averageHeartRate: Int?
  /// The highest heart rate recorded.
  public var maxHeartRate: Int?
  /// Points without a time.
  public var untimedPoints = 0
  /// Points whose time lies before that of an earlier point.
  public var backwardPoints = 0
  /// Energy by the equation of the analysis; nil without times.
  public var calories: CalorieEstimate?
  /// The share of the motion that was faster than the equation's range, 0...1.
  public var tooFastShare = 0.0

  /// The analysis of a track without points.
  public init() {}

  /// Seconds from the earliest to the latest time, pauses included; 0 without times.
  public var duration: TimeInterval {
    guard let start, let end else { return 0 }
    return end.timeIntervalSince(start)
  }

  /// True if the track has a beginning and an end in time: at least a second apart, and with times
  /// on at least half of the points.
  public var isTimed: Bool { duration >= 1 && untimedPoints * 2 <= points }
}
