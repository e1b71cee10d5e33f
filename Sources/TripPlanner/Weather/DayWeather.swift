// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Weather

/// The forecast of a day at one position.
package struct DayWeather: Sendable, Hashable, Codable {
  /// The local day, such as `2027-03-10`.
  package var day: String
  package var latitude: Double
  package var longitude: Double
  /// The code of WMO table 4677, as Open-Meteo reduces it.
  package var code: Int?
  /// The highest and the lowest temperature in °C.
  package var high: Double?
  package var low: Double?
  /// The sum of rain and melted snow in millimetres.
  package var precipitation: Double?
  /// The time at which the service answered.
  package var fetchedAt: Date

  /// Creates a forecast.
  package init(
    day: String, latitude: Double, longitude: Double, code: Int? = nil, high: Double? = nil,
    low: Double? = nil, precipitation: Double? = nil, fetchedAt: Date
  ) {
    self.day = day
    (self.latitude, self.longitude) = (latitude, longitude)
    (self.code, self.high, self.low) = (code, high, low)
    self.precipitation = precipitation
    self.fetchedAt = fetchedAt
  }

  /// The code in words; nil for an unknown code.
  package var summary: String? { code.flatMap(WeatherCode.init)?.summary }

  /// The forecast in words, such as "Light rain, 9 to 17 °C, 3.2 mm"; nil without any value.
  package var text: String? {
    var parts = [summary].compactMap(\.self)
    if let low, let high { parts.append("\(Self.whole(low)) to \(Self.whole(high)) °C") }
    if let precipitation, precipitation >= 0.05 {
      let tenths = Int((precipitation * 10).rounded())
      parts.append(tenths % 10 == 0 ? "\(tenths / 10) mm" : "\(tenths / 10).\(tenths % 10) mm")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func whole(_ degrees: Double) -> String {
    let rounded = Int(degrees.rounded())
    return rounded < 0 ? "\u{2212}\(-rounded)" : "\(rounded)"
  }
}
