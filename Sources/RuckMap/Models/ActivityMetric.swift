// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// One value of a series that has no positions, such as the heart rate of an indoor ruck.
///
/// What was measured at a position stands in its ``LocationPoint``.
@Model
public final class ActivityMetric {
  /// The same on every device.
  public var id: UUID
  /// The time of the measurement.
  public var timestamp: Date
  /// What was measured.
  public var metricType: MetricType
  /// The value, in `unit`.
  public var value: Double
  /// The value's unit, such as `bpm` or `W`.
  public var unit: String
  /// Beats per minute, where the series is of heart rate.
  public var heartRate: Int?
  /// Steps or revolutions per minute, where the series is of cadence.
  public var cadence: Int?
  /// Watts, where the series is of power.
  public var power: Double?

  /// The ruck that the value belongs to.
  @Relationship(deleteRule: .nullify)
  public var session: RuckingSession?

  /// A measured value; heart rate, cadence and power are noted in their own properties as well.
  ///
  /// - Parameters:
  ///   - timestamp: The time of the measurement.
  ///   - type: What was measured.
  ///   - value: The value.
  ///   - unit: The value's unit.
  public init(timestamp: Date, type: MetricType, value: Double, unit: String) {
    self.id = UUID()
    self.timestamp = timestamp
    self.metricType = type
    self.value = value
    self.unit = unit
    let whole = value.isFinite && abs(value) < 1e9 ? Int(value.rounded()) : nil
    switch type {
    case .heartRate: self.heartRate = whole
    case .cadence: self.cadence = whole
    case .power: self.power = value
    case .pace, .elevation, .temperature: break
    }
  }
}
