// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// `cairn row athlete` and `cairn row team`: squads, roles and comparisons.
struct RowSquadTests {
  private struct Athlete: Decodable {
    let name: String
    let role: String
    let team: String?
    let is_active: Bool
  }

  private struct Team: Decodable {
    let name: String
    let members: [String]
  }

  @discardableResult
  private func run(
    _ workspace: Workspace, _ arguments: String..., status: Int32 = 0
  ) async throws -> CommandResult {
    let result = try await workspace.cairn(["row"] + arguments)
    #expect(result.status == status, "\(arguments): \(result)")
    return result
  }

  /// A coach with a member, and an athlete without a team.
  private func squad() async throws -> Workspace {
    let workspace = try Workspace()
    try await run(workspace, "team", "add", "Masters")
    try await run(workspace, "athlete", "add", "Cora", "--role", "coach")
    try await run(workspace, "athlete", "add", "Mia")
    try await run(workspace, "athlete", "add", "Otto")
    try await run(workspace, "team", "join", "Cora", "Masters")
    try await run(workspace, "team", "join", "Mia", "Masters")
    try await run(workspace, "import", RowingFixture.season.path, "--athlete", "Otto")
    try await run(workspace, "import", RowingFixture.boatCoach.path, "--athlete", "Mia")
    return workspace
  }

  @Test func `a team is renamed and deleted, and its athletes remain`() async throws {
    let workspace = try await squad()
    try await run(workspace, "team", "edit", "Masters", "--name", "Women")
    let team = try #require(
      try await run(workspace, "team", "list", "--json").json([Team].self).first)
    #expect(team.name == "Women" && team.members == ["Cora", "Mia"])
    try await run(workspace, "team", "edit", "Women", "--name", " ", status: 1)
    let refused = try await run(workspace, "team", "delete", "Women", status: 1)
    #expect(refused.error.contains("nothing was deleted"))
    try await run(workspace, "team", "delete", "Women", "--yes")
    #expect(try await run(workspace, "team", "list", "--json").json([Team].self).isEmpty)
    let athletes = try await run(workspace, "athlete", "list", "--json").json([Athlete].self)
    #expect(
      athletes.map(\.name) == ["Cora", "Mia", "Otto"] && athletes.allSatisfy { $0.team == nil })
  }

  @Test func `the role of the machine's person selects commands`() async throws {
    let workspace = try await squad()
    #expect(try await run(workspace, "list", "--json").json([SessionJSON].self).count == 158)
    try await run(workspace, "athlete", "use", "Mia")
    let own = try await run(workspace, "list", "--json").json([SessionJSON].self)
    #expect(own.count == 1)
    let athletes = try await run(workspace, "athlete", "list", "--json").json([Athlete].self)
    #expect(athletes.map(\.name) == ["Mia"])
    for arguments in [
      ["team", "board"], ["team", "add", "X"], ["team", "delete", "Masters", "--yes"],
      ["athlete", "add", "X"], ["athlete", "delete", "Mia", "--yes"],
      ["athlete", "edit", "Mia", "--role", "admin"], ["analytics", "report", "--team", "Masters"],
    ] {
      let result = try await workspace.cairn(["row"] + arguments)
      #expect(result.status == 1 && result.error.contains("role"), "\(arguments): \(result)")
    }
    for arguments in [
      ["athlete", "edit", "Otto", "--weight", "80"], ["zones", "--athlete", "Otto"],
    ] {
      let result = try await workspace.cairn(["row"] + arguments)
      #expect(result.status == 1 && result.error.contains("no athlete"), "\(arguments): \(result)")
    }
    try await run(workspace, "athlete", "use", "Cora")
    #expect(try await run(workspace, "list", "--json").json([SessionJSON].self).count == 1)
    try await run(workspace, "team", "board")
    try await run(workspace, "team", "leave", "Mia")
    try await run(workspace, "athlete", "use", status: 64)
    let everybody = try await run(workspace, "athlete", "use", "--everybody", "--json")
    #expect(everybody.output.contains("\"athlete\" : null"))
    #expect(try await run(workspace, "list", "--json").json([SessionJSON].self).count == 158)
  }

  @Test func `athletes are compared, and deactivated ones are hidden`() async throws {
    let workspace = try await squad()
    let compared = try await run(workspace, "athlete", "compare", "Mia", "Otto")
    #expect(compared.output.contains("Critical power") && compared.output.contains("157"))
    struct Compared: Decodable {
      let athlete: String
      let sessions: Int
      let best_s: [String: Double]
    }
    let values = try await run(workspace, "athlete", "compare", "Otto", "Mia", "--json")
      .json([Compared].self)
    #expect(values.map(\.athlete) == ["Otto", "Mia"] && values[0].sessions == 157)
    #expect(values[0].best_s["5000"] != nil)
    try await run(workspace, "athlete", "compare", "Mia", status: 64)
    try await run(workspace, "athlete", "edit", "Otto", "--no-active")
    #expect(
      try await run(workspace, "athlete", "list", "--json").json([Athlete].self).count == 2)
    let all = try await run(workspace, "athlete", "list", "--all", "--json").json([Athlete].self)
    #expect(all.first { $0.name == "Otto" }?.is_active == false)
  }

  @Test func `a session is compared with a target of pieces`() async throws {
    let workspace = try await squad()
    try await run(workspace, "athlete", "use", "Mia")
    let id = try #require(
      try await run(workspace, "list", "--json").json([SessionJSON].self).first
    ).id
    let result = try await run(workspace, "compare", id, "--target", "500m@2:10, 500m@2:05")
    #expect(result.output.contains("500m@2:10.0, 500m@2:05.0"))
    let wrong = try await run(workspace, "compare", id, "--target", "fast", status: 64)
    #expect(wrong.error.contains("1500m@2:02"))
  }

  @Test func `a recording without D-Bus or BlueZ states the remedy`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn(
      "row", "record", "--device", "430",
      environment: [
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus"
      ])
    #expect(result.status == 1 && result.error.contains("Start the service dbus"), "\(result)")
    for arguments in [["row", "record"], ["row", "record", "x.txt", "--device", "430"]] {
      #expect(try await workspace.cairn(arguments).status == 64)
    }
  }
}
