// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Testing

/// Our files, read by programs that others wrote: fitdecode, fitparse, gpxpy and gpsbabel.
struct OtherReaderTests {
  /// The messages of a FIT file as another reader names and scales them.
  private typealias Message = [String: Value]

  /// A value in JSON.
  private enum Value: Decodable {
    case number(Double)
    case numbers([Double?])
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let numbers = try? container.decode([Double?].self) {
        self = .numbers(numbers)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .other
      }
    }

    var number: Double? { if case .number(let number) = self { number } else { nil } }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    var numbers: [Double] {
      if case .numbers(let numbers) = self { numbers.compactMap(\.self) } else { [] }
    }
  }

  private struct ProcessFailure: Error {
    var command: [String]
    var status: Int32
    var output: String
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs a command and returns its output.
  private func run(_ command: [String], in folder: URL) throws -> Data {
    let output = folder.appending(path: "output-\(UUID().uuidString)")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let data = try Data(contentsOf: output)
    guard process.terminationStatus == 0 else {
      throw ProcessFailure(
        command: command, status: process.terminationStatus,
        output: String(decoding: data, as: UTF8.self))
    }
    return data
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// Reads a FIT file with fitdecode and with fitparse.
  private func read(_ data: Data, in folder: URL) throws -> [[String: [Message]]] {
    let file = folder.appending(path: "activity.fit")
    try data.write(to: file)
    return try JSONDecoder().decode([[String: [Message]]].self, from: values(of: file, in: folder))
  }

  /// The values that the readers in Python print for a file, as JSON.
  private func values(of file: URL, in folder: URL) throws -> Data {
    let clients = Self.root.appending(path: "Tests/Support/Clients")
    let python = String(
      decoding: try run(
        [
          Self.root.appending(path: "Scripts/python").path, "activity-files",
          clients.appending(path: "activity-files.txt").path,
        ], in: folder), as: UTF8.self
    ).trimmingCharacters(in: .whitespacesAndNewlines)
    return try run(
      [python + "/bin/python", clients.appending(path: "activity_files.py").path, file.path],
      in: folder)
  }

  @Test(arguments: [
    "rowingdata__sled_2016-03-10T07-23-21.strokes.csv", "rowingdata__head__rp3_curve.csv",
  ])
  func `fitdecode and fitparse read equal strokes and laps`(name: String) throws {
    let workout = try #require(try RowingFile(contentsOf: Fixture.url(name)).workouts.first)
    let start = Date(timeIntervalSince1970: 1_600_000_000)
    let data = try workout.fitData(start: start)
    let own = try FITContent(FITReader(data: data))
    try withFolder { folder in
      for content in try read(data, in: folder) {
        let records = try #require(content["record"])
        #expect(records.count == own.records.count)
        for (other, record) in zip(records, own.records) {
          #expect(other["timestamp"]?.number == record.time?.date?.timeIntervalSince1970)
          #expect(other["distance"]?.number == record.distance)
          #expect(other["heart_rate"]?.number == record.heartRate.map(Double.init))
          #expect(other["power"]?.number == record.power)
          #expect(other["enhanced_speed"]?.number == record.speed)
          #expect(other["total_cycles"]?.number == record.totalCycles.map(Double.init))
          // Both readers leave the scale of a developer field to their caller.
          for (field, scale) in [
            ("DriveLength", 100.0), ("StrokeDriveTime", 1), ("StrokeRecoveryTime", 1),
            ("DragFactor", 1), ("AverageDriveForceN", 10), ("PeakDriveForceN", 10),
            ("WorkPerStroke", 10), ("ElapsedTime", 1),
          ] {
            let value = record.developerField(field)?.number.map { ($0 * scale).rounded() }
            #expect(other[field]?.number == value)
          }
          let curve = record.developerField("HandleForceCurve")?.numbers.map { ($0 * 10).rounded() }
          #expect(other["HandleForceCurve"]?.numbers ?? [] == curve ?? [])
        }
        let laps = try #require(content["lap"])
        #expect(laps.map { $0["total_elapsed_time"]?.number } == own.laps.map(\.totals.elapsedTime))
        #expect(laps.map { $0["total_distance"]?.number } == own.laps.map(\.totals.distance))
        #expect(
          content["session"]?.first?["total_distance"]?.number == own.sessions[0].totals.distance)
      }
    }
  }

  @Test
  func `fitdecode, fitparse and gpsbabel read the strokes of rests`() throws {
    let workout = RowingWorkout.intervals(hasPositions: true)
    let start = Date(timeIntervalSince1970: 1_600_000_000)
    let fit = try workout.fitData(start: start)
    let tcx = try workout.tcxData(start: start)
    try withFolder { folder in
      for content in try read(fit, in: folder) {
        let records = try #require(content["record"])
        #expect(records.count == workout.strokes.count)
        for (index, (other, stroke)) in zip(records, workout.strokes).enumerated() {
          let elapsed = try #require(stroke.elapsed)
          #expect(other["ElapsedTime"]?.number == (elapsed * 1000).rounded())
          #expect(other["timestamp"]?.number == (1_600_000_000 + elapsed).rounded(.down))
          #expect(other["WorkoutState"]?.number == (stroke.isRest ? 3 : 1))
          #expect(other["Interval"]?.number == Double(RowingWorkout.lapsOfIntervals[index]))
          #expect(other["power"]?.number == stroke.power)
          #expect(other["distance"]?.number == stroke.distance)
        }
        let laps = try #require(content["lap"])
        #expect(laps.map { $0["total_elapsed_time"]?.number } == [10, 20, 10, 20, 10, 20])
      }
      for (data, name, format) in [(fit, "row.fit", "garmin_fit"), (tcx, "row.tcx", "gtrnctr")] {
        let rows = try positions(of: data, named: name, format: format, in: folder)
        #expect(rows.count == workout.strokes.count)
        for (row, stroke) in zip(rows, workout.strokes) {
          #expect(abs((Double(row[1]) ?? 0) - (stroke.position?.latitude ?? 0)) < 1e-6)
          #expect(abs((Double(row[2]) ?? 0) - (stroke.position?.longitude ?? 0)) < 1e-6)
        }
      }
    }
  }

  /// The rows of positions that gpsbabel reads in a file.
  private func positions(
    of data: Data, named name: String, format: String, in folder: URL
  ) throws -> [[String]] {
    let file = folder.appending(path: name)
    try data.write(to: file)
    let csv = try run(
      [
        "gpsbabel", "-t", "-i", format, "-f", file.path, "-o", "unicsv,utc=0", "-F", "-",
      ], in: folder)
    return String(decoding: csv, as: UTF8.self).split(whereSeparator: \.isNewline)
      .dropFirst().map { $0.split(separator: ",").map(String.init) }
  }

  @Test
  func `fitdecode and fitparse read the temperatures and the weather of a ruck`() throws {
    let walk = ActivityWeatherTests.walk()
    try withFolder { folder in
      let contents = try read(try walk.fitData(), in: folder)
      for content in contents {
        #expect(content["record"]?.map { $0["temperature"]?.number } == [-2, -2, -2, 1])
        for totals in [content["lap"]?.first, content["session"]?.first] {
          #expect(totals?["avg_temperature"]?.number == -1)
          #expect(totals?["max_temperature"]?.number == 1)
        }
        let weather = try #require(content["weather_conditions"]?.first)
        #expect(weather["weather_report"]?.text == "current")
        #expect(weather["condition"]?.text == "light_snow")
        #expect(weather["temperature"]?.number == -3)
        #expect(weather["relative_humidity"]?.number == 81)
        #expect(weather["wind_speed"]?.number == 3.25)
        #expect(weather["wind_direction"]?.number == 270)
        #expect(weather["observed_at_time"]?.number == 1_599_999_400)
      }
      // The profile of fitparse is older than this field.
      #expect(contents[0]["session"]?.first?["min_temperature"]?.number == -2)
      #expect(contents[0]["lap"]?.first?["min_temperature"]?.number == -2)
    }
  }

  @Test
  func `gpxpy and gpsbabel read the positions, sensors and temperatures of a ruck`() throws {
    let source = try GPXDocument(contentsOf: Fixture.url("gpxpy__cerknicko-jezero.gpx"))
    var document = GPXDocument()
    var segment = GPXSegment()
    for (index, point) in source.tracks.flatMap(\.segments).flatMap(\.points).enumerated() {
      var point = point
      point.heartRate = Double(100 + index % 50)
      point.cadence = 55
      point.temperature = Double(index % 9) - 2.5
      segment.points.append(point)
    }
    document.tracks = [GPXTrack(segments: [segment])]
    let data = try document.gpxData()
    try withFolder { folder in
      let file = folder.appending(path: "ruck.gpx")
      try data.write(to: file)
      let found = try JSONDecoder().decode([Message].self, from: values(of: file, in: folder))
      let rows = try positions(of: data, named: "ruck.gpx", format: "gpx", in: folder)
      #expect(found.count == segment.points.count && rows.count == segment.points.count)
      for (other, point) in zip(found, segment.points) {
        #expect(other["latitude"]?.number == point.latitude)
        #expect(other["longitude"]?.number == point.longitude)
        #expect(other["elevation"]?.number == point.elevation)
        #expect(other["time"]?.number == point.time?.timeIntervalSince1970)
        #expect(other["hr"]?.number == point.heartRate && other["cad"]?.number == 55)
        #expect(other["atemp"]?.number == point.temperature)
      }
      for (row, point) in zip(rows, segment.points) {
        #expect(abs((Double(row[1]) ?? 0) - point.latitude) < 1e-6)
        #expect(abs((Double(row[2]) ?? 0) - point.longitude) < 1e-6)
      }
    }
  }

  @Test
  func `fitdecode, fitparse and gpsbabel read equal positions of a ruck`() throws {
    var ruck = try ActivityRecording(contentsOf: Fixture.url("gpxpy__cerknicko-jezero.gpx"))
    ruck.summary.sport = .rucking
    let points = ruck.segments.flatMap(\.self)
    let degree = 180 / 2_147_483_648.0
    let fit = try ruck.fitData()
    let tcx = try ruck.tcxData()
    try withFolder { folder in
      for content in try read(fit, in: folder) {
        let records = try #require(content["record"])
        #expect(records.count == points.count)
        for (other, point) in zip(records, points) {
          let latitude = (other["position_lat"]?.number ?? 0) * degree
          #expect(abs(latitude - (point.latitude ?? 0)) < 1e-7)
          #expect(other["timestamp"]?.number == point.time?.timeIntervalSince1970)
        }
      }
      for (data, name, format) in [(fit, "ruck.fit", "garmin_fit"), (tcx, "ruck.tcx", "gtrnctr")] {
        let rows = try positions(of: data, named: name, format: format, in: folder)
        #expect(rows.count == points.count)
        for (row, point) in zip(rows, points) {
          #expect(abs((Double(row[1]) ?? 0) - (point.latitude ?? 0)) < 1e-6)
          #expect(abs((Double(row[2]) ?? 0) - (point.longitude ?? 0)) < 1e-6)
          #expect(abs((Double(row[3]) ?? 0) - (point.altitude ?? 0)) < 0.16)
        }
      }
    }
  }
}
