// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Weather

@Suite struct OpenMeteoTests {
  @Test(arguments: [
    ("https://api.open-meteo.com", "https://api.open-meteo.com"),
    (" http://localhost:8090/ ", "http://localhost:8090"),
    ("https://example.com/weather/", "https://example.com/weather"),
    ("ftp://example.com", nil), ("example.com", nil), ("", nil), ("https://a/?key=1", nil),
  ])
  func `a service is an HTTP address without a query`(text: String, service: String?) {
    #expect(OpenMeteo.service(text) == service)
  }

  @Test func `an address has rounded positions and the wanted values`() {
    #expect(
      OpenMeteo.request(
        "http://127.0.0.1:8090", latitude: -37.00812, longitude: 174.7917, first: "2027-03-10",
        last: "2027-03-12")
        == "http://127.0.0.1:8090/v1/forecast?latitude=-37.01&longitude=174.79"
        + "&daily=weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum"
        + "&timezone=auto&start_date=2027-03-10&end_date=2027-03-12")
    #expect(
      OpenMeteo.request("https://example.org", latitude: 46.948123, longitude: 7.447456)
        == "https://example.org/v1/forecast?latitude=46.95&longitude=7.45"
        + "&current=temperature_2m,relative_humidity_2m,weather_code,wind_speed_10m,"
        + "wind_direction_10m,pressure_msl,visibility&wind_speed_unit=ms&timeformat=unixtime")
  }

  @Test func `days have their values, and impossible or missing ones are nil`() throws {
    let text = #"""
      {"daily":{"time":["2027-03-10","2027-03-11"],"weather_code":[95,1000],
      "temperature_2m_max":[21.4,1e9],"temperature_2m_min":[-0.6],"precipitation_sum":[0.04,-1]}}
      """#
    #expect(
      try OpenMeteo.days(Data(text.utf8)) == [
        .init(
          day: "2027-03-10", code: WeatherCode(95), high: 21.4, low: -0.6, precipitation: 0.04),
        .init(day: "2027-03-11"),
      ])
  }

  @Test(arguments: [
    ("<html>", "no JSON of a forecast", false), ("{}", "no present weather", false),
    (#"{"current":{}}"#, "no time, temperature or humidity", false),
    (#"{"error":true,"reason":"Too many requests"}"#, "Too many requests", true),
  ])
  func `a malformed answer names its reason`(text: String, reason: String, isStated: Bool) {
    let error = #expect(throws: OpenMeteo.InvalidResponse.self) {
      try OpenMeteo.current(Data(text.utf8))
    }
    #expect(error == .init(reason: reason, isStated: isStated))
  }

  @Test func `an answer above the limit is not decoded`() {
    let answer = #"{"daily":{"time":[]}}"# + String(repeating: " ", count: OpenMeteo.responseLimit)
    #expect(throws: OpenMeteo.InvalidResponse(reason: "no JSON of a forecast")) {
      try OpenMeteo.days(Data(answer.utf8))
    }
  }

  @Test func `a refusal has the status, the service's reason and a remedy`() {
    let body = Data(#"{"error":true,"reason":"Daily limit exceeded"}"#.utf8)
    #expect(
      OpenMeteo.Refusal(status: 429, phrase: "Too Many Requests", body: body).message
        == "the weather service answered with HTTP status 429 (Too Many Requests): "
        + "Daily limit exceeded. Try again later")
    #expect(
      OpenMeteo.Refusal(status: 404, phrase: "", body: Data()).message
        == "the weather service answered with HTTP status 404. Check its address")
  }

  @Test func `codes have words, and unknown codes have none`() {
    #expect(WeatherCode(61)?.summary == "Light rain")
    #expect(WeatherCode(99)?.summary == "Thunderstorm with hail")
    #expect(WeatherCode(4)?.summary == nil)
    #expect(WeatherCode(-1) == nil && WeatherCode(100) == nil)
  }
}
