// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An accumulator of a track's climb and descent.
///
/// ```swift
/// var elevation = ElevationAccumulator()
/// for altitude in [540.0, 552, 548, 590] { elevation.add(altitude) }
/// print(elevation.gain, elevation.loss)
/// ```
///
/// The filtered values use hysteresis: a reference altitude moves only if the reading differs by at
/// least `threshold`, and then by the full difference. The recorded values sum every rise and fall:
/// correct for a barometer, two to four times too high for satellite altitudes.
public struct ElevationAccumulator: Sendable, Hashable {
  /// The default threshold in metres, for barometers and unknown devices.
  public static let defaultThreshold = 3.0

  /// The minimum change in metres that counts.
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

  /// Creates an accumulator.
  ///
  /// - Parameter threshold: Metres; with 0, the filtered values equal the recorded ones.
  public init(threshold: Double = Self.defaultThreshold) {
    self.threshold = max(0, threshold)
  }

  /// Adds the next altitude of the segment, in metres; infinite and NaN values are ignored.
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

  /// Ends a segment: the change between two segments is neither climb nor descent.
  public mutating func endSegment() {
    reference = nil
    last = nil
  }
}
