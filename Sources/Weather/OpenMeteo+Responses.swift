// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension OpenMeteo {
  /// The forecast of a day; impossible values are nil.
  package struct Day: Sendable, Hashable {
    /// The local day, such as `2027-03-10`.
    package var day: String
    package var code: WeatherCode?
    /// The highest and the lowest temperature in °C.
    package var high: Double?
    package var low: Double?
    /// The sum of rain and melted snow in millimetres.
    package var precipitation: Double?
  }

  /// The present weather; impossible optional values are nil.
  package struct Current: Sendable, Hashable {
    package var time: Date
    package var code: WeatherCode?
    /// Degrees Celsius.
    package var temperature: Double
    /// Relative humidity in percent.
    package var humidity: Double
    /// Metres per second.
    package var windSpeed: Double?
    /// The direction of the wind's origin, in degrees from north.
    package var windDirection: Double?
    /// Hectopascals at sea level.
    package var pressure: Double?
    /// Metres.
    package var visibility: Double?
  }

  /// The maximum size of a response in bytes.
  package static let responseLimit = 1 << 20

  /// Decodes the days of a response, at most 400.
  ///
  /// - Throws: ``InvalidResponse``.
  package static func days(_ data: Data) throws(InvalidResponse) -> [Day] {
    struct Answer: Decodable {
      struct Daily: Decodable {
        let time: [String]
        let weather_code: [Double?]?
        let temperature_2m_max: [Double?]?
        let temperature_2m_min: [Double?]?
        let precipitation_sum: [Double?]?
      }

      let daily: Daily?
    }
    guard let daily = try decoded(Answer.self, data).daily else { throw missing("no days", data) }
    func value(_ values: [Double?]?, _ index: Int, _ range: ClosedRange<Double>) -> Double? {
      guard let values, values.indices.contains(index) else { return nil }
      return possible(values[index], range)
    }
    return daily.time.prefix(400).enumerated().map { index, day in
      Day(
        day: day, code: value(daily.weather_code, index, 0...99).flatMap { WeatherCode(Int($0)) },
        high: value(daily.temperature_2m_max, index, temperatures),
        low: value(daily.temperature_2m_min, index, temperatures),
        precipitation: value(daily.precipitation_sum, index, 0...3000))
    }
  }

  /// Decodes the present weather of a response.
  ///
  /// - Throws: ``InvalidResponse``, also without a possible time, temperature or humidity.
  package static func current(_ data: Data) throws(InvalidResponse) -> Current {
    struct Answer: Decodable {
      struct Current: Decodable {
        let time: Double?
        let temperature_2m: Double?
        let relative_humidity_2m: Double?
        let weather_code: Double?
        let wind_speed_10m: Double?
        let wind_direction_10m: Double?
        let pressure_msl: Double?
        let visibility: Double?
      }

      let current: Current?
    }
    guard let current = try decoded(Answer.self, data).current else {
      throw missing("no present weather", data)
    }
    guard let temperature = possible(current.temperature_2m, temperatures),
      let humidity = possible(current.relative_humidity_2m, 0...100),
      let time = possible(current.time, 0...4e9)
    else { throw InvalidResponse(reason: "no time, temperature or humidity") }
    return Current(
      time: Date(timeIntervalSince1970: time),
      code: possible(current.weather_code, 0...99).flatMap { WeatherCode(Int($0)) },
      temperature: temperature, humidity: humidity,
      windSpeed: possible(current.wind_speed_10m, 0...150),
      windDirection: possible(current.wind_direction_10m, 0...360),
      pressure: possible(current.pressure_msl, 800...1_100),
      visibility: possible(current.visibility, 0...1e6))
  }

  /// Possible temperatures in °C.
  private static let temperatures: ClosedRange<Double> = -100...100

  private static func possible(_ value: Double?, _ range: ClosedRange<Double>) -> Double? {
    value.flatMap { range.contains($0) ? $0 : nil }
  }

  private static func decoded<Answer: Decodable>(
    _ type: Answer.Type, _ data: Data
  ) throws(InvalidResponse) -> Answer {
    guard data.count <= responseLimit, let answer = try? JSONDecoder().decode(type, from: data)
    else { throw InvalidResponse(reason: "no JSON of a forecast") }
    return answer
  }

  private static func missing(_ part: String, _ data: Data) -> InvalidResponse {
    if let reason = statedReason(data) { return InvalidResponse(reason: reason, isStated: true) }
    return InvalidResponse(reason: part)
  }
}
