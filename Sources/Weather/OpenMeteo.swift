// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Requests and responses in the form of Open-Meteo's forecast (`/v1/forecast`).
///
/// Any service with this form can be used. Positions are rounded to about a kilometre before they are sent. This
/// module opens no connections.
package enum OpenMeteo {
  /// The address of the public service.
  package static let publicService = "https://api.open-meteo.com"
  /// The number of days, today included, that a forecast reaches.
  package static let dayCount = 16

  /// A response that has not the form of Open-Meteo.
  package struct InvalidResponse: Error, LocalizedError, Hashable {
    /// The missing part, such as "no days", or the reason that the service states.
    package var reason: String
    /// True if the service states the reason.
    package var isStated = false

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
      reason = OpenMeteo.statedReason(body)
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

  /// Returns the URL of the forecast of days, in their local time.
  ///
  /// - Parameters:
  ///   - service: The address of the service, without a final slash.
  ///   - latitude: The latitude in degrees.
  ///   - longitude: The longitude in degrees.
  ///   - first: The first day, such as `2027-03-10`.
  ///   - last: The last day.
  /// - Returns: The URL as text.
  package static func request(
    _ service: String, latitude: Double, longitude: Double, first: String, last: String
  ) -> String {
    forecast(service, latitude, longitude)
      + "&daily=weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum"
      + "&timezone=auto&start_date=\(first)&end_date=\(last)"
  }

  /// Returns the URL of the present weather.
  ///
  /// - Parameters:
  ///   - service: The address of the service, without a final slash.
  ///   - latitude: The latitude in degrees.
  ///   - longitude: The longitude in degrees.
  /// - Returns: The URL as text.
  package static func request(
    _ service: String, latitude: Double, longitude: Double
  ) -> String {
    forecast(service, latitude, longitude)
      + "&current=temperature_2m,relative_humidity_2m,weather_code,wind_speed_10m,"
      + "wind_direction_10m,pressure_msl,visibility&wind_speed_unit=ms&timeformat=unixtime"
  }

  private static func forecast(
    _ service: String, _ latitude: Double, _ longitude: Double
  ) -> String {
    service + "/v1/forecast?latitude=\(hundredths(latitude))&longitude=\(hundredths(longitude))"
  }

  /// Returns an angle in hundredths of a degree.
  package static func hundredths(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }

  /// Returns the reason in the body of a refused request.
  static func statedReason(_ body: Data) -> String? {
    struct Answer: Decodable { let reason: String? }
    let reason = (try? JSONDecoder().decode(Answer.self, from: body))?.reason
    return reason.map { String($0.prefix(200)) }
  }
}
