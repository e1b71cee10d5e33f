// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

extension WeatherData {
  /// Creates the weather of a file; nil without temperature or humidity.
  ///
  /// - Parameters:
  ///   - weather: The observation.
  ///   - session: The ruck's identifier, from which the weather's one is derived.
  ///   - start: The time of an observation without a time.
  convenience init?(_ weather: ActivityWeather, of session: UUID, at start: Date) {
    guard let temperature = weather.temperature, let humidity = weather.humidity else { return nil }
    self.init(
      timestamp: weather.time ?? start, condition: weather.condition?.words ?? "",
      temperature: temperature, humidity: humidity)
    id = UUID(derivedFrom: "weather", session)
    windSpeed = weather.windSpeed
    windDirection = weather.windDirection
  }
}

extension ActivityWeather {
  /// Creates the observation of a ruck's weather for a file.
  init(_ weather: WeatherData) {
    self.init()
    time = weather.timestamp
    condition = ActivityWeatherCondition(words: weather.condition)
    temperature = weather.temperature
    humidity = weather.humidity
    windSpeed = weather.windSpeed
    windDirection = weather.windDirection
  }
}

extension ActivityWeatherCondition {
  /// The condition in the words of a weather service.
  var words: String {
    switch self {
    case .clear: "Clear"
    case .partlyCloudy: "Partly cloudy"
    case .mostlyCloudy: "Mostly cloudy"
    case .rain: "Rain"
    case .snow: "Snow"
    case .windy: "Windy"
    case .thunderstorms: "Thunderstorm"
    case .wintryMix: "Freezing rain"
    case .fog: "Fog"
    case .hazy: "Haze"
    case .hail: "Hail"
    case .scatteredShowers: "Rain showers"
    case .scatteredThunderstorms: "Scattered thunderstorms"
    case .unknownPrecipitation: "Precipitation"
    case .lightRain: "Light rain"
    case .heavyRain: "Heavy rain"
    case .lightSnow: "Light snow"
    case .heavySnow: "Heavy snow"
    case .lightRainSnow: "Light sleet"
    case .heavyRainSnow: "Heavy sleet"
    case .cloudy: "Overcast"
    }
  }

  /// Creates the condition that is nearest to words in any case; nil for unknown words.
  init?(words: String) {
    let words = words.lowercased()
    let similar: [String: ActivityWeatherCondition] = [
      "sunny": .clear, "mainly clear": .clear, "cloudy": .cloudy, "drizzle": .lightRain,
      "freezing drizzle": .wintryMix, "snow grains": .lightSnow, "snow showers": .snow,
      "thunderstorms": .thunderstorms, "thunderstorm with hail": .thunderstorms,
    ]
    let exact = Self.allCases.first { $0.words.lowercased() == words }
    guard let condition = exact ?? similar[words] else { return nil }
    self = condition
  }
}
