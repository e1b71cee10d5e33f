// Cairn
// SPDX-License-Identifier: Apache-2.0

import Rowing

/// A point of the column `power_curve`: the highest mean power over a duration.
package struct PowerCurvePoint: Codable, Sendable, Hashable {
  /// Seconds.
  package var s: Double
  /// Watts.
  package var w: Double

  /// Rounds a point to thousandths; nil if a number isn't finite.
  init?(_ sample: PowerSample) {
    guard let s = sample.duration.thousandths, let w = sample.power.thousandths else { return nil }
    (self.s, self.w) = (s, w)
  }
}

/// The column `pace_zones`: the time in each of the athlete's zones.
package struct PaceZones: Codable, Sendable, Hashable {
  /// A zone with its bounds in whole watts.
  package struct Zone: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
      case name
      case fromPower = "from_w"
      case toPower = "to_w"
      case time = "time_s"
    }

    /// The zone's name.
    package var name: String
    /// The lowest power, which belongs to the zone.
    package var fromPower: Int
    /// The highest power, which doesn't; nil for the highest zone.
    package var toPower: Int?
    /// Seconds.
    package var time: Double

    /// Writes all keys; an unknown value is null.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(fromPower, forKey: .fromPower)
      try container.encode(toPower, forKey: .toPower)
      try container.encode(time, forKey: .time)
    }
  }

  /// The zones by rising power.
  package var zones: [Zone]

  /// Creates zones without time; nil if the athlete has no base power.
  init?(_ table: ZoneTable) {
    guard table.basePower != nil else { return nil }
    zones = table.rows.map { row in
      Zone(
        name: row.zone.name.replacing("\0", with: ""), fromPower: Self.watts(row.fromPower ?? 0),
        toPower: row.toPower.map { Self.watts($0) }, time: 0)
    }
  }

  private static func watts(_ power: Double) -> Int {
    power.isFinite ? Int(max(0, min(power, 1e6)).rounded()) : 0
  }

  /// Returns the zones with the time of a session.
  func adding(_ powers: PowerHistogram) -> PaceZones {
    var result = self
    for (index, zone) in zones.enumerated() {
      result.zones[index].time = powers.seconds(from: zone.fromPower, to: zone.toPower)
    }
    return result
  }
}

/// The column `stroke_analysis`: the technique of a session's strokes.
package struct StrokeFigures: Codable, Sendable, Hashable {
  /// A mean with its variation.
  package struct Consistency: Codable, Sendable, Hashable {
    /// The mean.
    package var mean: Double
    /// The standard deviation.
    package var deviation: Double
    /// The standard deviation as a fraction of the mean.
    package var variation: Double

    /// Rounds a consistency; nil if a number isn't finite.
    init?(_ other: StrokeAnalysis.Consistency?) {
      guard let other, let mean = other.mean.thousandths,
        let deviation = other.deviation.thousandths, let variation = other.variation.thousandths
      else { return nil }
      (self.mean, self.deviation, self.variation) = (mean, deviation, variation)
    }
  }

  /// The force curves of the strokes in a band of stroke rates.
  package struct Band: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
      case strokes
      case fromRate = "from_spm"
      case toRate = "to_spm"
      case peakPosition = "peak_position"
      case peakForce = "peak_force_n"
    }

    /// The lowest rate, which belongs to the band.
    package var fromRate: Int
    /// The highest rate, which doesn't.
    package var toRate: Int
    /// The number of strokes with a force curve.
    package var strokes: Int
    /// The mean position of the peak as a fraction of the drive.
    package var peakPosition: Double
    /// The mean peak force in newtons.
    package var peakForce: Double
  }

  private enum CodingKeys: String, CodingKey {
    case strokes, bands
    case power = "power_w"
    case strokeRate = "stroke_rate_spm"
    case driveLength = "drive_length_m"
    case driveShare = "drive_share"
  }

  /// The number of strokes.
  package var strokes: Int
  /// Watts; nil if unknown.
  package var power: Consistency?
  /// Strokes per minute; nil if unknown.
  package var strokeRate: Consistency?
  /// Metres; nil if unknown.
  package var driveLength: Consistency?
  /// The mean share of the drive in the whole stroke; nil if unknown.
  package var driveShare: Double?
  /// The bands by rising rate.
  package var bands: [Band]

  /// Rounds an analysis to thousandths.
  init(_ analysis: StrokeAnalysis) {
    strokes = analysis.strokes
    power = Consistency(analysis.power)
    strokeRate = Consistency(analysis.strokeRate)
    driveLength = Consistency(analysis.driveLength)
    driveShare = analysis.driveShare?.thousandths
    bands = analysis.bands.map { band in
      Band(
        fromRate: band.fromRate, toRate: band.toRate, strokes: band.strokes,
        peakPosition: band.peakPosition.thousandths ?? 0,
        peakForce: band.peakForce.thousandths ?? 0)
    }
  }

  /// Writes all keys; an unknown value is null.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(strokes, forKey: .strokes)
    try container.encode(power, forKey: .power)
    try container.encode(strokeRate, forKey: .strokeRate)
    try container.encode(driveLength, forKey: .driveLength)
    try container.encode(driveShare, forKey: .driveShare)
    try container.encode(bands, forKey: .bands)
  }
}
