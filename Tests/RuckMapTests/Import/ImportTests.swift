// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import SwiftData
import Testing

@Suite struct ImportTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
  }

  /// Imports one file and expects one ruck.
  func imported(
    _ file: URL, options: ImportOptions = ImportOptions(packWeight: 15, bodyWeight: 80)
  ) async throws -> ImportReport.Imported {
    let report = await library.importFiles([file], options: options)
    #expect(report.failed.isEmpty, "\(report.failed)")
    return try #require(report.imported.first)
  }

  @Test func `implausible elevations are omitted with a warning`() async throws {
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let heights: [Double?] = [-1e308, 500, 1e308, 100_001, -12_000.5, 510, nil, 505]
    let track = heights.enumerated().map { index, height in
      TrackPoint(
        latitude: 46 + Double(index) * 0.001, longitude: 8, altitude: height,
        timestamp: start + Double(index) * 60)
    }
    let file = folder.url.appending(path: "heights.gpx")
    try Data(GPXText.file(track).utf8).write(to: file)
    let result = try await imported(file)
    #expect(result.ruck.elevationGainRecorded == 10)
    #expect(result.warnings.contains { $0.contains("4 heights are impossible") })
    let stored = try #require(try await library.ruck(result.ruck.id))
    #expect(stored.track.map(\.altitude) == [nil, 500, nil, nil, nil, 510, nil, 505])
  }

  @Test func `a real recording with eight tracks is imported as one ruck`() async throws {
    let ruck = try await imported(Fixture.url("gpxpy__cerknicko-jezero.gpx")).ruck
    #expect(ruck.points == 296)
    #expect(abs(ruck.distance - 4575.02) < 0.05)
    #expect(abs(ruck.distance - 4576.91) < 0.003 * 4576.91)
    #expect(ruck.duration == 7190)
    #expect(ruck.movingTime == 2309)
    #expect(abs(ruck.elevationGain - 208.13) < 0.01)
    #expect(abs(ruck.elevationLoss - 72.58) < 0.01)
    #expect(abs(ruck.elevationGainRecorded - 252.83) < 0.01)
    #expect(ruck.isTimed)
    #expect(abs(ruck.packWeight - 15) < 1e-9)
    #expect(ruck.file == "gpxpy__cerknicko-jezero.gpx")
    let calories = try #require(ruck.calories)
    #expect(calories.equation == "pandolf-santee")
    #expect(calories.isBodyWeightAssumed == false)
    #expect((150...600).contains(calories.kilocalories))
  }

  @Test(arguments: [
    ("gpxpy__Mojstrovka.gpx", 184, 2697.63, 468.66, 482.59),
    ("stravavis__activity_7348460494.gpx", 1212, 17432.94, 34.8, 135.8),
    ("gpxpy__track-with-extremes.gpx", 25, 2203.54, 29.0, 38.0),
    ("gpxpy__cerknicko-jezero-without-elevations.gpx", 296, 4575.02, 0, 0),
  ])
  func `statistics of real files match reference values`(
    file: String, points: Int, distance: Double, gain: Double, recorded: Double
  ) async throws {
    let ruck = try await imported(Fixture.url(file)).ruck
    #expect(ruck.points == points)
    #expect(abs(ruck.distance - distance) < 0.05)
    #expect(abs(ruck.elevationGain - gain) < 0.01)
    #expect(abs(ruck.elevationGainRecorded - recorded) < 0.01)
  }

  @Test func `importing the same file again adds nothing`() async throws {
    let file = Fixture.url("gpxpy__cerknicko-jezero.gpx")
    let first = try await imported(file).ruck
    let again = await library.importFiles([file], options: ImportOptions())
    #expect(again.imported.isEmpty)
    #expect(again.unchanged.map(\.ruck.id) == [first.id])
    let renamed = try folder.copy("gpxpy__cerknicko-jezero.gpx", as: "other name.gpx")
    let third = await library.importFiles([renamed, file], options: ImportOptions())
    #expect(third.unchanged.map(\.file) == [renamed.relativePath, file.relativePath])
    #expect(try await library.rucks().count == 1)
    #expect(try await library.rucks().first == first)
  }

  @Test func `identifiers are derived from the file and equal in every store`() async throws {
    var identifiers: [[UUID]] = []
    for number in 0..<2 {
      let place = folder.url.appending(path: "store\(number)")
      let library = try RuckLibrary.open(directory: place)
      let options = ImportOptions(packWeight: Double(number), bodyWeight: 80)
      let file = Fixture.url("gpxpy__cerknicko-jezero.gpx")
      let ruck = try #require(
        await library.importFiles([file], options: options).imported.first?.ruck)
      let context = ModelContext(try RuckMapStore.container(directory: place))
      let points = try context.fetch(
        FetchDescriptor<LocationPoint>(sortBy: [SortDescriptor(\.index)]))
      let users = try context.fetch(FetchDescriptor<User>())
      #expect(points.count == 296 && users.count == 1)
      identifiers.append([ruck.id] + users.map(\.id) + points.map(\.id))
    }
    #expect(identifiers[0] == identifiers[1])
    #expect(Set(identifiers[0]).count == identifiers[0].count)
  }

  @Test func `an invalid file does not stop the import of others`() async throws {
    let files = [
      try folder.file("broken.gpx", "<gpx><trk><trkseg>\n<trkpt lat=\"1\" lon=\"2\">"),
      try folder.file("text.gpx", "this is no GPX"),
      try folder.file("empty.gpx", ""),
      Fixture.url("stravavis__empty-trkseg.gpx"),
      folder.url.appending(path: "missing.gpx"),
      Fixture.url("gpxpy__cerknicko-jezero.gpx"),
    ]
    let report = await library.importFiles(files, options: ImportOptions(packWeight: 10))
    #expect(report.imported.map(\.file) == [files[5].relativePath])
    #expect(report.failed.map(\.file) == files.prefix(5).map(\.relativePath))
    for failure in report.failed {
      #expect(failure.error.isEmpty == false)
      #expect(failure.error.contains("SwiftData") == false, "\(failure.error)")
    }
    #expect(try await library.rucks().count == 1)
  }

  @Test func `a truncated file stores nothing`() async throws {
    let whole = GPXText.file(Tracks.north(points: 20_000, spacing: 2, seconds: 2))
    let file = try folder.file("half.gpx", String(whole.prefix(whole.count / 2)))
    let report = await library.importFiles([file], options: ImportOptions(bodyWeight: 90))
    #expect(report.failed.count == 1)
    #expect((report.failed.first?.line ?? 0) > 9_000)
    #expect(try await library.rucks().isEmpty)
    #expect(try await library.profile().bodyWeight == nil)
    let context = ModelContext(library.modelContainer)
    #expect(try context.fetchCount(FetchDescriptor<LocationPoint>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<RuckingSession>()) == 0)
  }

  @Test func `a long recording is imported in several batches`() async throws {
    let track = Tracks.north(points: 12_345, spacing: 2, seconds: 2, altitude: { Double($0 % 50) })
    let file = try folder.file("long.gpx", GPXText.file(track, name: "Long"))
    let ruck = try await imported(file).ruck
    #expect(ruck.points == 12_345)
    #expect(ruck.name == "Long")
    #expect(abs(ruck.distance - 24_688) < 1)
    let detail = try #require(try await library.ruck(ruck.id))
    #expect(detail.track.count == 12_345)
    #expect(detail.track.map(\.timestamp) == track.map(\.timestamp))
    let again = await library.importFiles([file], options: ImportOptions())
    #expect(again.unchanged.count == 1)
    let context = ModelContext(library.modelContainer)
    #expect(try context.fetchCount(FetchDescriptor<LocationPoint>()) == 12_345)
  }

  @Test func `a ruck without times has no pace and no energy`() async throws {
    let track = Tracks.north(points: 30).map { point in
      var point = point
      point.timestamp = nil
      return point
    }
    let result = try await imported(folder.file("untimed.gpx", GPXText.file(track)))
    #expect(result.ruck.isTimed == false)
    #expect(result.ruck.duration == 0)
    #expect(result.ruck.movingTime == 0)
    #expect(result.ruck.calories == nil)
    #expect(abs(result.ruck.distance - 290) < 0.01)
    #expect(result.warnings.contains { $0.hasPrefix("The file has no times") })
    let totals = try await library.totals()
    #expect(totals.count == 1)
    #expect(totals.fastestPace == nil)
  }

  @Test func `a ruck with few times counts as untimed`() async throws {
    let result = try await imported(Fixture.url("gpxpy__cerknicko-without-times.gpx"))
    #expect(result.ruck.isTimed == false)
    #expect(result.ruck.calories == nil)
    #expect(
      result.warnings.contains { $0.hasPrefix("Only 5 of 296 points have a time") },
      "\(result.warnings)")
  }

  @Test func `pauses between segments add no distance and no moving time`() async throws {
    let track =
      Tracks.north(points: 101)
      + Tracks.north(points: 101, segment: 1, from: 45.5, at: Tracks.start + 5000)
    let ruck = try await imported(folder.file("pause.gpx", GPXText.file(track))).ruck
    #expect(abs(ruck.distance - 2000) < 0.1)
    #expect(ruck.movingTime == 2000)
    #expect(ruck.duration == 6000)
    let detail = try #require(try await library.ruck(ruck.id))
    #expect(Set(detail.track.map(\.segment)) == [0, 1])
  }

  @Test func `pause marks with invalid coordinates add no distance`() async throws {
    let report = await library.importFiles(
      [Fixture.url("opentracks__legacy_gpx_pause_resume.gpx")], options: ImportOptions())
    let ruck = try #require(report.imported.first?.ruck)
    #expect(ruck.distance < 1000)
  }

  @Test func `implausible distances and durations are imported with warnings`() async throws {
    let far = try await imported(
      folder.file("far.gpx", GPXText.file(Tracks.north(points: 101, spacing: 1000, seconds: 600))))
    #expect(abs(far.ruck.distance - 100_000) < 10)
    #expect(far.warnings.contains { $0.contains("50 mi (80.47 km)") })
    let short = try await imported(
      folder.file("short.gpx", GPXText.file(Tracks.north(points: 3))))
    #expect(short.ruck.duration == 20)
    #expect(short.warnings.contains { $0.contains("less than the minimum of one minute") })
    let detail = try #require(try await library.ruck(short.ruck.id))
    #expect(detail.warnings == short.warnings)
  }

  @Test func `unknown weights are reported as warnings`() async throws {
    let file = try folder.file("a.gpx", GPXText.file(Tracks.north(points: 101)))
    let result = try await imported(file, options: ImportOptions())
    #expect(result.ruck.packWeight == 0)
    #expect(result.ruck.calories?.isBodyWeightAssumed == true)
    #expect(abs((result.ruck.calories?.bodyWeight ?? 0) - 69.99) < 0.01)
    #expect(result.warnings.contains { $0.contains("pack weight isn't known") })
    let edited = try await library.edit(result.ruck.id, RuckEdit(packWeight: 20))
    #expect(edited.calories?.isBodyWeightAssumed == true)
    let detail = try #require(try await library.ruck(result.ruck.id))
    #expect(detail.warnings.contains { $0.contains("pack weight isn't known") } == false)
  }

  @Test func `the body weight of an import is stored in the profile`() async throws {
    let first = try folder.file("a.gpx", GPXText.file(Tracks.north(points: 101)))
    _ = try await imported(first, options: ImportOptions(packWeight: 10, bodyWeight: 82.5))
    #expect(abs((try await library.profile().bodyWeight ?? 0) - 82.5) < 1e-9)
    let second = try folder.file("b.gpx", GPXText.file(Tracks.north(points: 102)))
    let ruck = try await imported(second, options: ImportOptions(packWeight: 10)).ruck
    #expect(ruck.calories?.isBodyWeightAssumed == false)
    #expect(abs((ruck.calories?.bodyWeight ?? 0) - 82.5) < 1e-9)
  }

  @Test(arguments: [
    ImportOptions(packWeight: -1), ImportOptions(packWeight: .nan), ImportOptions(bodyWeight: 3),
  ])
  func `an import with an invalid weight stores nothing`(options: ImportOptions) async throws {
    let file = try folder.file("a.gpx", GPXText.file(Tracks.north(points: 101)))
    let report = await library.importFiles([file], options: options)
    #expect(report.failed.count == 1)
    #expect(report.failed.first?.error.contains("is not possible") == true)
    #expect(try await library.rucks().isEmpty)
  }

  @Test func `progress increases up to the number of points`() async throws {
    let file = try folder.file(
      "long.gpx", GPXText.file(Tracks.north(points: 12_000, spacing: 2, seconds: 2)))
    let seen = Seen()
    _ = await library.importFiles([file], options: ImportOptions()) { seen.note($0) }
    let progress = seen.values
    #expect(progress.count >= 2)
    #expect(progress.map(\.points) == progress.map(\.points).sorted())
    #expect(progress.last?.points == 12_000)
    #expect(progress.allSatisfy { $0.total == 1 && $0.index == 0 && $0.file == file.relativePath })
  }

  @Test func `the sample is added only to an empty library`() async throws {
    #expect(try await library.addSampleIfEmpty())
    let ruck = try #require(try await library.rucks().first)
    #expect(ruck.points > 100)
    #expect(ruck.isTimed)
    #expect(ruck.calories != nil)
    #expect(try await library.addSampleIfEmpty() == false)
    #expect(try await library.rucks().count == 1)
  }

  @Test func `heart rates of a real file are imported`() async throws {
    let result = try await imported(Fixture.url("stravavis__activity_7348460494.gpx"))
    #expect(result.ruck.averageHeartRate == 113)
    #expect(result.ruck.maxHeartRate == 138)
    // It is a bicycle ride, far above the range of the equations for walking.
    #expect(result.warnings.contains { $0.contains("faster than 2 m/s") })
    let detail = try #require(try await library.ruck(result.ruck.id))
    #expect(detail.alternativeCalories == nil)
    #expect(detail.track.compactMap(\.heartRate).count == 1212)
  }

  @Test func `points dropped by the reader are reported as warnings`() async throws {
    let report = await library.importFiles(
      [Fixture.url("stravavis__invalid-lon-lat-missing.gpx")], options: ImportOptions())
    if let imported = report.imported.first {
      #expect(imported.warnings.contains { $0.hasPrefix("Line ") })
    } else {
      #expect(report.failed.first?.error.isEmpty == false)
    }
  }

  @Test func `concurrent imports of one file store it once`() async throws {
    let file = try folder.file(
      "both.gpx", GPXText.file(Tracks.north(points: 7_000, spacing: 2, seconds: 2)))
    let other = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
    async let first = library.importFiles([file], options: ImportOptions())
    async let second = other.importFiles([file], options: ImportOptions())
    let reports = await [first, second]
    #expect(reports.flatMap(\.failed).isEmpty, "\(reports)")
    #expect(reports.flatMap(\.imported).count == 1)
    #expect(reports.flatMap(\.unchanged).count == 1)
    let context = ModelContext(library.modelContainer)
    #expect(try context.fetchCount(FetchDescriptor<LocationPoint>()) == 7_000)
    #expect(try context.fetchCount(FetchDescriptor<User>()) == 1)
  }

  @Test func `a cancelled import stores nothing`() async throws {
    let file = try folder.file("a.gpx", GPXText.file(Tracks.north(points: 101)))
    let library = library
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await library.importFiles([file], options: ImportOptions())
    }
    let report = await task.value
    #expect(report.failed.first?.error.contains("cancelled") == true)
    #expect(try await library.rucks().isEmpty)
  }
}
