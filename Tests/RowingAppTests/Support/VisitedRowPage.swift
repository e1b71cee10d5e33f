// Cairn
// SPDX-License-Identifier: Apache-2.0

import BrowserDriver
import CommandTestSupport
import Foundation
import PageTestSupport
import Rowing
import SwiftData
import Testing

/// A rowing page that a browser can show, and the way to it.
struct VisitedRowPage: Sendable {
  /// The path, or the path and the form that was sent.
  let name: String
  let open: @Sendable (Browser, VisitedSquad) async throws -> Void

  /// Shows each page to a body: first those of an empty library, then those of a squad.
  static func visitAll(
    prepare: (Browser) async throws -> Void,
    _ body: (Browser, VisitedRowPage) async throws -> Void
  ) async throws {
    try await RowServer.run { server in
      try await Browser.run { browser in
        try await prepare(browser)
        let empty = VisitedSquad(
          server: server, session: UUID(), other: UUID(), athlete: UUID(), team: UUID(),
          running: UUID())
        for page in tabs {
          try await page.open(browser, empty)
          try await body(browser, page)
        }
        let squad = try await VisitedSquad.fill(server)
        for page in tabs + filled {
          try await page.open(browser, squad)
          try await body(browser, page)
        }
      }
    }
  }

  private static let tabs = [
    path("/"), path("/rowing"), path("/rowing/live"), path("/rowing/records"),
    path("/rowing/curve"), path("/rowing/zones"), path("/rowing/load"), path("/rowing/compare"),
    path("/rowing/analytics"), path("/rowing/athletes"), path("/rowing/board"),
    path("/rowing/compare/athletes"),
  ]

  private static let filled = [
    path("/rowing?page=2&sort=distance"), path("/rowing?text=nowhere"), path("/search?q=5000m"),
    path("/rowing/records?machine=RowErg&season=2018"), path("/rowing/load?months=24"),
    page("/rowing/sessions/ID") { "/rowing/sessions/\($0.text($0.session))" },
    page("/rowing/sessions/ID?saved") { "/rowing/sessions/\($0.text($0.session))?saved" },
    page("/rowing/sessions/ID, of intervals") { "/rowing/sessions/\($0.text($0.other))" },
    page("/rowing/sessions/ID, running") { "/rowing/sessions/\($0.text($0.running))" },
    page("/rowing/sessions/ID/strokes") {
      "/rowing/sessions/\($0.text($0.session))/strokes?page=2"
    },
    page("/rowing/sessions/ID/delete") { "/rowing/sessions/\($0.text($0.session))/delete" },
    page("/rowing/compare, of two sessions") {
      "/rowing/compare?a=\($0.text($0.session))&b=\($0.text($0.other))"
    },
    page("/rowing/compare, with a target") {
      "/rowing/compare?a=\($0.text($0.session))&target=2%3A00&by=time"
    },
    page("/rowing/teams/ID") { "/rowing/teams/\($0.text($0.team))" },
    page("/rowing/teams/ID/delete") { "/rowing/teams/\($0.text($0.team))/delete" },
    page("/rowing/analytics, of a team") { "/rowing/analytics?of=\($0.text($0.team))" },
    page("/rowing/compare, with pieces") {
      "/rowing/compare?a=\($0.text($0.session))&target=1000m%402%3A02%2C1000m%401%3A58"
    },
    page("/rowing/athletes/ID") { "/rowing/athletes/\($0.text($0.athlete))" },
    page("/rowing/athletes/ID/delete") { "/rowing/athletes/\($0.text($0.athlete))/delete" },
    VisitedRowPage(name: "/rowing/sessions/ID, rejected") { browser, squad in
      try await browser.open(
        try squad.server.url("/rowing/sessions/\(squad.text(squad.session))"))
      try await browser.type(" or later", into: "#start")
      try await browser.click(".edit button")
      try await browser.wait(forElement: ".edit [role=alert]")
    },
    VisitedRowPage(name: "/rowing/zones, rejected") { browser, squad in
      try await browser.open(try squad.server.url("/rowing/zones"))
      try await browser.type("strong", into: "#base")
      try await browser.click("main form .primary")
      try await browser.wait(forElement: "main [role=alert]")
    },
    VisitedRowPage(name: "/rowing/athletes, rejected") { browser, squad in
      try await browser.open(try squad.server.url("/rowing/athletes"))
      try await browser.type("Carla", into: "#name")
      try await browser.type("heavy", into: "#weight")
      try await browser.click("main form .primary")
      try await browser.wait(forElement: "main [role=alert]")
    },
    VisitedRowPage(name: "/rowing/import") { browser, squad in
      try await browser.open(try squad.server.url("/rowing"))
      try await browser.type(try squad.uploads(), into: "#files")
      // As without the script.
      _ = try await browser.evaluate(
        "document.querySelector('form[data-upload]').submit(); return ''")
      try await browser.wait { $0.hasSuffix("/rowing/import") }
    },
    VisitedRowPage(name: "/rowing, imported") { browser, squad in
      try await browser.open(try squad.server.url("/rowing"))
      try await browser.type(try squad.uploads(), into: "#files")
      try await browser.click("form[data-upload] button")
      try await browser.wait(
        until: "document.querySelector('.upload-status').textContent.includes('not imported')")
    },
  ]

  private static func path(_ path: String) -> VisitedRowPage { page(path) { _ in path } }

  private static func page(
    _ name: String, _ path: @escaping @Sendable (VisitedSquad) -> String
  ) -> VisitedRowPage {
    VisitedRowPage(name: name) { browser, squad in
      try await browser.open(try squad.server.url(path(squad)))
    }
  }
}

/// A server with athletes, a team and sessions whose pages show every part.
struct VisitedSquad: Sendable {
  let server: RowServer
  /// A session with strokes, heart rates and force curves.
  let session: UUID
  /// A session of intervals with rest.
  let other: UUID
  let athlete: UUID
  let team: UUID
  /// A session that is being recorded.
  let running: UUID

  func text(_ id: UUID) -> String { id.uuidString.lowercased() }

  /// A GIF file of one pixel.
  private static let picture = "R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="

  /// Adds the sample, a season of a second athlete, a team of both, and a running session.
  static func fill(_ server: RowServer) async throws -> VisitedSquad {
    let library = try RowingLibrary.open(directory: server.directory)
    _ = try await library.addSampleIfEmpty()
    let first = try #require(try await library.athletes().first)
    let long = "Bea of the very-long-double-barrelled-name " + String(repeating: "very-", count: 12)
    let second = try await library.addAthlete(
      name: long, edit: AthleteEdit(weight: .set(71), maxHeartRate: .set(188)))
    let team = try await library.addTeam(name: "Masters women")
    for id in [first.id, second.id] { _ = try await library.join(id, team: team.id) }
    let picture = try #require(Data(base64Encoded: Self.picture))
    _ = try await library.editAthlete(second.id, AthleteEdit(picture: .set(picture)))
    let report = try await server.importElsewhere(
      [.season, .boatCoach, .ergData], athlete: second.id)
    let boatCoach = try #require(report.imported.first { $0.file.hasSuffix("boatcoach.csv") })
    _ = try await library.edit(
      boatCoach.session.id,
      SessionEdit(type: .race, comments: "Rain after the turn.\nTwo bottles.", athlete: first.id))
    let intervals = try #require(
      report.imported.first { $0.session.workout?.contains("x") ?? false }, "no intervals")
    let running = try await server.row(athlete: first.id)
    return VisitedSquad(
      server: server, session: boatCoach.session.id, other: intervals.session.id,
      athlete: second.id, team: team.id, running: running)
  }

  /// Files to upload: a new one, a known one, and one that is no workout.
  func uploads() throws -> String {
    let folder = server.directory.deletingLastPathComponent()
    let bad = folder.appending(path: "notes.csv")
    try Data("no workout".utf8).write(to: bad)
    return [RowingFixture.fit.path, RowingFixture.season.path, bad.path(percentEncoded: false)]
      .joined(separator: "\n")
  }
}

extension RowServer {
  /// Starts a session with strokes, as a recorder does, and returns its identifier.
  func row(athlete id: UUID, strokes: Int = 30) async throws -> UUID {
    let container = try RowingStore.container(directory: directory)
    let context = ModelContext(container)
    let athletes = FetchDescriptor<Athlete>(predicate: #Predicate { $0.id == id })
    let athlete = try #require(try context.fetch(athletes).first)
    let session = RowingSession(
      athlete: athlete, pm5DeviceID: "430123456", startTime: Date.now.addingTimeInterval(-90))
    session.workoutText = "5x500m/1:00r"
    session.source = "pm5"
    context.insert(session)
    for index in 0..<strokes { context.insert(Self.stroke(index, of: session)) }
    try context.save()
    return session.id
  }

  /// Adds a stroke to a running session.
  func addStroke(_ index: Int, to id: UUID) throws {
    let context = ModelContext(try RowingStore.container(directory: directory))
    let session = try #require(try context.fetch(RowingSession.withIdentifier(id)).first)
    context.insert(Self.stroke(index, of: session))
    try context.save()
  }

  private static func stroke(_ index: Int, of session: RowingSession) -> PerformanceMetric {
    let elapsed = Double(index + 1) * 2.4
    let metric = PerformanceMetric(
      id: UUID(), session: session, index: index,
      timestamp: session.startTime.addingTimeInterval(elapsed))
    metric.elapsedTime = elapsed
    metric.distance = Double(index + 1) * 10.2
    metric.pace = 117.5 + Double(index % 5)
    metric.strokeRate = 25
    metric.power = 212 - Double(index % 7)
    metric.strokeCount = index + 1
    metric.heartRate = 120 + index
    metric.peakForce = 820
    return metric
  }
}
