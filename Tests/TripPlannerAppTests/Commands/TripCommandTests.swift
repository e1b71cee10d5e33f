// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CommandTestSupport
import Foundation
import Testing
import TripPlannerApp

/// The subcommands of `cairn trip`, run as processes.
struct TripCommandTests {
  /// The JSON output of a command that must succeed.
  private func json(_ workspace: Workspace, _ arguments: String...) async throws -> Any {
    let result = try await workspace.cairn(arguments + ["--json"])
    #expect(result.status == 0, "\(arguments): \(result)")
    return try JSONSerialization.jsonObject(with: Data(result.output.utf8))
  }

  private func object(_ workspace: Workspace, _ arguments: String...) async throws -> [String: Any]
  {
    let result = try await workspace.cairn(arguments + ["--json"])
    #expect(result.status == 0, "\(arguments): \(result)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  @Test(.timeLimit(.minutes(15)))
  func `a first trip is planned from the command line`() async throws {
    let workspace = try Workspace()
    let trip = try await object(
      workspace, "trip", "new", "Spring in Japan", "--start", "2027-03-10", "--end", "2027-03-24",
      "--currency", "EUR")
    let id = try #require(trip["id"] as? String)
    let segment = try await object(
      workspace, "trip", "segment", "add", "japan", "--from", "AKL", "--departs",
      "2027-03-10 23:55",
      "--to", "LAX", "--arrives", "2027-03-10 15:20", "--number", "NZ 6")
    #expect(segment["departs_at"] as? String == "2027-03-10T10:55:00Z")
    #expect(segment["departs_local"] as? String == "2027-03-10T23:55:00")
    #expect(segment["departs_zone"] as? String == "Pacific/Auckland")
    #expect(segment["duration_s"] as? Double == 44_700)
    #expect((segment["distance_m"] as? Double ?? 0) > 10_000_000)
    let item = try await object(
      workspace, "trip", "day", "add", String(id.prefix(8)), "--title", "Tea ceremony", "--day",
      "2027-03-12", "--start", "14:00", "--zone", "Asia/Tokyo", "--place", "Kyoto")
    #expect(item["starts_at"] as? String == "2027-03-12T05:00:00Z")
    _ = try await object(
      workspace, "trip", "pack", "add", "Japan", "--name", "Passport", "--weight", "50 g")
    let packed = try await json(workspace, "trip", "pack", "check", "Japan", "Passport")
    #expect(((packed as? [[String: Any]])?.first)?["weight_kg"] as? Double == 0.05)
    for name in ["Ann", "Bo"] {
      _ = try await object(workspace, "trip", "people", "add", "Japan", "--name", name)
    }
    _ = try await object(
      workspace, "trip", "expense", "add", "Japan", "--title", "Ryokan", "--amount", "42000 JPY",
      "--payer", "Ann")
    _ = try await object(workspace, "trip", "expense", "rate", "Japan", "JPY", "0.0061")
    let settled = try await object(workspace, "trip", "expense", "settle", "Japan")
    let payment = try #require((settled["payments"] as? [[String: Any]])?.first)
    #expect(payment["from"] as? String == "Bo" && payment["to"] as? String == "Ann")
    #expect(payment["amount"] as? String == "128.1" && payment["currency"] as? String == "EUR")
    let moved = try await object(workspace, "trip", "shift", "Japan", "2")
    #expect(moved["start_day"] as? String == "2027-03-12")
    let back = try await workspace.cairn("trip", "shift", "Japan", "--json", "--", "-2")
    #expect(back.status == 0 && back.output.contains("2027-03-10"), "\(back)")
    let shown = try await workspace.cairn("trip", "show", "Japan")
    #expect(shown.output.contains("Wed 10 Mar 2027, day 1"))
    #expect(shown.output.contains("Auckland → Los Angeles"))
    let listed = try await json(workspace, "trip", "list")
    #expect((listed as? [[String: Any]])?.first?["packed"] as? Int == 1)
  }

  @Test(.timeLimit(.minutes(15)))
  func `an edit keeps the values that its options leave out`() async throws {
    let workspace = try Workspace()
    _ = try await object(
      workspace, "trip", "new", "Tour", "--start", "2027-03-20", "--end", "2027-03-30",
      "--currency", "EUR")
    _ = try await object(
      workspace, "trip", "day", "add", "Tour", "--title", "Museum", "--day", "2027-03-26",
      "--start", "14:00", "--end", "16:30", "--zone", "Europe/Berlin")
    // Another day moves both times.
    let moved = try await object(
      workspace, "trip", "day", "edit", "Tour", "Museum", "--day", "2027-03-27")
    #expect(moved["starts_at"] as? String == "2027-03-27T13:00:00Z")
    #expect(moved["ends_at"] as? String == "2027-03-27T15:30:00Z")
    // Another zone keeps the clocks.
    let zoned = try await object(
      workspace, "trip", "day", "edit", "Tour", "Museum", "--zone", "Europe/London")
    #expect(zoned["starts_at"] as? String == "2027-03-27T14:00:00Z")
    #expect(zoned["ends_zone"] as? String == "Europe/London")
    // The clocks of London skip this time on the 28th, whose zone only the entry has.
    let skipped = try await workspace.cairn(
      "trip", "day", "edit", "Tour", "Museum", "--day", "2027-03-28", "--start", "01:30")
    #expect(skipped.status != 0 && skipped.error.contains("--start"), "\(skipped)")
    let kept = try await json(workspace, "trip", "day", "list", "Tour")
    #expect(
      (kept as? [[String: Any]])?.first?["starts_at"] as? String == "2027-03-27T14:00:00Z")
    // An amount without a currency has the present one.
    _ = try await object(
      workspace, "trip", "expense", "add", "Tour", "--title", "Dinner", "--amount", "4000 JPY")
    let expense = try await object(
      workspace, "trip", "expense", "edit", "Tour", "Dinner", "--amount", "4200")
    #expect(expense["amount"] as? String == "4200" && expense["currency"] as? String == "JPY")
    // Another airport brings its own zone.
    let segment = try await object(
      workspace, "trip", "segment", "add", "Tour", "--from", "LAX", "--to", "AKL", "--departs",
      "2027-03-22 22:30")
    let id = try #require(segment["id"] as? String)
    let other = try await object(workspace, "trip", "segment", "edit", "Tour", id, "--from", "JFK")
    #expect(other["departs_local"] as? String == "2027-03-22T22:30:00")
    #expect(other["departs_zone"] as? String == "America/New_York")
  }

  @Test(.timeLimit(.minutes(15)))
  func `files are imported, one by one, and exported`() async throws {
    let workspace = try Workspace()
    let flight = try TripFixture.url("kitinerary__calendarhandlerdata_flight.ics").path
    let pass = try TripFixture.url("kitinerary__pkpassdata_swiss.pkpass").path
    let broken = workspace.url.appending(path: "broken.eml")
    try Data("nothing".utf8).write(to: broken)
    let dry = try await workspace.cairn("trip", "import", flight, "--dry-run", "--json")
    #expect(dry.status == 0 && dry.output.contains("\"dry_run\" : true"))
    #expect(try await (json(workspace, "trip", "list") as? [Any])?.isEmpty == true)
    let result = try await workspace.cairn("trip", "import", flight, broken.path, pass, "--json")
    #expect(result.status == 1)
    #expect(result.error.contains("broken.eml: "))
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let files = try #require(report["files"] as? [[String: Any]])
    #expect(files.map { $0["error"] is NSNull } == [true, false, true])
    let again = try await workspace.cairn("trip", "import", flight, pass, "--json")
    #expect(again.status == 0 && !again.output.contains("\"added\""), "\(again.output)")
    let trips = try #require(try await json(workspace, "trip", "list") as? [[String: Any]])
    let id = try #require(trips.first?["id"] as? String)
    _ = try await object(
      workspace, "trip", "expense", "add", id, "--title", "Tram", "--amount", "3.20 EUR")
    for (format, beginning) in [
      ("ics", "BEGIN:VCALENDAR"), ("gpx", "<?xml"), ("kml", "<?xml"), ("csv", "date,name"),
      ("json", "{"), ("html", "<!"),
    ] {
      let file = workspace.url.appending(path: "trip.\(format)")
      let export = try await workspace.cairn(
        "trip", "export", id, "--format", format, "--output", file.path)
      #expect(export.status == 0, "\(format): \(export)")
      #expect(
        try String(contentsOf: file, encoding: .utf8).lowercased().hasPrefix(
          beginning.lowercased()), "\(format)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a deleted trip is restored, a change is undone, and the log has both`() async throws {
    let workspace = try Workspace()
    _ = try await object(workspace, "trip", "new", "Norway")
    _ = try await object(workspace, "trip", "edit", "Norway", "--destination", "Bergen")
    #expect(try await workspace.cairn("trip", "undo", "Norway").status == 0)
    #expect(try await object(workspace, "trip", "show", "Norway")["destination"] as? String == "")
    #expect(try await workspace.cairn("trip", "redo", "Norway").status == 0)
    #expect(
      try await object(workspace, "trip", "show", "Norway")["destination"] as? String == "Bergen")
    #expect(try await workspace.cairn("trip", "delete", "Norway").status == 0)
    let hidden = try await workspace.cairn("trip", "show", "Norway")
    #expect(hidden.status == 1 && hidden.error.contains("cairn trip restore"))
    #expect(try await workspace.cairn("trip", "restore", "Norway").status == 0)
    let log = try await json(workspace, "trip", "log", "Norway")
    let properties = (log as? [[String: Any]])?.compactMap { $0["property"] as? String } ?? []
    #expect(properties.contains("destination") && properties.contains("isDeleted"))
  }

  @Test(.timeLimit(.minutes(15)))
  func `journeys, entries and whole days move to another trip`() async throws {
    let workspace = try Workspace()
    for name in ["North", "South"] {
      _ = try await object(
        workspace, "trip", "new", name, "--start", "2027-05-01", "--end", "2027-05-03")
    }
    _ = try await object(
      workspace, "trip", "segment", "add", "North", "--transport", "train", "--from", "Graz",
      "--to",
      "Ulm", "--number", "IC 1", "--departs", "2027-05-01 10:00 Europe/Berlin")
    for (title, day) in [("Castle", "2027-05-02"), ("Lake", "2027-05-03")] {
      _ = try await object(
        workspace, "trip", "day", "add", "North", "--title", title, "--day", day)
    }
    let train = try await object(
      workspace, "trip", "segment", "move", "North", "Graz", "--to", "South", "--day", "2027-05-02")
    #expect(train["departs_local"] as? String == "2027-05-02T10:00:00")
    _ = try await object(workspace, "trip", "day", "move", "North", "Castle", "--to", "South")
    let day = try await object(
      workspace, "trip", "day", "move", "North", "2027-05-03", "--to", "South")
    #expect(day["moved"] as? Int == 1)
    #expect(
      try await (json(workspace, "trip", "day", "list", "South") as? [[String: Any]])?.count == 2)
    #expect(
      try await (json(workspace, "trip", "segment", "list", "South") as? [Any])?.count == 1)
    for group in ["segment", "day"] {
      #expect(
        try await (json(workspace, "trip", group, "list", "North") as? [Any])?.isEmpty == true)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `checks find two trains at once, and strict checks fail`() async throws {
    let workspace = try Workspace()
    _ = try await object(
      workspace, "trip", "new", "Rail", "--start", "2027-05-01", "--end", "2027-05-01")
    for (number, departure, arrival) in [("1", "10:00", "12:00"), ("2", "11:00", "13:00")] {
      _ = try await object(
        workspace, "trip", "segment", "add", "Rail", "--transport", "train", "--from", "A", "--to",
        "B",
        "--number", number, "--departs", "2027-05-01 \(departure) Europe/Berlin", "--arrives",
        "2027-05-01 \(arrival) Europe/Berlin")
    }
    let result = try await workspace.cairn("trip", "check", "Rail", "--strict", "--json")
    #expect(result.status == 1)
    #expect(result.output.contains("\"impossibleConnection\""))
    #expect(try await workspace.cairn("trip", "check", "Rail").status == 0)
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      (["trip", "show", "nowhere"], 1, "nowhere"),
      (["trip", "new", "X", "--start", "tomorrow"], 64, "tomorrow is not a day"),
      (["trip", "new", "X", "--budget", "1e400"], 64, "1e400 is not an amount"),
      (["trip", "new", "X", "--zone", "Mars/Base"], 64, "Mars/Base is not a time zone"),
      (["trip", "near", "here"], 64, "here is not a position"),
      (["trip", "import", "/missing.ics"], 1, "/missing.ics"),
      (["trip", "undo"], 1, "no change"),
      (["trip", "segment", "edit", "X", "Y"], 64, "at least one option"),
    ])
  func `bad input names its reason, and changes nothing`(
    arguments: [String], status: Int, message: String
  ) async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn(arguments)
    #expect(Int(result.status) == status, "\(result)")
    #expect(result.error.contains(message), "\(result.error)")
    #expect(try await (json(workspace, "trip", "list") as? [Any])?.isEmpty == true)
  }

  @Test func `every subcommand has an abstract and an example`() {
    var queue: [any ParsableCommand.Type] = TripApp().subcommands
    var count = 0
    while let command = queue.popLast() {
      let configuration = command.configuration
      let name = configuration.commandName ?? "\(command)"
      #expect(!configuration.abstract.isEmpty, "\(name)")
      #expect(configuration.discussion.contains("EXAMPLE"), "\(name)")
      #expect(configuration.discussion.contains("cairn trip "), "\(name)")
      queue += configuration.subcommands
      count += 1
    }
    #expect(count > 60)
  }
}
