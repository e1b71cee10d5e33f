// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The weather at a time of an activity.
///
/// Values that the file lacks are nil.
public struct ActivityWeather: Sendable, Hashable {
  /// The time of the observation.
  public var time: Date?

  /// The condition.
  public var condition: ActivityWeatherCondition?

  /// Degrees Celsius.
  public var temperature: Double?

  /// Relative humidity in percent.
  public var humidity: Double?

  /// Metres per second.
  public var windSpeed: Double?

  /// The direction of the wind's origin, in degrees clockwise from north.
  public var windDirection: Double?

  /// Creates an observation without values.
  public init() {}
}

/// A condition of the weather, by its number in Garmin's profile.
public enum ActivityWeatherCondition: Int, Sendable, Hashable, CaseIterable {
  /// A clear sky.
  case clear = 0
  /// A sky with some clouds.
  case partlyCloudy = 1
  /// A sky with many clouds.
  case mostlyCloudy = 2
  /// Rain.
  case rain = 3
  /// Snow.
  case snow = 4
  /// Strong wind.
  case windy = 5
  /// Thunderstorms.
  case thunderstorms = 6
  /// A mixture of rain, snow and ice.
  case wintryMix = 7
  /// Fog.
  case fog = 8
  /// Haze.
  case hazy = 11
  /// Hail.
  case hail = 12
  /// Showers at some places.
  case scatteredShowers = 13
  /// Thunderstorms at some places.
  case scatteredThunderstorms = 14
  /// Precipitation of an unknown kind.
  case unknownPrecipitation = 15
  /// Light rain.
  case lightRain = 16
  /// Heavy rain.
  case heavyRain = 17
  /// Light snow.
  case lightSnow = 18
  /// Heavy snow.
  case heavySnow = 19
  /// Light rain with snow.
  case lightRainSnow = 20
  /// Heavy rain with snow.
  case heavyRainSnow = 21
  /// An overcast sky.
  case cloudy = 22
}
