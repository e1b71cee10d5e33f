// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A code of WMO table 4677, as Open-Meteo reduces it.
package struct WeatherCode: Sendable, Hashable {
  /// The code, 0 to 99.
  package let number: Int

  /// Creates a code; nil outside the table.
  package init?(_ number: Int) {
    guard (0...99).contains(number) else { return nil }
    self.number = number
  }

  /// The code in words, such as "Light rain"; nil for a code that Open-Meteo does not use.
  ///
  /// Source: Open-Meteo's documentation of `weather_code`.
  package var summary: String? {
    switch number {
    case 0: "Clear"
    case 1: "Mainly clear"
    case 2: "Partly cloudy"
    case 3: "Overcast"
    case 45, 48: "Fog"
    case 51, 53, 55: "Drizzle"
    case 56, 57: "Freezing drizzle"
    case 61: "Light rain"
    case 63: "Rain"
    case 65: "Heavy rain"
    case 66, 67: "Freezing rain"
    case 71: "Light snow"
    case 73: "Snow"
    case 75: "Heavy snow"
    case 77: "Snow grains"
    case 80, 81, 82: "Rain showers"
    case 85, 86: "Snow showers"
    case 95: "Thunderstorm"
    case 96, 99: "Thunderstorm with hail"
    default: nil
    }
  }
}
