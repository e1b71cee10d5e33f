// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import SwiftData
import Testing

/// Records, standards, loads, periods and checks of stored rucks.
@Suite(.timeLimit(.minutes(15))) struct LibraryAnalysisTests {
  let folder: TemporaryFolder
  let container: ModelContainer
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    container = try RuckMapStore.container(directory: folder.url.appending(path: "data"))
    library = RuckLibrary(modelContainer: container)
  }

  /// Imports a walk with a point every 10 m.
  @discardableResult
  private func walk(
    _ day: Int, metres: Int = 2000, seconds: Double = 8, pounds: Double = 35, heartRate: Int? = nil,
    climb: Double = 0, from latitude: Double = 45
  ) async throws -> RuckSummary {
    let track = Tracks.north(
      points: metres / 10 + 1, seconds: seconds, altitude: { 500 + climb * Double($0) },
      from: latitude, at: Tracks.start + Double(day) * 86_400
    ).map { point in
      var point = point
      point.heartRate = heartRate
      return point
    }
    let data = try await Self.gpx(track)
    let file = folder.url.appending(path: "walk\(day)-\(metres).gpx")
    try data.write(to: file)
    let report = await library.importFiles(
      [file], options: ImportOptions(packWeight: pounds * 0.45359237, bodyWeight: 80))
    return try #require(report.imported.first?.ruck, "\(report)")
  }

  /// A GPX file with heart rates.
  private static func gpx(_ track: [TrackPoint]) async throws -> Data {
    var text = GPXText.file(track)
    if let rate = track.first?.heartRate {
      let sensor =
        "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>\(rate)</gpxtpx:hr>"
        + "</gpxtpx:TrackPointExtension></extensions></trkpt>"
      text = text.replacing("</trkpt>", with: sensor)
        .replacing(
          "<gpx ",
          with: "<gpx xmlns:gpxtpx=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v1\" ")
    }
    return Data(text.utf8)
  }

  @Test func `records are by distance and band, and follow edits and deletions`() async throws {
    let slow = try await walk(0, seconds: 9)
    let fast = try await walk(1, seconds: 7)
    let light = try await walk(2, metres: 6000, seconds: 8, pounds: 10)
    // A run sets no records.
    try await walk(3, metres: 6000, seconds: 2)
    let records = try await library.records()
    let mile = records.fastest.filter { abs($0.effort.distance - 1609.344) < 1 }
    #expect(mile.map(\.band) == [.light, .medium])
    #expect(mile.map(\.ruck.id) == [light.id, fast.id])
    #expect(abs(mile[1].effort.time - 1609.344 * 0.7) < 0.5)
    let five = records.fastest.filter { $0.effort.distance == 5000 }
    #expect(five.map(\.ruck.id) == [light.id])
    #expect(records.longest.map(\.ruck.id) == [light.id, slow.id])
    #expect(abs(records.mostWork[1].value - 35 * 0.45359237 * 2) < 0.01)

    try await library.delete(fast.id)
    let after = try await library.records()
    #expect(after.fastest.first { $0.band == .medium }?.ruck.id == slow.id)
    _ = try await library.trim(light.id, from: .distance(3000), to: nil)
    #expect(try await library.records().fastest.allSatisfy { $0.effort.distance < 5000 })
    // Another process has the same records, from the stored figures.
    let figures = folder.url.appending(components: "data", "ruckmap.figures")
    #expect(FileManager.default.fileExists(atPath: figures.path))
    let other = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
    #expect(try await other.records() == (try await library.records()))
  }

  @Test func `standards are passed by efforts with enough load, and can be edited`() async throws {
    try await walk(0, metres: 6100, seconds: 5, pounds: 34.6)
    try await walk(1, metres: 6100, seconds: 6, pounds: 20)
    var results = try await library.standardResults()
    #expect(results.count == FitnessStandard.builtIn.count)
    let bronze = try #require(results.first { $0.standard.name == "foot march, bronze" })
    #expect(bronze.standard.time == 3600 && bronze.isPassed)
    #expect(abs((bronze.best?.effort.time ?? 0) - 3000) < 0.5)
    #expect(abs((bronze.margin ?? 0) - 600) < 0.5)
    #expect(results.filter { $0.best != nil }.count == 1)

    var own = FitnessStandard(
      organization: "Me", name: "5 km", distance: 5000, packWeight: 9, time: 3000, source: "own")
    try await library.setStandard(own)
    results = try await library.standardResults()
    let mine = try #require(results.first { $0.standard.id == own.id })
    #expect(mine.isPassed && mine.standard.isCustom)
    #expect(abs((mine.best?.effort.time ?? 0) - 2500) < 0.5)
    own.time = 2000
    try await library.setStandard(own)
    results = try await library.standardResults()
    #expect(results.first { $0.standard.id == own.id }?.isPassed == false)
    try await library.removeStandard(own.id)
    try await library.removeStandard(bronze.standard.id)
    #expect(try await library.standards().count == FitnessStandard.builtIn.count - 1)
    try await library.resetStandard(bronze.standard.id)
    #expect(try await library.standards().count == FitnessStandard.builtIn.count)
    own.distance = .nan
    await #expect(throws: RuckLibraryError.self) { try await library.setStandard(own) }
  }

  @Test func `every built-in standard has a source and its own identifier`() {
    let standards = FitnessStandard.builtIn
    #expect(standards.allSatisfy { !$0.source.isEmpty && $0.time > 0 && $0.packWeight > 0 })
    #expect(Set(standards.map(\.id)).count == standards.count)
    let stored = PTStandard(
      organization: standards[0].organization, name: standards[0].name, distance: 12,
      packWeight: 35, timeLimit: 10_800, source: "")
    #expect(stored.id == standards[0].id)
  }

  @Test func `the load of a day is that of its heart rates or exertion`() async throws {
    try await walk(0, metres: 4500, seconds: 8, heartRate: 150)
    let days = try await library.trainingLoad(
      from: Tracks.start - 86_400, to: Tracks.start + 2 * 86_400, in: Self.calendar)
    #expect(days.count == 4)
    let range = HeartRateRange(resting: nil, maximum: nil, age: nil)
    let expected = TRIMP.banister(
      minutes: 60, heartRate: 150, resting: range.resting, maximum: range.maximum, sex: nil)
    #expect(abs(days[1].load - expected) < 0.01)
    #expect(days.map { $0.load > 0 } == [false, true, false, false])
    #expect(days[2].longAverage < days[1].longAverage)
    let none = try await library.trainingLoad(
      from: Tracks.start, to: Tracks.start, method: .rpe, in: Self.calendar)
    #expect(none.map(\.load) == [0])
  }

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  @Test func `a comparison has all figures of each ruck`() async throws {
    let flat = try await walk(0, heartRate: 140)
    let hilly = try await walk(1, climb: 1)
    let rucks = try await library.comparison([hilly.id, flat.id])
    #expect(rucks.map(\.summary.id) == [hilly.id, flat.id])
    #expect(rucks[0].hillFactor > 1.5 && abs(rucks[1].hillFactor - 1) < 1e-9)
    #expect((rucks[0].hillCorrectedPace ?? 0) < 600)
    #expect((rucks[0].loadAdjustedDistance ?? 0) > (rucks[1].loadAdjustedDistance ?? 0))
    #expect((rucks[1].loadAdjustedDistance ?? 0) > 2000)
    #expect(rucks.map(\.equations.count) == [4, 4])
    #expect(
      abs(rucks[1].equations[0].kilocalories - (flat.calories?.kilocalories ?? 0)) < 1e-6)
    #expect(rucks[0].zones.isEmpty && rucks[1].zones.map(\.seconds).reduce(0, +) == 1600)
    #expect(rucks[0].packAdvice?.level == .aboveRecommendation)
    #expect(rucks[1].efforts.map(\.distance) == [1609.344])
    await #expect(throws: RuckLibraryError.self) { try await library.comparison([UUID()]) }
  }

  @Test func `totals of periods add up, in the calendar of the request`() async throws {
    for (index, day) in [0, 0, 1, 40, 400].enumerated() {
      try await walk(day, metres: 1000 + 100 * index, from: 45 + Double(index))
    }
    for (period, count) in [(RuckPeriod.day, 4), (.week, 3), (.month, 3), (.year, 2)] {
      let totals = try await library.totals(by: period, in: Self.calendar)
      #expect(totals.count == count, "\(period): \(totals.map(\.start))")
      #expect(totals.map(\.start) == totals.map(\.start).sorted())
      let all = try await library.totals()
      #expect(totals.map(\.count).reduce(0, +) == all.count)
      #expect(abs(totals.map(\.distance).reduce(0, +) - all.distance) < 0.01)
      #expect(abs(totals.map(\.calories).reduce(0, +) - all.calories) < 0.01)
    }
    let first = try await library.totals(
      by: .day, from: Tracks.start, to: Tracks.start + 86_000, in: Self.calendar)
    #expect(first.map(\.count) == [2])
  }

  @Test func `efforts on a route are found in all rucks, the fastest first`() async throws {
    let slow = try await walk(0, seconds: 9)
    let fast = try await walk(1, seconds: 7)
    try await walk(2, from: 46)
    let line = Tracks.north(points: 101, spacing: 10, from: 45 + 300 * Tracks.degreesPerMetre)
    let efforts = try await library.efforts(along: line)
    #expect(efforts.map(\.ruck.id) == [fast.id, slow.id])
    #expect(efforts.map { ($0.effort.time / 10).rounded() } == [70, 90])
    let context = ModelContext(container)
    let route = Route(
      name: "North", distance: 0.62, startLat: 45.0027, startLon: 7, creator: nil)
    route.pathData = RoutePath(track: line).encoded()
    context.insert(route)
    try context.save()
    #expect(try await library.efforts(onRoute: route.id).map(\.ruck.id) == [fast.id, slow.id])
    #expect(try await library.routes(matching: "nor").map(\.id) == [route.id])
    await #expect(throws: RuckLibraryError.self) { try await library.efforts(onRoute: UUID()) }
  }

  @Test func `a check finds jumps, clocks and duplicates, and is silent otherwise`() async throws {
    let good = try await walk(0)
    #expect(try await library.check() == QualityReport(checked: 1, findings: []))
    var track = Tracks.north(points: 201, seconds: 8, at: Tracks.start + 5 * 86_400)
    track[50].latitude += 0.02
    track[100].timestamp = Tracks.start + 5 * 86_400 - 60
    let file = folder.url.appending(path: "bad.gpx")
    try Data(GPXText.file(track).utf8).write(to: file)
    _ = await library.importFiles([file], options: ImportOptions())
    // A part of the time of the first ruck, elsewhere.
    let other = Tracks.north(points: 101, seconds: 8, from: 47, at: Tracks.start + 100)
    _ = await library.importFiles(
      [try folder.file("other.gpx", GPXText.file(other))], options: ImportOptions())
    let report = try await library.check()
    #expect(report.checked == 3)
    let kinds = Dictionary(grouping: report.findings, by: \.kind)
    #expect(kinds[.impossibleSpeed]?.first?.count == 2)
    #expect(kinds[.clockBackwards]?.first?.count == 1)
    #expect(kinds[.overlap]?.first?.other == good.id)
    #expect(kinds[.duplicate] == nil)
    #expect(report.findings.allSatisfy { !$0.text.isEmpty })
    let later = try await library.check([good.id], now: Tracks.start - 10 * 86_400)
    #expect(later.findings.map(\.kind) == [.clockJump])
  }
}
