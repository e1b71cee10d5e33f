// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Temperatures of samples and laps, and the weather of an activity.
struct ActivityWeatherTests {
  private static let start = Date(timeIntervalSince1970: 1_600_000_000)

  /// A walk with two temperatures and the weather.
  static func walk() -> ActivityRecording {
    var recording = ActivityRecording()
    recording.segments = [
      (0..<4).map { index in
        var sample = ActivitySample()
        sample.time = start + Double(index)
        sample.latitude = 45 + Double(index) / 1000
        sample.longitude = 7
        sample.temperature = index < 3 ? -2 : 1
        return sample
      }
    ]
    recording.summary.sport = .rucking
    recording.summary.totals.averageTemperature = -1
    recording.summary.totals.minTemperature = -2
    recording.summary.totals.maxTemperature = 1
    var weather = ActivityWeather()
    weather.time = start - 600
    weather.condition = .lightSnow
    weather.temperature = -3
    weather.humidity = 81
    weather.windSpeed = 3.25
    weather.windDirection = 270
    recording.summary.weather = weather
    return recording
  }

  @Test
  func `a written FIT file has the temperatures and the weather`() throws {
    let walk = Self.walk()
    let data = try walk.fitData()
    let copy = try ActivityRecording(data: data)
    #expect(copy.segments.joined().map(\.temperature) == [-2, -2, -2, 1])
    #expect(copy.summary.weather == walk.summary.weather)
    #expect(copy.laps.count == 1)
    for totals in copy.laps + [copy.summary.totals] {
      #expect(totals.averageTemperature == -1)
      #expect(totals.minTemperature == -2 && totals.maxTemperature == 1)
    }
  }

  @Test
  func `a FIT file without temperatures has no fields for them`() throws {
    var walk = Self.walk()
    walk.summary.weather = nil
    walk.summary.totals = ActivityLap()
    let content = try FITContent(FITReader(data: walk.fitData()))
    #expect(content.others.allSatisfy { $0.number != 128 })
    #expect(content.sessions.map(\.totals.averageTemperature) == [nil])
  }

  @Test
  func `a forecast and an observation without values are not the weather`() throws {
    var builder = FITBuilder()
    // The report, temperature, condition, wind and humidity.
    builder.define(128, [(0, 1, 0), (1, 1, 1), (2, 1, 0), (3, 2, 0x84), (4, 2, 0x84), (7, 1, 2)])
    builder.message([1, 30, 0] + bytes(UInt16(90)) + bytes(UInt16(1000)) + [50])
    builder.message([0, 0x7F, 0xFF] + bytes(UInt16.max) + bytes(UInt16.max) + [0xFF])
    builder.message([0, 12, 99] + bytes(UInt16(400)) + bytes(UInt16(1500)) + [101])
    builder.message([0, 13, 0] + bytes(UInt16(90)) + bytes(UInt16(1000)) + [50])
    builder.define(18, local: 1, [(5, 1, 0)])
    builder.message(local: 1, [17])
    let weather = try #require(try ActivityRecording(data: builder.file()).summary.weather)
    // Values out of range are left out.
    #expect(weather.temperature == 12 && weather.windSpeed == 1.5)
    #expect(weather.condition == nil && weather.windDirection == nil && weather.humidity == nil)
    #expect(weather.time == nil)
  }

  @Test
  func `a GPX file has temperatures of samples`() throws {
    let text = """
      <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><trkseg>
      <trkpt lat="45" lon="7"><time>2020-01-01T10:00:00Z</time><extensions>\
      <gpxtpx:TrackPointExtension><gpxtpx:atemp>21.5</gpxtpx:atemp>\
      </gpxtpx:TrackPointExtension></extensions></trkpt>
      <trkpt lat="45.001" lon="7"><time>2020-01-01T10:00:09Z</time></trkpt>
      </trkseg></trk></gpx>
      """
    let recording = try ActivityRecording(data: Data(text.utf8))
    #expect(recording.segments.joined().map(\.temperature) == [21.5, nil])
  }

  @Test
  func `a TCX file has temperatures under each name that programs use`() throws {
    let points = [
      "<TPX><Speed>1.5</Speed><Temperature>20</Temperature></TPX>",
      "<ns3:TPX><ns3:Temp>-4</ns3:Temp><ns3:Watts>90</ns3:Watts></ns3:TPX>", "<atemp>7.5</atemp>",
      "<Temperature>warm</Temperature>", "<TPX><Speed>1.5</Speed></TPX>",
    ].map {
      "<Trackpoint><Time>2020-01-01T10:00:01Z</Time><Extensions>\($0)</Extensions></Trackpoint>"
    }
    let text =
      "<TrainingCenterDatabase><Activities><Activity Sport=\"Other\">"
      + "<Lap StartTime=\"2020-01-01T10:00:00Z\"><Track>\(points.joined())</Track>"
      + "<Extensions><Temperature>99</Temperature></Extensions></Lap>"
      + "</Activity></Activities></TrainingCenterDatabase>"
    let recording = try ActivityRecording(data: Data(text.utf8))
    let samples = recording.segments.flatMap(\.self)
    #expect(samples.map(\.temperature) == [20, -4, 7.5, nil, nil])
    #expect(samples.map(\.speed) == [1.5, nil, nil, nil, 1.5])
    #expect(samples[1].power == 90)
  }
}
