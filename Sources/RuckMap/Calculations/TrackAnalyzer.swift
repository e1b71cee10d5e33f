// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Geodesy

/// An incremental calculation of a track's metrics, with bounded memory use.
///
/// ```swift
/// var analyzer = TrackAnalyzer(equation: .pandolfSantee, carrier: Carrier(bodyMass: 80, load: 15))
/// for point in points { analyzer.add(point) }
/// let analysis = analyzer.finish()
/// ```
public struct TrackAnalyzer: Sendable {
  /// The speed in metres per second (1 km/h) at or below which a step counts as standing.
  public static let stoppedSpeed = 1 / 3.6
  /// The longest rest in seconds; a longer one is a pause of the device and costs no energy.
  public static let longestRest = 300.0

  private var analysis = TrackAnalysis()
  private var times = RecordingTimes()
  private var elevation: ElevationAccumulator
  private var legs = TrackLegBuilder()
  private var energy: EnergyIntegrator
  private var last: TrackPoint?
  /// The last time in the segment; the distance since then is in `untimedDistance`.
  private var lastTime: Date?
  private var untimedDistance = 0.0
  /// The legs so far; nil if they are not needed.
  private var keptLegs: [TrackLeg]?
  private var heartRateSum = 0
  private var heartRates = 0

  /// Creates an analyzer.
  ///
  /// - Parameters:
  ///   - equation: The equation for the energy.
  ///   - carrier: The person and the pack.
  ///   - elevationThreshold: Metres of hysteresis, see ``ElevationAccumulator``.
  public init(
    equation: EnergyEquation, carrier: Carrier,
    elevationThreshold: Double = ElevationAccumulator.defaultThreshold
  ) {
    energy = EnergyIntegrator(equation: equation, carrier: carrier)
    elevation = ElevationAccumulator(threshold: elevationThreshold)
  }

  /// Analyzes a whole track.
  ///
  /// - Parameters:
  ///   - track: Points in the order of recording.
  ///   - equation: The equation for the energy.
  ///   - carrier: The person and the pack.
  /// - Returns: The track's metrics.
  public static func analyze(
    _ track: some Sequence<TrackPoint>, equation: EnergyEquation, carrier: Carrier
  ) -> TrackAnalysis {
    var analyzer = TrackAnalyzer(equation: equation, carrier: carrier)
    for point in track { analyzer.add(point) }
    return analyzer.finish()
  }

  /// Returns the legs of a track, about 50 m each, with their speeds and grades.
  ///
  /// - Parameter track: Points in the order of recording.
  /// - Returns: The legs in order; none without times.
  static func legs(of track: some Sequence<TrackPoint>) -> [TrackLeg] {
    var analyzer = TrackAnalyzer(
      equation: .pandolfSantee, carrier: Carrier(bodyMass: nil, load: 0))
    analyzer.keptLegs = []
    for point in track { analyzer.add(point) }
    analyzer.endSegment()
    return analyzer.keptLegs ?? []
  }

  /// Adds the next point in the order of recording.
  public mutating func add(_ point: TrackPoint) {
    analysis.points += 1
    add(time: point.timestamp)
    if let heartRate = point.heartRate {
      heartRateSum += heartRate
      heartRates += 1
      analysis.maxHeartRate = max(analysis.maxHeartRate ?? heartRate, heartRate)
    }
    if let last, last.segment == point.segment {
      step(from: last, to: point)
    } else {
      endSegment()
      analysis.segments += 1
      legs.start(altitude: point.altitude)
      lastTime = point.timestamp
      untimedDistance = 0
    }
    if let altitude = point.altitude { elevation.add(altitude) }
    last = point
  }

  /// Returns the metrics of the track, and resets the analyzer.
  public mutating func finish() -> TrackAnalysis {
    endSegment()
    analysis.elevationGain = elevation.gain
    analysis.elevationLoss = elevation.loss
    analysis.elevationGainRecorded = elevation.recordedGain
    if heartRates > 0 {
      analysis.averageHeartRate = Int((Double(heartRateSum) / Double(heartRates)).rounded())
    }
    if let recording = times.recording {
      (analysis.start, analysis.end) = (recording.start, recording.end)
      analysis.wrongTimes = recording.wrong
      analysis.backwardPoints = times.backwardCount
    }
    if analysis.isTimed {
      analysis.calories = energy.estimate
    } else {
      (analysis.movingTime, analysis.recordedTime) = (0, 0)
    }
    analysis.tooFastShare = energy.tooFastShare
    let result = analysis
    self = TrackAnalyzer(
      equation: energy.equation, carrier: energy.carrier, elevationThreshold: elevation.threshold)
    return result
  }

  /// Ends the track and returns its energy, even if it has few times.
  mutating func energyEstimate() -> CalorieEstimate? {
    endSegment()
    return energy.estimate
  }

  private mutating func add(time: Date?) {
    guard let time else {
      analysis.untimedPoints += 1
      return
    }
    times.add(time)
  }

  private mutating func step(from start: TrackPoint, to end: TrackPoint) {
    let distance = LocationCalculator.haversineDistance(
      from: (start.latitude, start.longitude), to: (end.latitude, end.longitude))
    analysis.distance += distance
    untimedDistance += distance
    guard let time = end.timestamp else { return }
    defer {
      lastTime = time
      untimedDistance = 0
    }
    guard let lastTime else { return }
    motion(
      over: untimedDistance, seconds: max(0, time.timeIntervalSince(lastTime)),
      altitude: end.altitude)
  }

  /// Adds the motion between two points with times.
  private mutating func motion(over distance: Double, seconds: Double, altitude: Double?) {
    let isMoving = distance > Self.stoppedSpeed * seconds
    if isMoving { analysis.movingTime += seconds }
    let isPause = !isMoving && seconds > Self.longestRest
    let counted = isPause ? 0 : seconds
    analysis.recordedTime += counted
    let leg = legs.add(
      distance: distance, seconds: counted, isMoving: isMoving, altitude: altitude)
    if let leg { add(leg) }
  }

  private mutating func add(_ leg: TrackLeg) {
    energy.add(leg)
    keptLegs?.append(leg)
  }

  private mutating func endSegment() {
    for leg in legs.endSegment() { add(leg) }
    elevation.endSegment()
  }
}
