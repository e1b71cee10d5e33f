// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TravelFiles

/// Requests and responses in the form of Open-Meteo's forecast (`/v1/forecast`).
///
/// Any service with this form can be configured. Positions are rounded to about a kilometre before they are sent.
package enum OpenMeteo {
  /// The address of the public service.
  package static let publicService = "https://api.open-meteo.com"
  /// The number of days, today included, that a forecast reaches.
  package static let dayCount = 16

  /// A response that has not the form of Open-Meteo.
  package struct InvalidResponse: Error, LocalizedError, Hashable {
    package var reason: String

    /// The message with the remedy.
    package var message: String {
      "the weather service's answer is malformed: \(reason). Check that its address is that of a service in "
        + "the form of Open-Meteo"
    }

    package var errorDescription: String? { message }
  }

  /// A response with another HTTP status than 2xx.
  package struct Refusal: Error, LocalizedError, Hashable {
    /// The HTTP status, such as 429.
    package var status: Int
    /// The phrase of the status, such as `Too Many Requests`; may be empty.
    package var phrase: String
    /// The reason that the service states; nil without one.
    package var reason: String?

    /// Reads the reason from the body of a response.
    package init(status: Int, phrase: String, body: Data) {
      (self.status, self.phrase) = (status, phrase)
      let text = (try? JSONDecoder().decode(Response.self, from: body))?.reason
      reason = text.map { String($0.prefix(200)) }
    }

    /// The message with the remedy.
    package var message: String {
      let answer = "HTTP status \(status)" + (phrase.isEmpty ? "" : " (\(phrase))")
      let remedy = status == 429 || status >= 500 ? "Try again later" : "Check its address"
      return "the weather service answered with \(answer)" + (reason.map { ": \($0)" } ?? "")
        + ". \(remedy)"
    }

    package var errorDescription: String? { message }
  }

  /// Returns the address of a service without its final slash; nil unless it is an HTTP URL with a host.
  package static func service(_ text: String) -> String? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http",
      let host = url.host(), !host.isEmpty, url.query == nil, url.fragment == nil
    else { return nil }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// Returns the URL of a forecast.
  ///
  /// - Parameters:
  ///   - service: The address of the service.
  ///   - position: The position.
  ///   - days: The first and the last day.
  /// - Returns: The URL as text.
  package static func request(
    _ service: String, at position: Coordinates, days: ClosedRange<LocalDate>
  ) -> String {
    let position = rounded(position)
    return service + "/v1/forecast?latitude=\(position.latitude)&longitude=\(position.longitude)"
      + "&daily=weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum"
      + "&timezone=auto&start_date=\(days.lowerBound)&end_date=\(days.upperBound)"
  }

  /// Returns a position in hundredths of a degree.
  package static func rounded(_ position: Coordinates) -> Coordinates {
    func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    return Coordinates(
      latitude: hundredths(position.latitude), longitude: hundredths(position.longitude))
      ?? position
  }

  private struct Response: Decodable {
    struct Daily: Decodable {
      let time: [String]
      let weather_code: [Double?]?
      let temperature_2m_max: [Double?]?
      let temperature_2m_min: [Double?]?
      let precipitation_sum: [Double?]?
    }

    let daily: Daily?
    let reason: String?
  }

  /// Decodes the days of a response.
  ///
  /// Impossible values are left out.
  ///
  /// - Throws: ``InvalidResponse``.
  package static func days(
    _ data: Data, at position: Coordinates, fetchedAt: Date
  ) throws -> [DayWeather] {
    let response: Response
    do {
      response = try JSONDecoder().decode(Response.self, from: data)
    } catch {
      throw InvalidResponse(reason: "no JSON of a forecast")
    }
    guard let daily = response.daily else {
      throw InvalidResponse(reason: response.reason.map { String($0.prefix(200)) } ?? "no days")
    }
    func value(_ values: [Double?]?, _ index: Int, _ range: ClosedRange<Double>) -> Double? {
      guard let values, values.indices.contains(index), let value = values[index],
        range.contains(value)
      else { return nil }
      return value
    }
    return daily.time.prefix(400).enumerated().compactMap { index, day in
      guard StoredTime.day(day) != nil else { return nil }
      return DayWeather(
        day: day, latitude: position.latitude, longitude: position.longitude,
        code: value(daily.weather_code, index, 0...99).map { Int($0) },
        high: value(daily.temperature_2m_max, index, -100...100),
        low: value(daily.temperature_2m_min, index, -100...100),
        precipitation: value(daily.precipitation_sum, index, 0...3000), fetchedAt: fetchedAt)
    }
  }
}
