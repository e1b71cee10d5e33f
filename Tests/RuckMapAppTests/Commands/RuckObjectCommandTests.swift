// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// The subcommands of `cairn ruck` for routes, gear, goals, groups, plans, contacts and health.
struct RuckObjectCommandTests {
  /// The JSON output of a command that must succeed.
  private func json(_ workspace: Workspace, _ arguments: [String]) async throws -> Any {
    let result = try await workspace.cairn(["ruck"] + arguments + ["--json"])
    #expect(result.status == 0, "\(arguments): \(result)")
    return try JSONSerialization.jsonObject(with: Data(result.output.utf8))
  }

  private func object(
    _ workspace: Workspace, _ arguments: String...
  ) async throws -> [String: Any] {
    try #require(try await json(workspace, arguments) as? [String: Any])
  }

  private func list(_ workspace: Workspace, _ arguments: String...) async throws -> [[String: Any]]
  {
    try #require(try await json(workspace, arguments) as? [[String: Any]])
  }

  private func stored(_ workspace: Workspace) async throws -> String {
    let result = try await workspace.cairn(
      "ruck", "import", Fixture.activity.path, "--pack-weight", "35 lb", "--json")
    return try #require(try result.json(ImportJSON.self).imported.first, "\(result)").id
  }

  @Test(.timeLimit(.minutes(15)))
  func `gear is added, used on a ruck, edited and removed`() async throws {
    let workspace = try Workspace()
    let ruck = try await stored(workspace)
    let boots = try await object(
      workspace, "gear", "add", "--name", "Trail boots", "--type", "boots", "--weight", "1.2 kg",
      "--replace-after", "typical")
    #expect(boots["weight_kg"] as? Double == 1.2 && boots["remaining_life"] as? Double == 1)
    for _ in 0..<2 { _ = try await list(workspace, "gear", "use", ruck, "trail") }
    let used = try #require(try await list(workspace, "gear", "list").first)
    #expect(used["rucks"] as? Int == 1)
    let shown = try await workspace.cairn("ruck", "show", ruck, "--json")
    let distance = try #require(
      try (JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])?[
        "distance_m"] as? Double)
    #expect(abs((used["distance_m"] as? Double ?? 0) - distance) < 0.01)
    let edited = try await object(workspace, "gear", "edit", "trail", "--active", "no")
    #expect(edited["active"] as? Bool == false && edited["weight_kg"] as? Double == 1.2)
    let text = try await workspace.cairn("ruck", "gear", "show", "trail")
    #expect(text.output.contains("Trail boots") && text.output.contains("500.00 mi"), "\(text)")
    #expect(text.output.contains("              retired\n"), "\(text)")
    #expect(text.output.contains("\nRemaining life"), "\(text)")
    let refused = try await workspace.cairn("ruck", "gear", "remove", "trail")
    #expect(refused.status != 0)
    let removed = try await object(workspace, "gear", "remove", "trail", "--yes")
    #expect(removed["deleted"] as? String == boots["id"] as? String)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a route is made from a ruck, searched, and reviewed`() async throws {
    let workspace = try Workspace()
    let ruck = try await stored(workspace)
    let route = try await object(workspace, "route", "make", ruck, "--name", "Ridge loop")
    #expect((route["points"] as? Int ?? 0) > 1 && route["completions"] as? Int == 1)
    let line = try workspace.write("46, 7, 500\n46.01, 7.01, 560\n", to: "line.txt")
    let drawn = try await object(
      workspace, "route", "add", "--name", "Short", "--line", line, "--tags", "night, beach",
      "--child-friendly", "yes")
    #expect(abs((drawn["distance_m"] as? Double ?? 0) - 1353) < 5)
    #expect(drawn["tags"] as? [String] == ["beach", "night"])
    #expect(drawn["start_latitude"] as? Double == 46)
    let file = try workspace.write("", to: "short.gpx")
    #expect(
      try await workspace.cairn("ruck", "route", "export", "Short", "--output", file).status == 0)
    let copied = try await object(
      workspace, "route", "add", "--name", "Copy", "--line", file)
    #expect(abs((copied["distance_m"] as? Double ?? 0) - 1353) < 5)
    #expect(copied["points"] as? Int == 2)
    #expect(abs((copied["elevation_gain_m"] as? Double ?? 0) - 60) < 0.1)
    let shown = try await workspace.cairn("ruck", "route", "show", "Short").output
    #expect(shown.contains("Positions of the line  2 positions\n") && !shown.contains("46.01"))
    _ = try await workspace.cairn("ruck", "route", "add", "--name", "Bare")
    let bare = try await workspace.cairn("ruck", "route", "export", "Bare")
    #expect(bare.status == 1 && bare.error.contains("The route has no line"), "\(bare)")
    let found = try await list(workspace, "route", "search", "NIGHT")
    #expect(found.compactMap { $0["name"] as? String } == ["Short"])
    let review = try await object(
      workspace, "review", "add", "Ridge", "--rating", "4.5", "--comment", "Bring water")
    #expect(review["rating"] as? Double == 4.5 && review["route"] as? String == "Ridge loop")
    _ = try await object(workspace, "route", "assign", ruck, "Short")
    let rated = try #require(
      try await list(workspace, "route", "list").first { $0["name"] as? String == "Ridge loop" })
    #expect(rated["rating"] as? Double == 4.5 && rated["completions"] as? Int == 0)
    for (arguments, message) in [
      (["route", "add", "--name", "Line", "--line", "missing.txt"], "missing.txt does not exist"),
      (["review", "add", "Ridge", "--rating", "7"], "--rating: 7 is not a number from 1 to 5"),
      (["route", "search", "--difficulty", "steep"], "steep is none of the choices"),
    ] {
      let result = try await workspace.cairn(["ruck"] + arguments)
      #expect(result.status != 0 && result.error.contains(message), "\(result)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `goals, challenges, groups and events are kept from the command line`() async throws {
    let workspace = try Workspace()
    let file = try workspace.write(Track.gpx(points: 1000, number: 1), to: "walk.gpx")
    _ = try await workspace.cairn("ruck", "import", file)
    _ = try await workspace.cairn("ruck", "profile", "--units", "metric")
    let goal = try await object(
      workspace, "goal", "add", "--name", "All", "--period", "once", "--metric", "distance",
      "--target", "1000", "--start", "2000-01-01")
    #expect(goal["target"] as? Double == 1_000_000)
    let progress = try #require(try await list(workspace, "goal", "progress").first)
    #expect((progress["value"] as? Double ?? 0) > 1000)
    _ = try await object(workspace, "group", "add", "--name", "Club")
    let club = try await object(workspace, "group", "invite", "Club", "Kim Lee")
    #expect((club["members"] as? [Any])?.count == 2)
    _ = try await object(workspace, "group", "invite", "Club", "Kim Lee", "--role", "organizer")
    _ = try await object(workspace, "group", "invite", "Club", "Kim Lee")
    let shown = try await workspace.cairn("ruck", "group", "show", "Club")
    #expect(shown.output.contains("Kim Lee (organizer)"), "\(shown)")
    let challenge = try await object(
      workspace, "challenge", "add", "--name", "Ever", "--start", "2000-01-01", "--end",
      "2035-12-31", "--group", "club", "--target", "10 km")
    #expect(challenge["group_id"] as? String == club["id"] as? String)
    #expect(challenge["participants"] as? Int == 1)
    let standings = try await list(workspace, "challenge", "standings", "Ever")
    #expect(standings.first?["place"] as? Int == 1)
    let event = try await object(
      workspace, "event", "add", "--name", "Night", "--day", "2035-06-12", "--time", "22:00",
      "--length", "3:00", "--pack", "20 kg", "--group", "Club", "--reminder", "60")
    #expect(event["pack_weight_kg"] as? Double == 20 && event["reminder_at"] is String)
    let moved = try await object(workspace, "event", "edit", "Night", "--time", "06:30")
    #expect(moved["start_at"] as? String != event["start_at"] as? String)
    let error = try await workspace.cairn("ruck", "goal", "edit", "All", "--target", "far")
    #expect(error.status == 1 && error.error.contains("--target: "), "\(error)")
    let usage = try await workspace.cairn("ruck", "goal", "add", "--name", "Nothing")
    #expect(usage.status == 64 && usage.error.contains("Give --target"), "\(usage)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `plans, contacts and measurements are kept from the command line`() async throws {
    let workspace = try Workspace()
    let plan = try await object(
      workspace, "plan", "add", "--name", "Twelve", "--target", "2035-12-31")
    let planned = try await object(
      workspace, "plan", "ruck", "Twelve", "--title", "Easy five", "--day", "2035-05-01",
      "--distance", "5 mi", "--rpe", "4")
    #expect(planned["plan_id"] as? String == plan["id"] as? String)
    let shown = try await object(workspace, "plan", "show", "Twelve")
    #expect((shown["rucks"] as? [Any])?.count == 1)
    let done = try await workspace.cairn("ruck", "plan", "done", "Easy five")
    #expect(done.status == 1 && done.error.contains("no ruck on 2035-05-01"), "\(done)")
    let contact = try await object(
      workspace, "contact", "add", "--name", "Kim", "--phone", "+41 44 123 45 67", "--overdue",
      "30", "--primary", "yes")
    #expect(contact["primary"] as? Bool == true)
    let overdue = try await list(workspace, "contact", "overdue")
    #expect(overdue.isEmpty)
    let weight = try await object(
      workspace, "health", "add", "--weight", "80 kg", "--resting-heart-rate", "52")
    #expect(weight["weight_kg"] as? Double == 80)
    let profile = try await object(
      workspace, "profile", "--height", "178 cm", "--child", "true", "--max-heart-rate", "190")
    #expect(profile["body_weight_kg"] as? Double == 80)
    #expect(profile["privacy"] as? String == "private" && profile["child"] as? Bool == true)
    #expect(profile["max_heart_rate_bpm"] as? Int == 190)
    let conditions = try await object(
      workspace, "profile", "--condition", "back_pain", "--condition", "asthma")
    #expect(conditions["health_conditions"] as? [String] == ["asthma", "back_pain"])
    let report = try await workspace.cairn("ruck", "health", "report")
    #expect(report.output.contains("Asthma, Back pain"), "\(report)")
    let both = try await workspace.cairn(
      "ruck", "profile", "--condition", "asthma", "--no-conditions")
    #expect(both.status == 64, "\(both)")
    let none = try await object(workspace, "profile", "--no-conditions")
    #expect(none["health_conditions"] as? [String] == [])
    let display = try await object(
      workspace, "profile", "--persona", "military_veteran", "--show", "large-text", "--hide",
      "distance-first", "--challenge-reminders", "true")
    #expect(display["display"] as? [String] == ["military-time", "large-text"])
    #expect(display["challenge_reminders"] as? Bool == true)
    let contradiction = try await workspace.cairn(
      "ruck", "profile", "--show", "simple", "--hide", "simple")
    #expect(contradiction.status == 64, "\(contradiction)")
    #expect(contradiction.error.contains("Give simple either"), "\(contradiction)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `standards are added, edited, hidden and reset`() async throws {
    let workspace = try Workspace()
    let table = try await list(workspace, "standard", "list")
    #expect(table.allSatisfy { $0["custom"] as? Bool == false })
    let march = try #require(
      try await list(workspace, "standard", "edit", "12-mile", "--time", "2:30").first)
    #expect(march["time_limit_s"] as? Double == 9_000 && march["custom"] as? Bool == true)
    #expect(march["distance_m"] as? Double == 19_312.128)
    let own = try #require(
      try await list(
        workspace, "standard", "add", "--name", "Club march", "--distance", "15 km",
        "--pack-weight", "12 kg", "--time", "2:45", "--source", "Rules of 2026"
      ).first)
    #expect(own["organization"] as? String == "Own" && own["distance_m"] as? Double == 15_000)
    #expect(own["source"] as? String == "Rules of 2026")
    #expect(try await list(workspace, "standard", "list").count == table.count + 1)
    for arguments in [
      ["add", "--name", "Club march", "--distance", "5 km"], ["edit", "norw", "--time", "1:00"],
      ["edit", "moon", "--time", "1:00"], ["edit", "club", "--time", "soon"],
      ["edit", "club", "--distance", "2000 km"], ["reset", "club"],
    ] {
      let result = try await workspace.cairn(["ruck", "standard"] + arguments)
      #expect(result.status == 1, "\(arguments): \(result)")
    }
    for arguments in [["add", "--name", "x"], ["edit", "club"], ["reset"]] {
      let result = try await workspace.cairn(["ruck", "standard"] + arguments)
      #expect(result.status == 64, "\(arguments): \(result)")
    }
    _ = try await object(workspace, "standard", "remove", "12-mile", "--yes")
    _ = try await object(workspace, "standard", "remove", "club", "--yes")
    #expect(try await list(workspace, "standard", "list").count == table.count - 1)
    // A hidden standard is found by its original name.
    let reset = try await list(workspace, "standard", "reset", "12-mile")
    #expect(reset.map { $0["time_limit_s"] as? Double } == [10_800])
    let all = try await list(workspace, "standard", "reset", "--all")
    #expect(all.count == table.count)
    let text = try await workspace.cairn("ruck", "standard", "list")
    #expect(text.output.contains("USAIS Pam 350-6"), "\(text)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `one load of a joined ruck is edited by its number`() async throws {
    let workspace = try Workspace()
    var ids: [String] = []
    for (number, pack) in [(1, "20 kg"), (2, "10 kg")] {
      let file = try workspace.write(
        Track.gpx(points: 200, number: number), to: "\(number).gpx")
      let result = try await workspace.cairn(
        "ruck", "import", file, "--pack-weight", pack, "--json")
      ids.append(try #require(try result.json(ImportJSON.self).imported.first, "\(result)").id)
    }
    _ = try await json(workspace, ["join"] + ids)
    let id = ids[0]
    func loads() async throws -> [Double] {
      let shown = try #require(try await json(workspace, ["show", id]) as? [String: Any])
      let loads = try #require(shown["loads"] as? [[String: Any]])
      return loads.compactMap { $0["pack_weight_kg"] as? Double }
    }
    #expect(try await loads() == [20, 10])
    _ = try await object(workspace, "edit", id, "--load", "2", "--pack-weight", "15 kg")
    #expect(try await loads() == [20, 15])
    let missing = try await workspace.cairn(
      "ruck", "edit", id, "--load", "3", "--pack-weight", "5 kg")
    #expect(missing.status == 1 && missing.error.contains("the ruck has 2 loads"), "\(missing)")
    #expect(try await workspace.cairn("ruck", "edit", id, "--load", "1").status == 64)
    let text = try await workspace.cairn("ruck", "show", id)
    #expect(text.output.contains("Load 2"), "\(text)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `people and rucks are added to an event and removed`() async throws {
    let workspace = try Workspace()
    let ruck = try await stored(workspace)
    _ = try await object(workspace, "event", "add", "--name", "Night ruck", "--day", "tomorrow")
    let event = try await object(workspace, "event", "invite", "Night", "Kim Lee", "Kim Lee")
    func names(_ event: [String: Any]) -> [String] {
      (event["participants"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }
    #expect(names(event).count == 2 && names(event).contains("Kim Lee"))
    let left = try await object(workspace, "event", "expel", "Night", "kim lee")
    #expect(names(left).count == 1)
    let unknown = try await workspace.cairn("ruck", "event", "expel", "Night", "Kim")
    #expect(unknown.status == 1 && unknown.error.contains("no participant 'Kim'"), "\(unknown)")
    #expect(try await workspace.cairn("ruck", "event", "invite", "Night").status == 64)
    let assigned = try await object(workspace, "event", "assign", ruck, "Night")
    #expect(assigned["event"] as? String == event["id"] as? String)
    let text = try await workspace.cairn("ruck", "event", "assign", ruck)
    #expect(text.output.contains("The ruck has no event."), "\(text)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `awards and a health report follow from rucks and measurements`() async throws {
    let workspace = try Workspace()
    #expect(try await list(workspace, "goal", "awards").isEmpty)
    let file = try workspace.write(Track.gpx(points: 700, number: 1), to: "walk.gpx")
    let imported = try await workspace.cairn("ruck", "import", file, "--json")
    let ruck = try #require(try imported.json(ImportJSON.self).imported.first, "\(imported)").id
    let awards = try await list(workspace, "goal", "awards")
    let first = try #require(awards.first { $0["code"] as? String == "rucks-1" })
    #expect(first["title"] as? String == "First ruck" && first["ruck_id"] as? String == ruck)
    let text = try await workspace.cairn("ruck", "goal", "awards")
    #expect(text.output.contains("First ruck"), "\(text)")

    _ = try await object(
      workspace, "health", "add", "--day", "2026-03-02", "--resting-heart-rate", "52")
    let period = ["--from", "2026-03-01", "--to", "2026-03-03"]
    let report = try #require(
      try await json(workspace, ["health", "report"] + period) as? [String: Any])
    let rate = try #require(report["resting_heart_rate_bpm"] as? [String: Any])
    #expect(rate["mean"] as? Double == 52 && rate["count"] as? Int == 1)
    #expect((report["exercise"] as? [String: Any])?["rucks"] as? Int == 0)
    let printed = try await workspace.cairn(["ruck", "health", "report"] + period)
    #expect(printed.output.contains("52 bpm"), "\(printed)")
    let empty = try await workspace.cairn(
      ["ruck", "health", "report", "--from", "2026-03-03", "--to", "2026-03-01"])
    #expect(empty.status == 1 && empty.error.contains("the period is empty"), "\(empty)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `the feed lists rucks, awards and notes`() async throws {
    let workspace = try Workspace()
    let empty = try await workspace.cairn("ruck", "feed")
    #expect(empty.output.hasPrefix("No entries yet."), "\(empty)")
    let ruck = try await stored(workspace)
    _ = try await object(workspace, "group", "add", "--name", "Club")
    let note = try await object(workspace, "feed", "note", "New boots", "--group", "club")
    let entries = try await list(workspace, "feed", "list")
    let kinds = Set(entries.compactMap { $0["kind"] as? String })
    #expect(kinds.isSuperset(of: ["session_completed", "note"]))
    let completed = try #require(entries.first { $0["kind"] as? String == "session_completed" })
    #expect(completed["ruck_id"] as? String == ruck)
    #expect(entries.first?["title"] as? String == "New boots")
    #expect(entries.first?["group"] as? String == "Club")
    #expect(try await list(workspace, "feed", "list", "--limit", "1").count == 1)
    let text = try await workspace.cairn("ruck", "feed")
    #expect(text.output.contains("completed a ruck of"), "\(text)")
    let other = try await workspace.cairn("ruck", "feed", "remove", "none")
    #expect(other.status == 1 && other.error.contains("matches 0 notes"), "\(other)")
    let id = try #require(note["id"] as? String)
    let removed = try await object(workspace, "feed", "remove", String(id.prefix(13)))
    #expect(removed["deleted"] as? String == id)
    #expect(try await workspace.cairn("ruck", "feed", "note", " ").status == 1)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a ruck's exertion and surface are edited`() async throws {
    let workspace = try Workspace()
    let ruck = try await stored(workspace)
    func calories(_ arguments: String...) async throws -> Double {
      let edited = try #require(
        try await json(workspace, ["edit", ruck] + arguments) as? [String: Any])
      return try #require(edited["calories_kcal"] as? Double)
    }
    let road = try await calories("--rpe", "6")
    #expect(try await calories("--surface", "loose_sand") > road)
    #expect(try await calories("--surface", "paved_road", "--rpe", "0") == road)
    let result = try await workspace.cairn("ruck", "edit", ruck, "--rpe", "11")
    #expect(result.status == 1 && result.error.contains("Give 1 to 10"), "\(result)")
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      "route", "gear", "review", "group", "challenge", "event", "feed", "goal", "plan", "contact",
      "health", "standard",
    ])
  func `each subcommand has help with an example`(name: String) async throws {
    let workspace = try Workspace()
    let help = try await workspace.cairn("ruck", name, "--help")
    #expect(help.status == 0 && help.output.contains("EXAMPLE"), "\(help)")
    let list = try await workspace.cairn("ruck", name, "list", "--help")
    #expect(list.output.contains("cairn ruck \(name) list --json"), "\(list)")
  }
}
