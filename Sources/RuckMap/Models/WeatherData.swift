// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// The weather of a ruck.
@Model
public final class WeatherData {
  /// The identifier, equal on every device.
  public var id: UUID
  /// The time of the observation.
  public var timestamp: Date
  /// The condition, such as "Light rain"; empty if unknown.
  public var condition: String
  /// Degrees Celsius.
  public var temperature: Double
  /// Relative humidity in percent.
  public var humidity: Double
  /// Metres per second.
  public var windSpeed: Double?
  /// The direction of the wind's origin, in degrees from north.
  public var windDirection: Double?
  /// Hectopascals.
  public var pressure: Double?
  /// Metres.
  public var visibility: Double?

  /// The ruck to which the weather belongs.
  @Relationship(deleteRule: .nullify)
  public var session: RuckingSession?

  /// Creates an observation.
  ///
  /// - Parameters:
  ///   - timestamp: The time of the observation.
  ///   - condition: The condition, such as "Light rain".
  ///   - temperature: Degrees Celsius.
  ///   - humidity: Relative humidity in percent.
  public init(timestamp: Date, condition: String, temperature: Double, humidity: Double) {
    self.id = UUID()
    self.timestamp = timestamp
    self.condition = condition
    self.temperature = temperature
    self.humidity = humidity
  }
}
