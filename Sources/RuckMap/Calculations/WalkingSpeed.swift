// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The limit that separates a walk from the recording of a run or a vehicle.
///
/// ```swift
/// WalkingSpeed.isExceeded(distance: 17_433, time: 3_600)  // true: 4.84 m/s
/// ```
public enum WalkingSpeed {
  /// The highest plausible mean speed in metres per second: 20 km in 1:16:36, 4.35 m/s (3:50 /km,
  /// 6:10 /mi).
  ///
  /// Source: the world record of the 20 km race walk by Yusuke Suzuki, Nomi, 15 March 2015, ratified
  /// by World Athletics. A faster recording is of a run or a vehicle, or its positions are wrong.
  public static let limit = 20_000.0 / 4_596

  /// Returns whether the mean speed of a distance is above ``limit``.
  ///
  /// - Parameters:
  ///   - distance: Metres.
  ///   - time: Seconds in motion.
  /// - Returns: False if the time is not above 0, as without times.
  public static func isExceeded(distance: Double, time: TimeInterval) -> Bool {
    time > 0 && distance > limit * time
  }
}

extension TrackAnalysis {
  /// True if the mean speed in motion is above ``WalkingSpeed/limit``.
  public var isTooFastToWalk: Bool {
    WalkingSpeed.isExceeded(distance: distance, time: movingTime > 0 ? movingTime : duration)
  }
}
