// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Climb and descent of a track, one altitude at a time.
///
/// The filtered figures come from hysteresis: a reference altitude moves only once the reading is at
/// least `threshold` away from it, and the move counts in full. The recorded figures sum every rise
/// and fall: right for a barometer, two to four times too high for altitudes from satellites.
public struct ElevationAccumulator: Sendable, Hashable {
  /// The default threshold in metres, for barometers and unknown devices.
  public static let defaultThreshold = 3.0

  /// The least change in metres that counts.
  public let threshold: Double
  /// Climb in metres by hysteresis.
  public private(set) var gain = 0.0
  /// Descent in metres by hysteresis, not negative.
  public private(set) var loss = 0.0
  /// The sum of all rises in metres.
  public private(set) var recordedGain = 0.0
  /// The sum of all falls in metres, not negative.
  public private(set) var recordedLoss = 0.0

  private var reference: Double?
  private var last: Double?

  /// An accumulator that has seen nothing.
  ///
  /// - Parameter threshold: Metres; 0 makes the filtered figures equal the recorded ones.
  public init(threshold: Double = Self.defaultThreshold) {
    self.threshold = max(0, threshold)
  }

  /// Takes the next altitude of the segment, in metres; one that is not finite is ignored.
  public mutating func add(_ altitude: Double) {
    guard altitude.isFinite else { return }
    if let last {
      let change = altitude - last
      if change > 0 { recordedGain += change } else { recordedLoss -= change }
    }
    last = altitude
    guard let reference else {
      self.reference = altitude
      return
    }
    let change = altitude - reference
    guard abs(change) >= threshold else { return }
    if change > 0 { gain += change } else { loss -= change }
    self.reference = altitude
  }

  /// Ends a segment: what lies between two segments is neither climb nor descent.
  public mutating func endSegment() {
    reference = nil
    last = nil
  }
}
