// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import PageTestSupport
import Rowing
import Testing

/// Teams, pictures, analytics and roles by their requests.
struct SquadPagesTests {
  private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])

  private func text(_ id: UUID) -> String { id.uuidString.lowercased() }

  @Test func `a team is renamed, gets members, and is deleted without its athletes`() async throws {
    try await RowServer.run { server in
      let library = server.library
      let team = try await library.addTeam(name: "Masters")
      let (anna, bea) = (
        try await library.addAthlete(name: "Anna"), try await library.addAthlete(name: "Bea")
      )
      let path = "/rowing/teams/\(text(team.id))"
      let page = try await server.send("GET", path)
      #expect(page.status == 200 && page.body.contains("Anna") && page.body.contains("Bea"))
      #expect(try await server.send("GET", "/rowing/board").body.contains(path))
      let saved = try await server.post(path, ["name": "Women", text(anna.id): "member"])
      #expect(saved.status == 303 && saved.headers["location"] == path + "?saved")
      var changed = try #require(try await library.team(team.id))
      #expect(changed.name == "Women" && changed.members.map(\.name) == ["Anna"])
      _ = try await server.post(path, ["name": "Women", text(bea.id): "member"])
      changed = try #require(try await library.team(team.id))
      #expect(changed.members.map(\.name) == ["Bea"])
      let rejected = try await server.post(path, ["name": " "])
      #expect(rejected.status == 422 && rejected.body.contains("Nothing was changed."))
      #expect(try await library.team(team.id) == changed)
      let question = try await server.send("GET", path + "/delete")
      #expect(question.body.contains("1 member"))
      let deleted = try await server.post(path + "/delete", [:])
      #expect(deleted.status == 303)
      #expect(try await library.teams().isEmpty)
      #expect(try await library.athletes().count == 2)
      for gone in [path, path + "/delete"] {
        #expect(try await server.send("GET", gone).status == 404, "\(gone)")
      }
    }
  }

  @Test func `a picture is stored, shown and removed, and another file is rejected`() async throws {
    try await RowServer.run { server in
      let athlete = try await server.library.addAthlete(name: "Anna")
      let path = "/rowing/athletes/\(text(athlete.id))"
      #expect(try await server.send("GET", path + "/picture").status == 404)
      let svg = try await server.upload(
        to: path + "/picture", [("x.svg", "<svg onload=\"alert(1)\"/>")])
      #expect(svg.status == 422 && svg.body.contains("Nothing was changed."))
      let none = try await server.upload(to: path + "/picture", [])
      #expect(none.status == 422)
      _ = try await server.library.editAthlete(athlete.id, .init(picture: .set(Self.png)))
      let picture = try await server.send("GET", path + "/picture")
      #expect(picture.status == 200 && picture.headers["content-type"] == "image/png")
      #expect(picture.headers["x-content-type-options"] == "nosniff")
      #expect(try await server.send("GET", path).body.contains("src=\"\(path)/picture\""))
      #expect(try await server.post(path + "/picture/delete", [:]).status == 303)
      #expect(try await server.library.athlete(athlete.id)?.hasPicture == false)
      let stored = try await server.upload(to: path + "/picture", [("x.gif", "GIF89a;")])
      #expect(stored.status == 303)
      #expect(try await server.library.picture(of: athlete.id) == Data("GIF89a;".utf8))
    }
  }

  @Test func `the analytics page has the rows of the report`() async throws {
    try await RowServer.run { server in
      try await server.importElsewhere([.season, .boatCoach])
      let page = try await server.send("GET", "/rowing/analytics")
      #expect(page.status == 200)
      for part in ["Analytics of athletes", "Analytics of days", "Analytics of sessions", "158"] {
        #expect(page.body.contains(part), "\(part)")
      }
      let athlete = try #require(try await server.library.athletes().first)
      let team = try await server.library.addTeam(name: "Masters")
      _ = try await server.library.join(athlete.id, team: team.id)
      let other = try await server.library.addAthlete(name: "Bea")
      _ = try await server.library.join(other.id, team: team.id)
      let squad = try await server.send("GET", "/rowing/analytics?of=\(text(team.id))").body
      #expect(squad.contains("/rowing/athletes/\(text(athlete.id))"))
      #expect(squad.contains("/rowing/athletes/\(text(other.id))"))
      let empty = try await server.send("GET", "/rowing/analytics?athlete=x&of=y")
      #expect(empty.status == 200)
    }
  }

  @Test func `athletes are compared side by side`() async throws {
    try await RowServer.run { server in
      let (anna, bea) = (
        try await server.library.addAthlete(name: "Anna", edit: .init(weight: .set(70))),
        try await server.library.addAthlete(name: "Bea")
      )
      try await server.importElsewhere([.season], athlete: anna.id)
      try await server.importElsewhere([.boatCoach], athlete: bea.id)
      let page = try await server.send(
        "GET", "/rowing/compare/athletes?a=\(text(anna.id))&b=\(text(bea.id))")
      #expect(page.status == 200)
      for part in ["Anna", "Bea", "157", "Weight-adjusted 2k", "Power curves of the athletes"] {
        #expect(page.body.contains(part), "\(part)")
      }
      #expect(try await server.send("GET", "/rowing/compare").body.contains("compare/athletes"))
      let season = try await server.send(
        "GET", "/rowing/compare/athletes?season=1999&machine=SkiErg")
      #expect(season.status == 200)
    }
  }

  @Test func `the role of the machine's person selects pages and forms`() async throws {
    try await RowServer.run { server in
      let library = server.library
      let team = try await library.addTeam(name: "Masters")
      let coach = try await library.addAthlete(name: "Cora", edit: .init(role: .coach))
      let member = try await library.addAthlete(name: "Mia")
      let other = try await library.addAthlete(name: "Otto")
      try await library.setMembers(of: team.id, to: [coach.id, member.id])
      let own = try await server.row(athlete: member.id)
      let foreign = try await server.row(athlete: other.id)
      let settings = try await server.send("GET", "/settings").body
      #expect(settings.contains("Mia, athlete"))
      let chosen = try await server.post("/settings", ["rowing-person": text(member.id)])
      #expect(chosen.status == 303 || chosen.status == 200)
      #expect(try await library.viewer().athlete?.name == "Mia")

      let list = try await server.send("GET", "/rowing").body
      #expect(!list.contains("Otto") && !list.contains("href=\"/rowing/board\""))
      #expect(try await server.send("GET", "/rowing/live").body.contains("Mia"))
      #expect(try await !server.send("GET", "/rowing/live").body.contains("Otto"))
      #expect(try await server.send("GET", "/rowing/sessions/\(text(own))").status == 200)
      for path in [
        "/rowing/sessions/\(text(foreign))", "/rowing/sessions/\(text(foreign))/strokes",
        "/rowing/sessions/\(text(foreign))/delete", "/rowing/athletes/\(text(other.id))",
        "/rowing/athletes/\(text(member.id))/delete", "/rowing/board",
        "/rowing/teams/\(text(team.id))", "/rowing/compare?a=\(text(foreign))&target=2%3A00",
      ] {
        #expect(try await server.send("GET", path).status == 404, "\(path)")
      }
      for path in [
        "/rowing/teams", "/rowing/athletes", "/rowing/teams/\(text(team.id))",
        "/rowing/teams/\(text(team.id))/delete", "/rowing/athletes/\(text(member.id))/delete",
        "/rowing/sessions/\(text(foreign))/delete",
      ] {
        #expect(try await server.post(path, ["name": "X"]).status == 404, "\(path)")
      }
      #expect(try await library.teams().count == 1)
      #expect(try await library.athletes().count == 3)
      // A role can't be raised by a form that doesn't offer it.
      _ = try await server.post(
        "/rowing/athletes/\(text(member.id))", ["name": "Mia", "role": "admin"])
      #expect(try await library.athlete(member.id)?.role == .athlete)

      _ = try await server.post("/settings", ["rowing-person": text(coach.id)])
      let board = try await server.send("GET", "/rowing/board")
      #expect(board.status == 200 && board.body.contains("Mia") && !board.body.contains("Otto"))
      #expect(try await server.send("GET", "/rowing/teams/\(text(team.id))").status == 200)
      #expect(try await server.send("GET", "/rowing/teams/\(text(team.id))/delete").status == 404)
      #expect(try await server.send("GET", "/rowing/athletes/\(text(other.id))").status == 404)

      _ = try await server.post("/settings", ["rowing-person": "everybody"])
      #expect(try await server.send("GET", "/rowing/athletes/\(text(other.id))").status == 200)
    }
  }

  @Test func `a coach without athletes sees no records and no curve of others`() async throws {
    try await RowServer.run { server in
      let library = server.library
      let otto = try await library.addAthlete(name: "Otto")
      let report = await library.importFiles(
        [RowingFixture.season.url], options: RowingImportOptions(athlete: otto.id))
      try #require(!report.imported.isEmpty)
      let paths = ["/rowing/records", "/rowing/curve"]
      for path in paths {
        #expect(try await !server.send("GET", path).body.contains("Nothing to show yet"))
      }
      let coach = try await library.addAthlete(name: "Cora", edit: .init(role: .coach))
      try await library.setViewer(coach.id)
      for path in paths {
        let page = try await server.send("GET", path)
        #expect(page.status == 200 && page.body.contains("Nothing to show yet"), "\(path)")
        #expect(!page.body.contains("2018"), "\(path)")
      }
    }
  }
}
