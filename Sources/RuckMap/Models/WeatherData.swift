// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// The weather of a ruck.
@Model
public final class WeatherData {
  /// The same on every device.
  public var id: UUID
  /// The time of the observation.
  public var timestamp: Date
  /// What it looks like, such as "Light rain".
  public var condition: String
  /// Degrees Celsius.
  public var temperature: Double
  /// Relative humidity in percent.
  public var humidity: Double
  /// Metres per second.
  public var windSpeed: Double?
  /// Degrees from north that the wind comes from.
  public var windDirection: Double?
  /// Hectopascals.
  public var pressure: Double?
  /// Metres.
  public var visibility: Double?

  /// The ruck that had this weather.
  @Relationship(deleteRule: .nullify)
  public var session: RuckingSession?

  /// An observation.
  ///
  /// - Parameters:
  ///   - timestamp: The time of the observation.
  ///   - condition: What it looks like.
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
