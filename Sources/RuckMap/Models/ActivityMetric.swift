// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// One value of a series without positions, such as the heart rate of an indoor ruck.
///
/// Values measured at a position are in its ``LocationPoint``, except the temperature, of which a
/// track has one value for each change of about a degree.
@Model
public final class ActivityMetric {
  /// The identifier, equal on every device.
  public var id: UUID
  /// The time of the measurement.
  public var timestamp: Date
  /// The measured quantity.
  public var metricType: MetricType
  /// The value, in `unit`.
  public var value: Double
  /// The value's unit, such as `bpm` or `W`.
  public var unit: String
  /// Beats per minute, if the series is of heart rate.
  public var heartRate: Int?
  /// Steps or revolutions per minute, if the series is of cadence.
  public var cadence: Int?
  /// Watts, if the series is of power.
  public var power: Double?

  /// The ruck that the value belongs to.
  @Relationship(deleteRule: .nullify)
  public var session: RuckingSession?

  /// Creates a value; heart rate, cadence and power are also set in their own properties.
  ///
  /// - Parameters:
  ///   - timestamp: The time of the measurement.
  ///   - type: The measured quantity.
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

/// The quantity that an ``ActivityMetric`` measures.
public enum MetricType: String, Codable, Sendable, CaseIterable {
  case heartRate = "heart_rate"
  case cadence
  case power
  case pace
  case elevation
  case temperature
}
