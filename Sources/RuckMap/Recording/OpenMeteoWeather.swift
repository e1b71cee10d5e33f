// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation

/// The present weather of a service in the form of Open-Meteo (`/v1/forecast`).
///
/// Positions are rounded to about a kilometre before they are sent. The transport is a parameter, since
/// this module opens no connections.
public struct OpenMeteoWeather: WeatherSource {
  /// The address of the public service.
  public static let publicService = "https://api.open-meteo.com"

  /// An address or an answer that can't be used.
  public struct Failure: Error, LocalizedError, Hashable, Sendable {
    /// The reason.
    public let reason: String

    /// The failure and the remedy.
    public var errorDescription: String? {
      "The weather can't be fetched: \(reason). Check the address of the service."
    }
  }

  /// The service's address without a final slash.
  private let service: String
  private let fetch: @Sendable (URL) async throws -> Data

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - service: The service's address, such as ``publicService``.
  ///   - fetch: Sends a GET request, and returns the body of a successful answer.
  public init(
    service: String = publicService, fetch: @escaping @Sendable (URL) async throws -> Data
  ) {
    self.service = service.hasSuffix("/") ? String(service.dropLast()) : service
    self.fetch = fetch
  }

  /// Requests the present weather.
  ///
  /// - Parameter coordinate: The position.
  /// - Returns: The weather.
  /// - Throws: ``Failure``, or an error of the transport.
  public func weather(at coordinate: CLLocationCoordinate2D) async throws -> WeatherObservation {
    guard let url = URL(string: request(at: coordinate)), url.host()?.isEmpty == false,
      url.scheme == "https" || url.scheme == "http"
    else { throw Failure(reason: "\(service) is no HTTP address") }
    return try Self.observation(try await fetch(url))
  }

  /// The address of a request.
  func request(at coordinate: CLLocationCoordinate2D) -> String {
    func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    return service + "/v1/forecast?latitude=\(hundredths(coordinate.latitude))"
      + "&longitude=\(hundredths(coordinate.longitude))"
      + "&current=temperature_2m,relative_humidity_2m,weather_code,wind_speed_10m,"
      + "wind_direction_10m,pressure_msl,visibility&wind_speed_unit=ms&timeformat=unixtime"
  }

  private struct Answer: Decodable {
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
    let reason: String?
  }

  /// Decodes an answer; impossible values are left out.
  static func observation(_ data: Data) throws -> WeatherObservation {
    guard data.count <= 1 << 20, let answer = try? JSONDecoder().decode(Answer.self, from: data)
    else { throw Failure(reason: "the answer is no JSON of a forecast") }
    guard let current = answer.current else {
      let reason = answer.reason.map { String($0.prefix(200)) }
      throw Failure(reason: reason ?? "the answer has no present weather")
    }
    func value(_ value: Double?, _ range: ClosedRange<Double>) -> Double? {
      value.flatMap { range.contains($0) ? $0 : nil }
    }
    guard let temperature = value(current.temperature_2m, -100...100),
      let humidity = value(current.relative_humidity_2m, 0...100),
      let time = value(current.time, 0...4e9)
    else { throw Failure(reason: "the answer has no time, temperature or humidity") }
    return WeatherObservation(
      timestamp: Date(timeIntervalSince1970: time),
      condition: value(current.weather_code, 0...99).flatMap { condition(Int($0)) } ?? "Unknown",
      temperature: temperature, humidity: humidity,
      windSpeed: value(current.wind_speed_10m, 0...150),
      windDirection: value(current.wind_direction_10m, 0...360),
      pressure: value(current.pressure_msl, 800...1_100),
      visibility: value(current.visibility, 0...1e6))
  }

  /// The words for a code of WMO table 4677, as Open-Meteo reduces it.
  private static func condition(_ code: Int) -> String? {
    switch code {
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
