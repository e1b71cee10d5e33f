// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The stroke technique of a session.
package struct StrokeAnalysis: Sendable, Hashable, Codable {
  /// The mean force curve of the strokes in a band of stroke rates.
  package struct Band: Sendable, Hashable, Codable {
    /// The lowest rate in strokes per minute, which belongs to the band.
    package var fromRate: Int
    /// The highest rate in strokes per minute, which doesn't.
    package var toRate: Int
    /// The number of strokes with a force curve.
    package var strokes: Int
    /// The mean force in newtons at `StrokeAnalysis.samples` equal parts of the drive.
    package var mean: [Double]
    /// The standard deviation of the force in newtons, at the same parts.
    package var deviation: [Double]
    /// The mean position of the peak as a fraction of the drive.
    package var peakPosition: Double
    /// The mean peak force in newtons.
    package var peakForce: Double

    /// Creates a band.
    package init(
      fromRate: Int, toRate: Int, strokes: Int, mean: [Double], deviation: [Double],
      peakPosition: Double, peakForce: Double
    ) {
      self.fromRate = fromRate
      self.toRate = toRate
      self.strokes = strokes
      self.mean = mean
      self.deviation = deviation
      self.peakPosition = peakPosition
      self.peakForce = peakForce
    }
  }

  /// The mean of a value over the strokes, and its variation.
  package struct Consistency: Sendable, Hashable, Codable {
    /// The mean.
    package var mean: Double
    /// The standard deviation.
    package var deviation: Double
    /// The standard deviation as a fraction of the mean: smaller is more consistent.
    package var variation: Double

    /// Creates a consistency.
    package init(mean: Double, deviation: Double, variation: Double) {
      self.mean = mean
      self.deviation = deviation
      self.variation = variation
    }
  }

  /// The number of parts of a mean force curve.
  package static let samples = 50

  /// The bands that have strokes, by rising rate.
  package var bands: [Band]
  /// Watts of strokes; nil if unknown.
  package var power: Consistency?
  /// Strokes per minute; nil if unknown.
  package var strokeRate: Consistency?
  /// Metres of drive length; nil if unknown.
  package var driveLength: Consistency?
  /// The mean share of the drive in the whole stroke; nil if unknown.
  package var driveShare: Double?
  /// The number of strokes.
  package var strokes: Int

  /// Creates an analysis.
  package init(
    bands: [Band], power: Consistency?, strokeRate: Consistency?, driveLength: Consistency?,
    driveShare: Double?, strokes: Int
  ) {
    self.bands = bands
    self.power = power
    self.strokeRate = strokeRate
    self.driveLength = driveLength
    self.driveShare = driveShare
    self.strokes = strokes
  }
}

/// Two sessions, or a session and a plan, side by side.
package struct SessionComparison: Sendable, Hashable, Codable {
  /// The axis along which strokes are compared.
  package enum Axis: String, Sendable, Hashable, Codable, CaseIterable {
    case time, distance
  }

  /// The values of both at one position; nil where one has ended or lacks the value.
  package struct Point: Sendable, Hashable, Codable {
    /// Seconds or metres, by the axis.
    package var position: Double
    /// Seconds per 500 m (1000 m on a BikeErg).
    package var paceA: Double?
    /// Seconds per 500 m (1000 m on a BikeErg).
    package var paceB: Double?
    /// Watts.
    package var powerA: Double?
    /// Watts.
    package var powerB: Double?
    /// Beats per minute.
    package var heartRateA: Double?
    /// Beats per minute.
    package var heartRateB: Double?
    /// Strokes per minute.
    package var strokeRateA: Double?
    /// Strokes per minute.
    package var strokeRateB: Double?
    /// By how much A is ahead: metres at equal time, or seconds at equal distance.
    package var lead: Double?

    /// Creates a point.
    package init(position: Double) { self.position = position }
  }

  /// The first session.
  package var a: SessionSummary
  /// The second session; nil for a plan.
  package var b: SessionSummary?
  /// The plan; nil for a session.
  package var plan: SessionPlan?
  /// The axis.
  package var axis: Axis
  /// Positions by rising value.
  package var points: [Point]

  /// Creates a comparison.
  package init(
    a: SessionSummary, b: SessionSummary?, plan: SessionPlan?, axis: Axis, points: [Point]
  ) {
    self.a = a
    self.b = b
    self.plan = plan
    self.axis = axis
    self.points = points
  }
}
