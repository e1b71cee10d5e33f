// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Geodesy
import RuckMap
import SwiftData
import Testing

/// Temperatures and the weather of recordings, from import to export.
@Suite struct TemperatureTests {
  let folder: TemporaryFolder
  let container: ModelContainer
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    container = try RuckMapStore.container(directory: folder.url.appending(path: "data"))
    library = RuckLibrary(modelContainer: container)
  }

  /// The temperatures of 100 points, ten seconds apart: -1, then 4.5, unknown, and 4 degrees.
  private static let temperatures: [Double?] =
    Array(repeating: -1, count: 40) + Array(repeating: 4.5, count: 20)
    + Array(repeating: nil, count: 20) + Array(repeating: 4, count: 20)

  /// Imports a GPX file with temperatures.
  ///
  /// - Parameters:
  ///   - first: The time of the first point.
  ///   - temperatures: The temperature of each point.
  private func walk(
    first: Date = Tracks.start, temperatures: [Double?] = Self.temperatures
  ) async throws -> RuckSummary {
    var track = Tracks.north(points: temperatures.count)
    track[0].timestamp = first
    let points = zip(track, temperatures).map { point, temperature in
      let extensions =
        temperature.map {
          "<extensions><x:TrackPointExtension><x:atemp>\($0)</x:atemp>"
            + "</x:TrackPointExtension></extensions>"
        } ?? ""
      return "<trkpt lat=\"\(point.latitude)\" lon=\"\(point.longitude)\">"
        + "<time>\((point.timestamp ?? .now).ISO8601Format())</time>\(extensions)</trkpt>"
    }
    let text =
      "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\" "
      + "xmlns:x=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v1\"><trk><trkseg>"
      + points.joined(separator: "\n") + "</trkseg></trk></gpx>"
    let report = await library.importFiles(
      [try folder.file("walk.gpx", text)], options: ImportOptions(packWeight: 16))
    return try #require(report.imported.first?.ruck, "\(report.failed)")
  }

  private func metrics(_ container: ModelContainer? = nil) throws -> [ActivityMetric] {
    try ModelContext(container ?? self.container).fetch(
      FetchDescriptor<ActivityMetric>(sortBy: [SortDescriptor(\.timestamp)]))
  }

  /// The temperatures after an import; an unknown one is that of the point before.
  private var filled: [Double?] {
    var last: Double?
    return Self.temperatures.map { value in
      last = value ?? last
      return last
    }
  }

  @Test func `a track has a measurement for each change of the temperature`() async throws {
    let ruck = try await walk()
    let metrics = try metrics()
    #expect(metrics.map(\.value) == [-1, 4.5, 4])
    #expect(metrics.map { $0.timestamp.timeIntervalSince(Tracks.start) } == [0, 400, 800])
    #expect(metrics.allSatisfy { $0.metricType == .temperature && $0.unit == "°C" })
    let extras = try await library.extras(of: ruck.id)
    let temperature = try #require(extras.temperature)
    // The mean over 990 seconds.
    #expect(temperature.average == 2.2)
    #expect(temperature.minimum == -1 && temperature.maximum == 4.5)
    let session = try #require(
      try ModelContext(container).fetch(FetchDescriptor<RuckingSession>()).first)
    #expect(session.temperature == 2.2 && session.weather == nil)
  }

  @Test func `tenths of a degree are stored once a minute, and whole degrees at once`()
    async throws
  {
    // Each ten seconds, a tenth of a degree more or less; after an hour, the sensor enters a house.
    let outside: [Double] = (0..<360).map { (index: Int) -> Double in
      let tenths = 100 + index / 30 + index % 3
      return Double(tenths) / 10
    }
    let inside: [Double] = [14, 16, 18, 18.2, 18.1, 18.3]
    let ruck = try await walk(temperatures: outside + inside)
    let stored = try metrics()
    #expect(stored.count < 20)
    #expect(stored.suffix(3).map(\.value) == [14, 16, 18])
    for (change, next) in zip(stored, stored.dropFirst()) {
      let time = next.timestamp.timeIntervalSince(change.timestamp)
      let difference = abs(next.value - change.value)
      #expect(difference > 0.99 || (difference > 0.49 && time >= 60), "\(change) \(next)")
    }
    // The exported temperatures are stored again as they are.
    let file = folder.url.appending(path: "again.gpx")
    try await library.export(ruck.id, as: .gpx).write(to: file)
    let other = try RuckMapStore.inMemory()
    let report = await RuckLibrary(modelContainer: other).importFiles(
      [file], options: ImportOptions(packWeight: 16))
    #expect(report.imported.count == 1, "\(report.failed)")
    #expect(try metrics(other).map(\.value) == stored.map(\.value))
    #expect(try metrics(other).map(\.timestamp) == stored.map(\.timestamp))
  }

  @Test(arguments: [0.0, 4e9])
  func `a wrong date of the first position does not count for the temperatures`(
    seconds: TimeInterval
  ) async throws {
    let ruck = try await walk(first: Date(timeIntervalSince1970: seconds))
    #expect(ruck.duration == 980)
    let metrics = try metrics()
    #expect(metrics.map(\.value) == [-1, 4.5, 4])
    #expect(metrics.map { $0.timestamp.timeIntervalSince(Tracks.start) } == [10, 400, 800])
    let session = try #require(
      try ModelContext(container).fetch(FetchDescriptor<RuckingSession>()).first)
    #expect(session.temperature == 2.2)
    let temperature = try #require(try await library.extras(of: ruck.id).temperature)
    #expect(temperature.average == 2.2)
  }

  @Test func `each format contains the temperatures of an import`() async throws {
    let ruck = try await walk()
    let gpx = try GPXDocument(data: try await library.export(ruck.id, as: .gpx))
    #expect(gpx.tracks[0].segments[0].points.map(\.temperature) == filled)
    let fit = try ActivityRecording(data: try await library.export(ruck.id, as: .fit))
    // FIT has whole degrees.
    #expect(fit.segments.joined().map(\.temperature) == filled.map { $0?.rounded() })
    #expect(fit.summary.totals.averageTemperature == 2)
    #expect(fit.summary.totals.minTemperature == -1)
    #expect(fit.summary.totals.maxTemperature == 5)
    let csv = String(decoding: try await library.export(ruck.id, as: .csv), as: UTF8.self)
    let rows = csv.split(separator: "\r\n").map { $0.split(separator: ",").map(String.init) }
    #expect(rows[0].last == "temperature_c" && rows[1].last == "-1.0" && rows[41].last == "4.5")

    let file = folder.url.appending(path: "walk.json")
    try await library.export(ruck.id, as: .json).write(to: file)
    let other = try RuckMapStore.inMemory()
    let report = await RuckLibrary(modelContainer: other).importFiles(
      [file], options: ImportOptions())
    #expect(report.imported.count == 1, "\(report.failed)")
    #expect(try metrics(other).map(\.id) == metrics().map(\.id))
    #expect(try metrics(other).map(\.value) == [-1, 4.5, 4])
  }

  @Test func `the temperatures of a real FIT file are those of its records`() async throws {
    let file = Fixture.activity("fitparse__activity-small-fenix2-run.fit")
    let report = await library.importFiles([file], options: ImportOptions(packWeight: 16))
    let ruck = try #require(report.imported.first?.ruck, "\(report.failed)")
    let samples = try ActivityRecording(contentsOf: file).segments.flatMap(\.self)
      .filter { $0.latitude != nil }
    let gpx = try GPXDocument(data: try await library.export(ruck.id, as: .gpx))
    let points = gpx.tracks.flatMap(\.segments).flatMap(\.points)
    #expect(points.map(\.temperature) == samples.map(\.temperature))
    #expect(try metrics().count < 200)
    #expect(Set(try metrics().map(\.id)).count == (try metrics().count))
  }

  @Test func `impossible temperatures are dropped`() async throws {
    let points = [-300, 1e9, 12].enumerated().map { index, temperature in
      "<Trackpoint><Time>2020-01-01T10:00:0\(index)Z</Time><Position><LatitudeDegrees>45.00\(index)"
        + "</LatitudeDegrees><LongitudeDegrees>7</LongitudeDegrees></Position><Extensions><TPX>"
        + "<Temperature>\(temperature)</Temperature></TPX></Extensions></Trackpoint>"
    }
    let text =
      "<TrainingCenterDatabase><Activities><Activity Sport=\"Other\">"
      + "<Lap StartTime=\"2020-01-01T10:00:00Z\"><Track>\(points.joined())</Track></Lap>"
      + "</Activity></Activities></TrainingCenterDatabase>"
    let report = await library.importFiles(
      [try folder.file("walk.tcx", text)], options: ImportOptions(packWeight: 16))
    #expect(report.imported.count == 1, "\(report.failed)")
    #expect(try metrics().map(\.value) == [12])
  }

  @Test func `a trimmed ruck begins with the temperature at its start`() async throws {
    let ruck = try await walk()
    _ = try await library.trim(ruck.id, from: .time(500), to: nil)
    #expect(try metrics().map(\.value) == [4.5, 4])
    #expect(try metrics().first?.timestamp == Tracks.start + 500)
    _ = try await library.undoTrackEdit()
    #expect(try metrics().map(\.value) == [-1, 4.5, 4])
  }

  @Test func `both parts of a split ruck have their temperatures and the weather`() async throws {
    let ruck = try await walk()
    try await library.setWeather(
      WeatherObservation(timestamp: Tracks.start, condition: "Fog", temperature: 3, humidity: 99),
      of: ruck.id)
    let parts = try await library.split(ruck.id, at: .time(500))
    let sessions = try ModelContext(container).fetch(
      FetchDescriptor<RuckingSession>(sortBy: [SortDescriptor(\.startDate)]))
    #expect(parts.count == 2)
    #expect(sessions.map(\.weather?.condition) == ["Fog", "Fog"])
    let values = sessions.map { session in
      session.metrics.sorted { $0.timestamp < $1.timestamp }.map(\.value)
    }
    #expect(values == [[-1, 4.5], [4.5, 4]])
  }

  @Test func `a cut export has temperatures of its visible points only`() async throws {
    let ruck = try await walk()
    _ = try await library.addPrivacyZone(name: "home", latitude: 45, longitude: 7, radius: 300)
    let file = folder.url.appending(path: "cut.json")
    try await library.export(ruck.id, as: .json).write(to: file)
    let other = try RuckMapStore.inMemory()
    let report = await RuckLibrary(modelContainer: other).importFiles(
      [file], options: ImportOptions())
    let copy = try #require(report.imported.first?.ruck, "\(report.failed)")
    #expect(copy.points < 100)
    let stored = try metrics(other)
    #expect(!stored.isEmpty && stored.allSatisfy { $0.timestamp >= copy.startedAt })
    #expect(stored.last?.value == 4)
  }

  @Test func `the weather of a ruck is exported to FIT, and imported again`() async throws {
    let ruck = try await walk()
    let weather = WeatherObservation(
      timestamp: Tracks.start - 60, condition: "Light rain", temperature: 7, humidity: 93,
      windSpeed: 4.5, windDirection: 240, pressure: 1002)
    try await library.setWeather(weather, of: ruck.id)
    let file = folder.url.appending(path: "walk.fit")
    try await library.export(ruck.id, as: .fit).write(to: file)
    let other = try RuckMapStore.inMemory()
    let report = await RuckLibrary(modelContainer: other).importFiles(
      [file], options: ImportOptions(packWeight: 16))
    #expect(report.imported.count == 1, "\(report.failed)")
    let copy = try #require(try ModelContext(other).fetch(FetchDescriptor<WeatherData>()).first)
    #expect(copy.timestamp == weather.timestamp && copy.condition == weather.condition)
    #expect(copy.temperature == 7 && copy.humidity == 93)
    #expect(copy.windSpeed == 4.5 && copy.windDirection == 240)
    // FIT has no field for the pressure.
    #expect(copy.pressure == nil)
    #expect(copy.session?.humidity == 93)
  }

  @Test(
    arguments: [
      ("Light rain", ActivityWeatherCondition.lightRain), ("drizzle", .lightRain),
      ("Mainly clear", .clear), ("Overcast", .cloudy), ("Snow showers", .snow), ("Sunny", .clear),
      ("Thunderstorm with hail", .thunderstorms), ("Rain showers", .scatteredShowers),
      ("Unknown", nil), ("", nil),
    ] as [(String, ActivityWeatherCondition?)])
  func `a condition in words is the nearest one of a FIT file`(
    words: String, condition: ActivityWeatherCondition?
  ) async throws {
    let ruck = try await walk()
    try await library.setWeather(
      WeatherObservation(timestamp: .now, condition: words, temperature: 1, humidity: 50),
      of: ruck.id)
    let fit = try ActivityRecording(data: try await library.export(ruck.id, as: .fit))
    #expect(fit.summary.weather?.condition == condition)
    #expect(fit.summary.weather?.temperature == 1)
  }
}
