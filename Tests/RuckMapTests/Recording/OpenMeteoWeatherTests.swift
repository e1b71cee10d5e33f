// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import RuckMap
import Testing

@Suite struct OpenMeteoWeatherTests {
  private let bern = CLLocationCoordinate2D(latitude: 46.948123, longitude: 7.447456)

  private func source(_ answer: String, seen: Seen = Seen()) -> OpenMeteoWeather {
    OpenMeteoWeather(service: "https://weather.example.org/") { url in
      seen.add(url.absoluteString)
      return Data(answer.utf8)
    }
  }

  /// The requests of a test.
  private final class Seen: @unchecked Sendable {
    // Unchecked because `lock` protects the state.
    private let lock = NSLock()
    private var urls: [String] = []
    func add(_ url: String) { lock.withLock { urls.append(url) } }
    var all: [String] { lock.withLock { urls } }
  }

  @Test func `the present weather is requested at a rounded position`() async throws {
    let seen = Seen()
    let answer = #"""
      {"latitude":46.94,"longitude":7.44,"current":{"time":1795824000,"interval":900,
      "temperature_2m":-1.5,"relative_humidity_2m":81,"weather_code":71,"wind_speed_10m":3.2,
      "wind_direction_10m":270,"pressure_msl":1013.2,"visibility":24140.0}}
      """#
    let weather = try await source(answer, seen: seen).weather(at: bern)
    #expect(
      weather
        == WeatherObservation(
          timestamp: Date(timeIntervalSince1970: 1_795_824_000), condition: "Light snow",
          temperature: -1.5, humidity: 81, windSpeed: 3.2, windDirection: 270, pressure: 1013.2,
          visibility: 24_140))
    let request = try #require(seen.all.first)
    #expect(
      request.hasPrefix("https://weather.example.org/v1/forecast?latitude=46.95&longitude=7.45&"))
    #expect(!request.contains("46.948"))
  }

  @Test func `impossible optional values are left out`() async throws {
    let answer = #"""
      {"current":{"time":1795824000,"temperature_2m":5,"relative_humidity_2m":50,
      "weather_code":1000,"wind_speed_10m":-4,"pressure_msl":3}}
      """#
    let weather = try await source(answer).weather(at: bern)
    #expect(weather.condition == "Unknown")
    #expect(weather.windSpeed == nil && weather.pressure == nil && weather.visibility == nil)
  }

  @Test(arguments: [
    "", "<html>", "{}", #"{"current":{}}"#, #"{"error":true,"reason":"Daily API limit exceeded"}"#,
    #"{"current":{"time":1,"temperature_2m":1e6,"relative_humidity_2m":5}}"#,
  ])
  func `another answer is rejected`(_ answer: String) async {
    await #expect(throws: OpenMeteoWeather.Failure.self) {
      try await source(answer).weather(at: bern)
    }
  }

  @Test(arguments: ["file:///etc/passwd", "no address", "https://"])
  func `an address that is no HTTP address is rejected`(_ service: String) async {
    let source = OpenMeteoWeather(service: service) { _ in Data() }
    await #expect(throws: OpenMeteoWeather.Failure.self) { try await source.weather(at: bern) }
  }
}
