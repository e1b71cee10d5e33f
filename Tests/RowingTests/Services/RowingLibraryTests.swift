// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData
import Testing

@Suite struct RowingLibraryTests {
  let folder: TemporaryFolder
  let library: RowingLibrary
  let calendar: Calendar

  init() throws {
    folder = try TemporaryFolder()
    library = try RowingLibrary.open(directory: folder.url)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/London"))
    self.calendar = calendar
  }

  /// Imports the four seasons.
  private func importSeasons() async throws {
    let report = await library.importFiles(
      Fixture.seasons.map { Fixture.url($0) },
      options: RowingImportOptions(timeZone: calendar.timeZone))
    try #require(report.failed.isEmpty, "\(report.failed)")
  }

  @Test func `seasons are listed with the logbook's totals`() async throws {
    try await importSeasons()
    let page = try await library.sessions(SessionQuery())
    #expect(page.count == 603)
    #expect(page.pages == 13)
    #expect(page.sessions.count == 50)
    #expect(page.distance == 261_385 + 88_169 + 523_461 + 1_512_768)
    #expect(abs(page.duration - (63_649.9 + 20_254.7 + 118_603.2 + 383_969.6)) < 0.01)
    let all = try await library.allSessions()
    #expect(all.count == 603)
    #expect(Array(all.prefix(50)) == page.sessions)
    let bikes = try await library.sessions(SessionQuery(machine: .bikeErg))
    #expect(bikes.count == 26)
    let long = try await library.sessions(
      SessionQuery(minimumDistance: 10_000, sortKey: .power, direction: .descending, pageSize: 5))
    #expect(long.sessions.compactMap(\.power) == long.sessions.compactMap(\.power).sorted(by: >))
    let pieces = try await library.allSessions(
      SessionQuery(minimumDistance: 1999.9, maximumDistance: 2000.1))
    #expect(!pieces.isEmpty && pieces.allSatisfy { $0.distance == 2000 })
    let found = try await library.sessions(SessionQuery(text: "10x0:30"))
    #expect(found.count > 0)
    #expect(found.sessions.allSatisfy { $0.workout?.contains("10x0:30") == true })
  }

  @Test func `totals by season are those of the files`() async throws {
    try await importSeasons()
    let totals = try await library.totals(by: .season, in: calendar)
    #expect(totals.map(\.label) == ["2021", "2020", "2019", "2018"])
    #expect(totals.map(\.sessions) == [277, 109, 60, 157])
    #expect(totals.map(\.distance) == [1_512_768, 523_461, 88_169, 261_385])
    let months = try await library.totals(by: .month, in: calendar)
    #expect(months.reduce(0) { $0 + $1.sessions } == 603)
    let weeks = try await library.totals(by: .week, in: calendar)
    #expect(weeks.reduce(0) { $0 + $1.sessions } == 603)
    #expect(weeks.allSatisfy { $0.label.contains("-W") })
  }

  @Test func `the latest season has the filters of its query`() async throws {
    #expect(try await library.latestSeason(in: calendar) == nil)
    try await importSeasons()
    let queries = [
      SessionQuery(), SessionQuery(machine: .bikeErg), SessionQuery(minimumDistance: 10_000),
      SessionQuery(to: try #require(RowingSeason(year: 2019).range(in: calendar)).lowerBound),
    ]
    for query in queries {
      let latest = try #require(try await library.latestSeason(query, in: calendar))
      let first = try #require(
        try await library.totals(by: .season, query, in: calendar).first)
      #expect(latest.label == first.label && latest.start == first.start)
      #expect(latest.sessions == first.sessions && latest.distance == first.distance)
      #expect(abs(latest.duration - first.duration) < 0.01)
    }
  }

  @Test func `records are the best whole pieces of each season`() async throws {
    try await importSeasons()
    let records = try await library.records(athlete: nil, machine: .rowErg)
    func best(_ metres: Double, _ season: Int) -> Double? {
      records.first {
        $0.isOverDistance && $0.distance == metres && $0.season == season && $0.kind == .whole
      }?.duration
    }
    #expect(best(2000, 2018) == 457.7)
    #expect(best(2000, 2019) == 498.4)
    #expect(best(2000, 2020) == 450.0)
    #expect(best(2000, 2021) == nil)
    #expect(best(5000, 2021) == 1175.5)
    #expect(best(500, 2018) == 98.7)
    #expect(best(10_000, 2021) == 2454.2)
    #expect(best(6000, 2021) == 1548)
    #expect(records.allSatisfy { $0.weightClass == .heavyweight })
  }

  @Test func `the power curve falls with duration, and gives a critical power or the reason`()
    async throws
  {
    try await importSeasons()
    let curve = try await library.powerCurve(athlete: nil)
    let powers = curve.points.map(\.power)
    #expect(powers == powers.sorted(by: >))
    #expect(Set(powers).count == powers.count)
    let power = try #require(curve.criticalPower, "\(curve.refusal ?? "")")
    #expect((150...260).contains(power))
    let empty = try await library.powerCurve(athlete: nil, machine: .skiErg)
    #expect(empty.points.isEmpty)
    #expect(empty.refusal != nil)
  }

  @Test func `zones follow the base, and are edited and reset`() async throws {
    let athlete = try await library.addAthlete(name: "Anna")
    let unknown = try await library.zones(athlete: athlete.id)
    #expect(unknown.isDefault)
    #expect(unknown.basePower == nil)
    #expect(unknown.refusal != nil)
    let zones = [
      PowerZone(name: "easy", from: 0, to: 0.8), PowerZone(name: "hard", from: 0.8, to: nil),
    ]
    let table = try await library.setZones(zones, basePower: 250, athlete: athlete.id)
    #expect(table.rows.map(\.fromPower) == [0, 200])
    #expect(table.rows.map(\.toPower) == [200, nil])
    let pace = try #require(table.rows[1].fromPace)
    #expect(abs(pace - 120.507) < 0.001)
    for bad in [
      [], [PowerZone(name: "a", from: 0.1, to: nil)], [PowerZone(name: "a", from: 0, to: 1)],
      [PowerZone(name: "a", from: 0, to: 0.5), PowerZone(name: "b", from: 0.6, to: nil)],
      [PowerZone(name: " ", from: 0, to: nil)],
    ] {
      await #expect(throws: RowingLibraryError.self) {
        try await library.setZones(bad, basePower: nil, athlete: athlete.id)
      }
    }
    let reset = try await library.resetZones(athlete: athlete.id)
    #expect(reset.isDefault)
    #expect(reset.rows.map(\.zone.name) == ["UT2", "UT1", "AT", "TR", "AN", "MAX"])
  }

  @Test func `the load is Banister's and Edwards'`() async throws {
    let athlete = try await library.addAthlete(
      name: "Anna",
      edit: AthleteEdit(sex: .set(.male), maxHeartRate: .set(200), restingHeartRate: .set(40)))
    let file = try folder.file(
      "season.csv",
      """
      "Log ID","Date","Description","Work Time (Formatted)","Work Time (Seconds)",\
      "Rest Time (Formatted)","Rest Time (Seconds)","Work Distance","Rest Distance",\
      "Stroke Rate/Cadence","Stroke Count","Pace","Avg Watts","Cal/Hour","Total Cal",\
      "Avg Heart Rate","Drag Factor","Age","Weight","Type","Ranked","Comments"
      "1","2026-03-02 10:30:00","30:00 row","30:00.0","1800","","","7000","","24","700","2:08.5",\
      "165","866","430","130","120","40","Hwt","RowErg","No",""
      """)
    let report = await library.importFiles(
      [file], options: RowingImportOptions(athlete: athlete.id, timeZone: .gmt))
    try #require(report.imported.count == 1, "\(report)")
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let end = try #require(calendar.date(from: DateComponents(year: 2026, month: 3, day: 4)))
    let history = try await library.load(athlete: athlete.id, to: end, in: calendar)
    // The end doesn't belong to the range.
    try #require(history.days.count == 2)
    let day = try #require(history.days.first)
    #expect(abs(day.banister - 31.80) < 0.005)
    // 130 of 200 is in the zone of 60 to 70 %.
    #expect(abs(day.edwards - 60) < 1e-9)
    #expect(abs(day.average7 - day.banister * (1 - exp(-1.0 / 7))) < 1e-9)
    #expect(history.days[1].average7 < day.average7)
    #expect(abs(day.edwards7 - day.edwards * (1 - exp(-1.0 / 7))) < 1e-9)
    #expect(abs(day.edwards42 - day.edwards * (1 - exp(-1.0 / 42))) < 1e-9)
    #expect(history.days[1].edwards42 < day.edwards42)
    #expect(!history.areHeartRatesAssumed)
    // Without an end the last day is today, and the means fall on each day of rest.
    let now = try #require(
      calendar.date(from: DateComponents(year: 2026, month: 3, day: 12, hour: 18)))
    let rested = try await library.load(athlete: athlete.id, at: now, in: calendar)
    #expect(rested.days.count == 11)
    #expect(rested.days.last?.date == calendar.startOfDay(for: now))
    #expect(Array(rested.days.prefix(2)) == history.days)
    #expect(rested.days.map(\.average42) == rested.days.map(\.average42).sorted(by: >))
    #expect(abs((rested.days.last?.average7 ?? 0) - day.average7 * exp(-10.0 / 7)) < 1e-9)
    let later = try await library.load(athlete: athlete.id, from: now, at: now, in: calendar)
    #expect(later.days == Array(rested.days.suffix(1)))
  }

  /// Imports one row of a season.
  private func importRow(distance: String, seconds: String, day: Int) async throws -> UUID {
    let file = try folder.file(
      "row\(day).csv",
      RowingImportTests.header
        + "\n\"\",\"2026-03-0\(day) 10:30:00\",\"row\",\"\",\"\(seconds)\",\"\",\"\","
        + "\"\(distance)\",\"\",\"24\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"RowErg\",\"No\",\"\"\n"
    )
    let report = await library.importFiles([file], options: RowingImportOptions(timeZone: .gmt))
    return try #require(report.imported.first, "\(report)").session.id
  }

  @Test func `a boat without a power meter has no watts`() async throws {
    let id = try await importRow(distance: "2000", seconds: "480", day: 1)
    #expect(try await library.session(id)?.summary.power != nil)
    let boat = try await library.edit(id, SessionEdit(machine: .boat))
    #expect(boat.power == nil && boat.caloriesPerHour == nil)
    #expect(boat.pace == 120)
    #expect(try await library.powerCurve(athlete: nil, machine: .boat).points.isEmpty)
    let athlete = try await library.defaultAthlete().id
    let totals = try await library.sessionTotals(of: athlete)
    #expect(totals.map(\.power) == [nil])
    #expect(try await library.sessionFigures(of: id)?.samples.isEmpty == true)
  }

  @Test func `an implausible session is no record, and in no curve`() async throws {
    let whole = try await importRow(distance: "2000", seconds: "480", day: 1)
    let fast = try await importRow(distance: "5000", seconds: "300", day: 2)
    #expect(try await library.session(fast)?.summary.isPlausible == false)
    #expect(try await library.session(whole)?.summary.isPlausible == true)
    #expect(try await library.records(athlete: nil).map(\.session) == [whole])
    #expect(try await library.powerCurve(athlete: nil).points.map(\.session) == [whole])
    let athlete = try await library.defaultAthlete().id
    let compared = try await library.compareAthletes([athlete])
    #expect(compared.map(\.best) == [[2000: 480]])
    let totals = try await library.sessionTotals(of: athlete)
    #expect(totals.map(\.isPlausible) == [true, false])
  }

  @Test func `athletes and teams are added, edited and removed`() async throws {
    let anna = try await library.addAthlete(
      name: " Anna ", edit: AthleteEdit(email: "anna@example.com", weight: .set(68)))
    #expect(anna.name == "Anna")
    await #expect(throws: RowingLibraryError.duplicateEmail("ANNA@example.com")) {
      try await library.addAthlete(name: "Other", edit: AthleteEdit(email: "ANNA@example.com"))
    }
    await #expect(throws: RowingLibraryError.self) {
      try await library.editAthlete(anna.id, AthleteEdit(name: "New", weight: .set(5)))
    }
    #expect(try await library.athlete(anna.id)?.name == "Anna")
    let ben = try await library.addAthlete(name: "Ben")
    #expect(try await library.athleteIDs(matching: "anna") == [anna.id])
    #expect(try await library.athleteIDs(matching: String(ben.id.uuidString.prefix(8))) == [ben.id])
    await #expect(throws: RowingLibraryError.athleteRequired) { try await library.defaultAthlete() }

    let team = try await library.addTeam(name: "Eights")
    _ = try await library.join(anna.id, team: team.id)
    #expect(try await library.join(ben.id, team: team.id).members.map(\.name) == ["Anna", "Ben"])
    try await library.leave(ben.id)
    #expect(try await library.team(team.id)?.members.map(\.name) == ["Anna"])
    #expect(try await library.board(team.id).map(\.athlete.name) == ["Anna"])
    try await library.deleteTeam(team.id)
    #expect(try await library.athlete(anna.id)?.teamID == nil)
    try await library.deleteAthlete(ben.id)
    #expect(try await library.athletes().map(\.name) == ["Anna"])
    #expect(try await library.defaultAthlete().id == anna.id)
  }

  @Test func `an edited session stays with the team for which it was rowed`() async throws {
    let anna = try await library.addAthlete(name: "Anna").id
    let (former, later) = (
      try await library.addTeam(name: "Juniors").id, try await library.addTeam(name: "Eights").id
    )
    _ = try await library.join(anna, team: former)
    let id = try await importRow(distance: "2000", seconds: "480", day: 1)
    _ = try await library.join(anna, team: later)
    _ = try await library.edit(id, SessionEdit(comments: "windy", athlete: anna))
    let team = try ModelContext(library.modelContainer).fetch(RowingSession.withIdentifier(id))
      .first?.teamID
    #expect(team == former)
  }

  @Test func `the default athlete is the same on every device`() async throws {
    let other = try RowingLibrary.open(directory: folder.url.appending(path: "other"))
    let (first, second) = (try await library.defaultAthlete(), try await other.defaultAthlete())
    #expect(first.id == second.id)
  }

  @Test func `a session is edited, and found by a prefix of its identifier`() async throws {
    try await importSeasons()
    let session = try #require(try await library.sessions(SessionQuery()).sessions.first)
    #expect(
      try await library.ids(matching: String(session.id.uuidString.prefix(13)).lowercased())
        == [session.id])
    #expect(try await library.ids(matching: "") == [])
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let edited = try await library.edit(
      session.id,
      SessionEdit(startedAt: start, type: .race, workout: "", comments: "fast", dragFactor: 130))
    #expect(edited.startedAt == start)
    #expect(edited.type == .race)
    #expect(edited.workout == nil)
    #expect(edited.comments == "fast")
    #expect(edited.dragFactor == 130)
    await #expect(throws: RowingLibraryError.self) {
      try await library.edit(session.id, SessionEdit(dragFactor: -1))
    }
    try await library.delete(session.id)
    #expect(try await library.session(session.id) == nil)
    await #expect(throws: RowingLibraryError.sessionNotFound(session.id.uuidString)) {
      try await library.delete(session.id)
    }
  }

  @Test func `two sessions are compared at equal distances and times`() async throws {
    let athlete = try await library.defaultAthlete()
    var ids: [UUID] = []
    for (name, power) in [("a", 200.0), ("b", 150.0)] {
      let recorder = LiveRecorder(
        modelContainer: library.modelContainer,
        options: .init(athlete: athlete.id, deviceID: name, start: Date(timeIntervalSince1970: 0)))
      for frame in PM5Simulator(
        plan: try WorkoutPlan(text: "500m"), options: SimulatorOptions(power: power)
      ).frames { try await recorder.receive(frame) }
      ids.append(try #require(await recorder.sessionID))
    }
    let byDistance = try await library.compare(ids[0], ids[1])
    #expect(byDistance.points.count == 200)
    #expect(try #require(byDistance.points[150].lead) > 0)
    let byTime = try await library.compare(ids[0], ids[1], by: .time)
    #expect(try #require(byTime.points[100].lead) > 0)
    let plan = SessionPlan(pieces: [.init(distance: 500, pace: 90)])
    let planned = try await library.compare(ids[0], with: plan)
    #expect(try #require(planned.points[150].lead) < 0)
    let analysis = try await library.strokeAnalysis(of: ids[0])
    #expect(!analysis.bands.isEmpty)
    #expect(analysis.bands.allSatisfy { (0.3...0.7).contains($0.peakPosition) })
    #expect(try #require(analysis.power).variation < 0.2)
    let times = try await library.setZones(PowerZone.standard, basePower: 200, athlete: athlete.id)
    #expect(times.isBaseSet)
    let zones = try await library.zoneTimes(of: ids[0])
    let total = zones.reduce(0) { $0 + $1.time }
    let session = try #require(try await library.session(ids[0]))
    #expect(abs(total - session.summary.duration) < 4)
  }
}
