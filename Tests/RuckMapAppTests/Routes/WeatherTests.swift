// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Measures
import PageTestSupport
import RuckMap
import RuckMapApp
import Testing

/// The weather of a ruck and its recorded temperatures, on its page and in the command.
@Suite(.timeLimit(.minutes(15))) struct WeatherTests {
  private static let weather = WeatherObservation(
    timestamp: SampleTrack.start, condition: "<b>Fog</b>", temperature: 7.4, humidity: 93,
    windSpeed: 4.5, windDirection: 240, pressure: 1_002.3, visibility: 150)

  /// A recording with two temperatures.
  private static var gpx: String {
    SampleTrack.gpx(1, name: "Walk", points: 12)
      .replacing("</trkpt>", with: extensions(12), maxReplacements: 6)
      .replacing("</time></trkpt>", with: "</time>" + extensions(19))
  }

  private static func extensions(_ temperature: Int) -> String {
    "<extensions><atemp>\(temperature)</atemp></extensions></trkpt>"
  }

  @Test func `the page of a ruck has its weather and its recorded temperatures`() async throws {
    try await TestServer.run { server in
      try await server.importElsewhere(Self.gpx, named: "walk.gpx")
      let id = try #require(try await server.library.rucks().first?.id)
      var display = DisplaySettings()
      display.showWeather = true
      try await server.library.setProfile(UserProfileEdit(unitSystem: .metric, display: display))
      try await server.library.setWeather(Self.weather, of: id)
      let page = try await server.send("GET", "/rucks/\(id.uuidString.lowercased())").body
      for (number, unit) in [(7, "°C"), (93, "%"), (1_002, "hPa"), (12, "°C"), (19, "°C")] {
        #expect(page.contains("<dd>\(number) <span class=\"unit\">\(unit)</span>"), "\(number)")
      }
      #expect(page.contains("&lt;b&gt;Fog") && page.contains(" SW<"))
    }
  }

  @Test func `the weather service is stored in a private file, and a damaged file turns it off`()
    throws
  {
    let workspace = try Workspace()
    let folder = workspace.url.appending(path: "service")
    #expect(try PageWeather(folder: folder).service() == nil)
    try PageWeather(folder: folder).setService("http://127.0.0.1:9")
    #expect(try PageWeather(folder: folder).service() == "http://127.0.0.1:9")
    let file = folder.appending(path: "ruckmap-weather-service.json")
    let attributes = try FileManager.default.attributesOfItem(
      atPath: file.path(percentEncoded: false))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try Data("{".utf8).write(to: file)
    #expect(throws: DecodingError.self) { try PageWeather(folder: folder).service() }
    try PageWeather(folder: folder).setService(nil)
    #expect(try PageWeather(folder: folder).service() == nil)
  }

  @Test func `the command shows the weather and the recorded temperatures of a ruck`() async throws
  {
    let workspace = try Workspace()
    let library = try RuckLibrary.open(directory: workspace.data)
    let file = workspace.url.appending(path: "walk.gpx")
    try Data(Self.gpx.utf8).write(to: file)
    let report = await library.importFiles([file], options: ImportOptions(packWeight: 16))
    let id = try #require(report.imported.first?.ruck.id, "\(report.failed)")
    try await library.setProfile(UserProfileEdit(unitSystem: .metric))
    try await library.setWeather(Self.weather, of: id)
    let text = try await workspace.cairn("ruck", "show", id.uuidString)
    #expect(text.output.contains("93 % humidity, wind "), "\(text)")
    #expect(text.output.contains(" from SW, 1002 hPa"), "\(text)")
    #expect(text.output.contains("12 °C to 19 °C, "), "\(text)")

    struct Record: Decodable {
      struct Weather: Decodable {
        let temperature_c: Double
        let wind_from_deg: Double?
        let pressure_hpa: Double?
        let visibility_m: Double?
      }
      struct Temperature: Decodable {
        let average_c: Double
        let min_c: Double
        let max_c: Double
      }
      let weather: Weather
      let temperature: Temperature
    }
    let json = try await workspace.cairn("ruck", "show", id.uuidString, "--json")
    let record = try JSONDecoder().decode(Record.self, from: Data(json.output.utf8))
    #expect(record.weather.temperature_c == 7.4 && record.weather.wind_from_deg == 240)
    #expect(record.weather.pressure_hpa == 1_002.3 && record.weather.visibility_m == 150)
    #expect(record.temperature.min_c == 12 && record.temperature.max_c == 19)
    #expect((12.0...19.0).contains(record.temperature.average_c))
  }
}
