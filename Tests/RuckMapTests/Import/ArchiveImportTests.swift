// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

/// Imports of compressed files and of other programs' exports.
@Suite(.timeLimit(.minutes(15))) struct ArchiveImportTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
  }

  private func write(_ name: String, _ data: Data) throws -> URL {
    let file = folder.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file
  }

  private func walk(_ number: Int, name: String = "Walk") -> Data {
    let track = Tracks.north(points: 120, at: Tracks.start + Double(number) * 86_400)
    return Data(GPXText.file(track, name: name).utf8)
  }

  @Test func `a compressed file is its content`() async throws {
    let plain = try Fixture.data("fitparse__2013-02-06-12-11-14.fit")
    let file = try write("1.fit.gz", ArchiveFiles.gzip(plain))
    let report = await library.importFiles([file], options: ImportOptions())
    #expect(report.imported.map(\.ruck.points) == [583], "\(report.failed)")
    let again = await library.importFiles(
      [Fixture.url("fitparse__2013-02-06-12-11-14.fit")], options: ImportOptions())
    #expect(again.unchanged.count == 1)
    let half = try write("2.fit.gz", ArchiveFiles.gzip(plain).dropLast(5000))
    let failed = await library.importFiles([half], options: ImportOptions()).failed
    #expect(failed.map(\.error).first?.contains("ends too early") == true)
  }

  /// The export of Strava with a walk, a ride, a damaged file, a missing file and an entry by hand.
  private func strava() throws -> Data {
    let table = """
      Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance
      1,"Mar 8, 2023, 8:00:00 AM","Morning ""ruck"", <b>long</b>",Walk,"Two
      lines",1190,1.19,,,false,secret,GORUCK GR1,activities/1.gpx.gz,80.5,,1190,1190,1190
      2,"Mar 9, 2023, 8:00:00 AM",Ride,Ride,,1190,1.19,,,false,,Bike,activities/2.gpx,80.5,,1190,1190,1190
      3,"Mar 10, 2023, 8:00:00 AM",Broken,Hike,,1190,1.19,,,false,,,activities/3.gpx,,,1190,1190,1190
      4,"Mar 11, 2023, 8:00:00 AM",Gone,Hike,,1190,1.19,,,false,,,activities/4.fit.gz,,,1190,1190,1190
      5,"Mar 12, 2023, 8:00:00 AM",By hand,Walk,,1190,1.19,,,false,,,,,,1190,1190,1190
      6,"Mar 13, 2023, 8:00:00 AM",Evil,Walk,,1190,1.19,,,false,,,activities/../../../etc/passwd,,,1190,1190,1190
      7,"Mar 14, 2023, 8:00:00 AM",Second,Walk,,1190,1.19,,,false,,GORUCK GR1,activities/7.gpx,,,1190,1190,1190

      """
    return ArchiveFiles.zip([
      ("profile.csv", Data("a,b\n".utf8)), ("activities.csv", Data(table.utf8)),
      ("activities/1.gpx.gz", ArchiveFiles.gzip(walk(1))), ("activities/2.gpx", walk(2)),
      ("activities/3.gpx", walk(3).dropLast(40)), ("activities/7.gpx", walk(7)),
    ])
  }

  @Test func `a Strava export is imported file by file, with names, gear and errors`() async throws
  {
    let file = try write("strava.zip", try strava())
    let report = await library.importFiles([file], options: ImportOptions(packWeight: 16))
    #expect(
      report.imported.map(\.ruck.name) == ["Morning \"ruck\", <b>long</b>", "By hand", "Second"])
    #expect(report.imported.first?.ruck.notes == "Two\nlines\n\nsecret")
    let entry = report.imported[1].ruck
    #expect(entry.points == 0 && entry.duration == 1190 && abs(entry.distance - 1190) < 0.01)
    #expect(entry.startedAt == Date(timeIntervalSince1970: 1_678_608_000))
    #expect(report.skipped.count == 1)
    #expect(report.failed.count == 3)
    #expect(report.failed.allSatisfy { $0.file.contains(": activities/") })
    let context = ModelContext(
      try RuckMapStore.container(directory: folder.url.appending(path: "data")))
    let gear = try context.fetch(FetchDescriptor<Equipment>())
    #expect(gear.map(\.name) == ["GORUCK GR1"])
    #expect(gear.first?.totalSessions == 2)
    #expect(abs((gear.first?.totalDistance ?? 0) - 2 * 1190 / 1609.344) < 0.01)
    let weights = try context.fetch(FetchDescriptor<RuckingSession>()).compactMap(\.bodyWeight)
    #expect(weights.count { abs($0 - 80.5 / 0.45359237) < 1e-6 } == 1)

    // The second import stores the repaired file only.
    let repaired = ArchiveFiles.zip([
      ("activities.csv", try table(of: try strava())), ("activities/1.gpx.gz", Data()),
      ("activities/3.gpx", walk(3)), ("activities/7.gpx", walk(7)),
    ])
    let second = await library.importFiles(
      [try write("strava.zip", repaired)], options: ImportOptions(packWeight: 16))
    #expect(second.imported.map(\.ruck.name) == ["Broken"])
    #expect(second.unchanged.count == 3)
    #expect(try await library.rucks().count == 4)
  }

  private func table(of archive: Data) throws -> Data {
    let start = try #require(archive.range(of: Data("Activity ID".utf8)))
    let end = try #require(archive.range(of: Data("activities/7.gpx,,,1190,1190,1190\n".utf8)))
    return Data(archive[start.lowerBound..<end.upperBound])
  }

  @Test func `an unpacked Strava export and one in another language are imported`() async throws {
    _ = try write("export/activities/1.gpx", walk(1))
    let table = """
      Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Beschreibung,a,b,c,d,e,f,Ausrüstung,Dateiname,Gewicht
      1,08.03.2023,Morgenrunde,Spaziergang,,1,1,,,false,,,activities/1.gpx,81

      """
    let file = try write("export/activities.csv", Data(table.utf8))
    let report = await library.importFiles([file], options: ImportOptions())
    #expect(report.imported.map(\.ruck.name) == ["Morgenrunde"], "\(report)")
  }

  @Test func `an Apple Health export has routes, heart rates and indoor workouts`() async throws {
    // The walk begins at 2023-03-08 20:26:40 UTC and lasts 1190 s.
    let start = Tracks.start
    func text(_ seconds: Double) -> String {
      (start + seconds).formatted(
        Date.ISO8601FormatStyle().dateTimeSeparator(.space).timeSeparator(.colon)
      )
      .replacing("Z", with: " +0000")
    }
    let rates = stride(from: 0.0, through: 1190, by: 5).map { seconds in
      """
      <Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" \
      startDate="\(text(seconds))" value="\(120 + Int(seconds / 100))"/>
      """
    }
    let export = """
      <?xml version="1.0"?>
      <!DOCTYPE HealthData [
      <!ELEMENT HealthData (Record|Workout)*>
      <!ATTLIST Record type CDATA #REQUIRED
      ]>
      <HealthData>
      \(rates.joined(separator: "\n"))
      <Workout workoutActivityType="HKWorkoutActivityTypeHiking" duration="19.8" durationUnit="min" startDate="\(text(0))" endDate="\(text(1190))">
      <MetadataEntry key="HKElevationAscended" value="1500 cm"/>
      <WorkoutRoute><FileReference path="/workout-routes/route_1.gpx"/></WorkoutRoute></Workout>
      <Workout workoutActivityType="HKWorkoutActivityTypeWalking" duration="10" durationUnit="min" totalDistance="0.9" totalDistanceUnit="km" startDate="\(text(86_400))" endDate="\(text(87_000))"><MetadataEntry key="HKIndoorWorkout" value="1"/></Workout>
      <Workout workoutActivityType="HKWorkoutActivityTypeCycling" startDate="\(text(90_000))" endDate="\(text(91_000))"/>
      <Workout workoutActivityType="HKWorkoutActivityTypeWalking" startDate="\(text(95_000))" endDate="\(text(96_000))"><WorkoutRoute><FileReference path="/workout-routes/gone.gpx"/></WorkoutRoute></Workout>
      </HealthData>
      """
    let archive = ArchiveFiles.zip([
      ("apple_health_export/export_cda.xml", Data("<ClinicalDocument/>".utf8)),
      ("apple_health_export/Exportieren.xml", Data(export.utf8)),
      ("apple_health_export/workout-routes/route_1.gpx", walk(0, name: "Route")),
    ])
    let report = await library.importFiles(
      [try write("export.zip", archive)], options: ImportOptions(packWeight: 16))
    #expect(report.imported.count == 2, "\(report.failed)")
    #expect(report.skipped.count == 1)
    #expect(report.failed.count == 1)
    let hike = try #require(report.imported.first?.ruck)
    #expect(hike.name == "Hiking" && hike.points == 120)
    #expect(hike.averageHeartRate == 126 && hike.maxHeartRate == 131)
    let context = ModelContext(
      try RuckMapStore.container(directory: folder.url.appending(path: "data")))
    let id = hike.id
    let session = try #require(
      try context.fetch(FetchDescriptor<RuckingSession>(predicate: #Predicate { $0.id == id }))
        .first)
    #expect(abs((session.deviceElevationGain ?? 0) * 0.3048 - 15) < 1e-9)
    let indoor = report.imported[1]
    #expect(indoor.ruck.points == 0 && abs(indoor.ruck.distance - 900) < 1e-6)
    #expect(indoor.ruck.duration == 600 && indoor.ruck.calories != nil)
    let again = await library.importFiles(
      [try write("export.zip", archive)], options: ImportOptions(packWeight: 16))
    #expect(again.imported.isEmpty && again.unchanged.count == 2)
  }

  @Test func `a real Apple Health export is read`() async throws {
    let report = await library.importFiles(
      [Fixture.activity("dogsheep__tests_export.xml")],
      options: ImportOptions(includesAllSports: true))
    #expect(report.imported.map(\.ruck.name) == ["Running"], "\(report)")
    #expect(report.imported.first?.ruck.points == 2)
    let walks = await library.importFiles(
      [Fixture.activity("dogsheep__export.xml")], options: ImportOptions())
    #expect(walks.failed.isEmpty && walks.imported.isEmpty)
  }

  @Test func `an archive of recordings is imported, whatever the names of its entries`()
    async throws
  {
    let archive = ArchiveFiles.zip([
      ("../../../../tmp/evil.gpx", walk(1)), ("__MACOSX/._evil.gpx", Data([0, 1])),
      ("notes.txt", Data("x".utf8)), ("C:\\a.gpx", walk(2)),
    ])
    let report = await library.importFiles(
      [try write("a.zip", archive)], options: ImportOptions())
    #expect(report.imported.map(\.ruck.file) == ["evil.gpx", "a.gpx"], "\(report.failed)")
    let empty = await library.importFiles(
      [try write("b.zip", ArchiveFiles.zip([("a.txt", Data())]))], options: ImportOptions())
    #expect(empty.failed.count == 1)
  }

  @Test func `one activity in two formats is stored once`() async throws {
    let files = ["rowingdata__3x250m.tcx", "rowingdata__3x250m.fit"]
    for order in [files, files.reversed()] {
      let library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
      let report = await library.importFiles(
        order.map { Fixture.activity($0) }, options: ImportOptions())
      #expect(report.imported.count == 1 && report.unchanged.count == 1, "\(report)")
    }
    // Two walks that begin at once, at different places.
    let here = Tracks.north(points: 120)
    let there = Tracks.north(points: 120, from: 46)
    let report = await library.importFiles(
      [
        try folder.file("here.gpx", GPXText.file(here)),
        try folder.file("there.gpx", GPXText.file(there)),
      ], options: ImportOptions())
    #expect(report.imported.count == 2)
  }

  @Test func `an exported recording in another format is the same activity`() async throws {
    let file = Fixture.url("fitparse__2013-02-06-12-11-14.fit")
    let report = await library.importFiles([file], options: ImportOptions(packWeight: 16))
    let id = try #require(report.imported.first?.ruck.id)
    for format in [RuckFileFormat.gpx, .tcx, .fit] {
      let data = try await library.export(id, as: format)
      let again = await library.importFiles(
        [try write("again.\(format.rawValue)", data)], options: ImportOptions())
      #expect(again.unchanged.map(\.ruck.id) == [id], "\(format): \(again)")
    }
    #expect(try await library.rucks().count == 1)
  }

  @Test func `bad archives store nothing`() async throws {
    let files = [
      try write("a.zip", try strava().dropLast(10)), try write("b.zip", Data("PK\u{3}\u{4}".utf8)),
      try write("c.gz", Data([0x1F, 0x8B, 8])),
      try write("d.xml", Data("<HealthData><Workout".utf8)),
      try write("e.json", Data(#"{"format":"cairn-rucks","version":9,"rucks":[]}"#.utf8)),
      try write("f.json", Data(#"{"format":"cairn-rucks","version":1,"rucks":["#.utf8)),
    ]
    let report = await library.importFiles(files, options: ImportOptions())
    #expect(
      report.failed.map { URL(filePath: $0.file).lastPathComponent }.sorted() == [
        "a.zip", "b.zip", "c.gz", "d.xml", "e.json", "f.json",
      ])
    #expect(try await library.rucks().isEmpty)
  }

  @Test func `a name of ten megabytes is shortened`() async throws {
    let name = String(repeating: "<script>", count: 1 << 17)
      .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    let text = GPXText.file(Tracks.north(points: 120), name: name)
    let report = await library.importFiles(
      [try folder.file("long.gpx", text)], options: ImportOptions())
    #expect(report.imported.first?.ruck.name?.count == 500, "\(report.failed)")
    #expect(report.imported.first?.ruck.name?.hasPrefix("<script><script>") == true)
  }
}
