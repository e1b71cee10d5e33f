// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import RuckMap
import SwiftData
import Testing

/// The values that exports of other programs state outside of their recordings.
@Suite(.timeLimit(.minutes(15))) struct ArchiveDetailTests {
  let folder: TemporaryFolder
  let container: ModelContainer
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    container = try RuckMapStore.inMemory()
    library = RuckLibrary(modelContainer: container)
  }

  private func write(_ name: String, _ data: Data) throws -> URL {
    let file = folder.url.appending(path: name)
    try data.write(to: file)
    return file
  }

  /// A GPX file of a day, with the type of its track.
  private func track(_ day: Int, type: String? = nil) -> Data {
    let track = Tracks.north(points: 120, at: Tracks.start + Double(day) * 86_400)
    let text = GPXText.file(track)
    return Data(
      text.replacing("<trk>", with: "<trk>" + (type.map { "<type>\($0)</type>" } ?? "")).utf8)
  }

  @Test func `a workout of Apple Health has its weather and the body weight of its day`()
    async throws
  {
    func date(_ day: Int) -> String { "2024-05-0\(day) 08:00:00 +0000" }
    func workout(_ day: Int, _ metadata: String) -> String {
      "<Workout workoutActivityType=\"HKWorkoutActivityTypeWalking\" duration=\"10\" "
        + "durationUnit=\"min\" totalDistance=\"0.9\" totalDistanceUnit=\"km\" "
        + "startDate=\"\(date(day))\" endDate=\"2024-05-0\(day) 08:10:00 +0000\">\(metadata)</Workout>"
    }
    func mass(_ day: Int, _ kilograms: Int) -> String {
      "<Record type=\"HKQuantityTypeIdentifierBodyMass\" unit=\"kg\" startDate=\"\(date(day))\" "
        + "value=\"\(kilograms)\"/>"
    }
    func entry(_ key: String, _ value: String) -> String {
      "<MetadataEntry key=\"\(key)\" value=\"\(value)\"/>"
    }
    let warm = entry("HKWeatherTemperature", "59 degF") + entry("HKWeatherHumidity", "7700 %")
    let cold = entry("HKWeatherTemperature", "-4 degC") + entry("HKWeatherHumidity", "64 %")
    let export = [
      "<HealthData>", mass(5, 82), mass(3, 80), mass(4, 3), workout(2, warm), workout(4, cold),
      workout(6, entry("HKWeatherTemperature", "warm")),
      workout(8, entry("HKWeatherTemperature", "1e300 degC") + entry("HKWeatherHumidity", "64 %")),
      "</HealthData>",
    ].joined(separator: "\n")
    let report = await library.importFiles(
      [try write("export.xml", Data(export.utf8))], options: ImportOptions(packWeight: 16))
    #expect(report.imported.count == 4, "\(report.failed)")
    let sessions = try ModelContext(container).fetch(
      FetchDescriptor<RuckingSession>(sortBy: [SortDescriptor(\.startDate)]))
    #expect(sessions.map(\.weather?.temperature) == [15, -4, nil, nil])
    #expect(sessions.map(\.weather?.humidity) == [77, 64, nil, nil])
    #expect(sessions.map(\.temperature) == [15, -4, nil, nil])
    #expect(sessions[0].weather?.timestamp == sessions[0].startDate)
    // No mass precedes the first workout, and 3 kg is no body mass.
    let masses = sessions.map { ($0.bodyWeight.map(Mass.kilograms(pounds:)) ?? 0).rounded() }
    #expect(masses == [80, 80, 82, 82])
  }

  @Test func `an archive's rides and runs are skipped by the types of their GPX tracks`()
    async throws
  {
    let types = ["hiking", "trail_running", "1", "Walking", "cycling", "rucking", "9", "other"]
    let archive = ArchiveFiles.zip(
      types.enumerated().map { (name: "\($0).gpx", content: track($0, type: $1)) })
    let file = try write("tracks.zip", archive)
    let report = await library.importFiles([file], options: ImportOptions())
    #expect(report.imported.compactMap(\.ruck.file) == ["0.gpx", "3.gpx", "5.gpx", "7.gpx"])
    #expect(report.skipped.count == 4 && report.failed.isEmpty)
    let all = await library.importFiles([file], options: ImportOptions(includesAllSports: true))
    #expect(all.imported.count == 4 && all.unchanged.count == 4)
    // A file that the user chose is wanted.
    let run = try write("run.gpx", track(20, type: "running"))
    #expect(await library.importFiles([run], options: ImportOptions()).imported.count == 1)
  }

  @Test func `a hike of Strava is imported, even if the device recorded a run`() async throws {
    let table = """
      Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Filename
      1,"Mar 8, 2023, 8:00:00 AM",Ruck,Hike,,activities/1.gpx
      2,"Mar 9, 2023, 8:00:00 AM",Other,Workout,,activities/2.gpx

      """
    let archive = ArchiveFiles.zip([
      ("activities.csv", Data(table.utf8)), ("activities/1.gpx", track(1, type: "running")),
      ("activities/2.gpx", track(2, type: "running")),
    ])
    let report = await library.importFiles(
      [try write("strava.zip", archive)], options: ImportOptions())
    #expect(report.imported.map(\.ruck.name) == ["Ruck"], "\(report)")
    #expect(report.skipped.count == 1)
  }

  @Test func `a walk of Strava has its exertion and its weather`() async throws {
    let table = """
      Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Filename,Perceived Exertion,Weather Temperature,Humidity,Wind Speed,Wind Bearing
      1,"Mar 8, 2023, 8:00:00 AM",One,Walk,,activities/1.gpx,7.0,12.25,0.75,3.5,240.0
      2,"Mar 9, 2023, 8:00:00 AM",Two,Walk,,activities/2.gpx,,,,,
      3,"Mar 10, 2023, 8:00:00 AM",Three,Walk,,activities/3.gpx,70,999,5,-1,nan

      """
    let archive = ArchiveFiles.zip(
      [(name: "activities.csv", content: Data(table.utf8))]
        + (1...3).map { (name: "activities/\($0).gpx", content: track($0)) })
    let report = await library.importFiles(
      [try write("strava.zip", archive)], options: ImportOptions())
    #expect(report.imported.count == 3, "\(report)")
    let sessions = try ModelContext(container).fetch(
      FetchDescriptor<RuckingSession>(sortBy: [SortDescriptor(\.startDate)]))
    #expect(sessions.map(\.rpe) == [7, nil, nil])
    #expect(sessions.map(\.temperature) == [12.25, nil, nil])
    let weather = try #require(sessions[0].weather)
    #expect(weather.humidity == 75 && weather.windSpeed == 3.5 && weather.windDirection == 240)
    #expect(sessions[1].weather == nil && sessions[2].weather == nil)
  }

  @Test(
    arguments: [
      ("Mar 12, 2023, 8:05:09 AM", 1_678_608_309.0), ("Mar 12, 2023, 12:05:09 AM", 1_678_579_509),
      ("12 Mar 2023, 20:05:09", 1_678_651_509), ("Mar 12, 2023, 8:05:09\u{202F}PM", 1_678_651_509),
      ("12.03.2023", nil), ("Smarch 12, 2023, 8:05:09 AM", nil), ("Mar 12, 2023, 25:05:09", nil),
      ("", nil),
    ] as [(String, Double?)])
  func `an entry of Strava by hand is a ruck if its date is known`(
    date: String, seconds: Double?
  ) async throws {
    let table = """
      Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Filename
      1,"\(date)",Treadmill,Hike,,3600,5.5,
      2,"\(date)",Gym,Weight Training,,3600,0,
      3,"\(date)",Class,Workout,,3600,0,

      """
    let file = try write("activities.csv", Data(table.utf8))
    let report = await library.importFiles([file], options: ImportOptions(packWeight: 16))
    #expect(report.failed.isEmpty && report.skipped.count == (seconds == nil ? 3 : 2))
    #expect(
      report.imported.map(\.ruck.startedAt.timeIntervalSince1970)
        == [seconds].compactMap(\.self))
    #expect(report.imported.allSatisfy { abs($0.ruck.distance - 5_500) < 0.01 })
    #expect(report.imported.allSatisfy { $0.ruck.calories != nil })
  }

  @Test func `an archive of archives is refused with its remedy`() async throws {
    let inner = ArchiveFiles.zip([("1.gpx", track(1))])
    let archive = ArchiveFiles.zip([("DI_CONNECT/UploadedFiles_Part1.zip", inner)])
    let report = await library.importFiles(
      [try write("account.zip", archive)], options: ImportOptions())
    #expect(
      report.failed.map(\.error) == [
        "The archive contains other archives, and no recording. Unpack it, and import the archives "
          + "inside of it."
      ])
  }

  @Test func `a table with millions of columns or rows is read within limits`() async throws {
    let columns = "Activity ID," + String(repeating: ",", count: 3_000_000) + "\n"
    let rows = "Activity ID,,,,,,\n" + String(repeating: "1,a,b,Walk,c,x.gpx\n", count: 1_000)
    for (index, text) in [columns + "1,2,3,Walk,4\n", rows].enumerated() {
      let report = await library.importFiles(
        [try write("activities\(index).csv", Data(text.utf8))], options: ImportOptions())
      #expect(report.imported.isEmpty)
    }
    #expect(try await library.rucks().isEmpty)
  }
}
