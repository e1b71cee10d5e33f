// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Showing, editing, exporting and deleting one ruck.
struct RuckTests {
  /// A workspace with an imported activity, and the ID of the ruck.
  private func stored() async throws -> (Workspace, String) {
    let workspace = try Workspace()
    let result = try await workspace.cairn(
      "ruck", "import", Fixture.activity.path, "--pack-weight", "35 lb", "--json")
    let ruck = try #require(try result.json(ImportJSON.self).imported.first, "\(result)")
    return (workspace, ruck.id)
  }

  @Test func `an ID may be abbreviated to a prefix, in any letter case`() async throws {
    let (workspace, id) = try await stored()
    for prefix in [String(id.prefix(1)), String(id.prefix(9)), id, id.uppercased()] {
      let result = try await workspace.cairn("ruck", "show", prefix, "--json")
      #expect(result.status == 0)
      #expect(try result.json(RuckJSON.self).id == id)
    }
  }

  @Test func `an ambiguous ID prefix is rejected with the number of matches`() async throws {
    let workspace = try Workspace()
    // Of seventeen IDs, at least two begin with the same hexadecimal digit.
    let files = try (0..<17).map {
      try workspace.write(Track.gpx(points: 70, number: $0), to: "\($0).gpx")
    }
    _ = try await workspace.cairn(["ruck", "import"] + files)
    let list = try await workspace.cairn("ruck", "list", "--json")
    let ids = try list.json([RuckJSON].self).map(\.id)
    #expect(ids.count == 17)
    let digit = try #require(
      Dictionary(grouping: ids, by: { $0.prefix(1) }).first { $0.value.count > 1 })
    let result = try await workspace.cairn("ruck", "show", String(digit.key))
    #expect(result.status == 1)
    #expect(
      result.error.hasPrefix(
        "cairn: '\(digit.key)' matches \(digit.value.count) rucks: give a longer prefix of "))
  }

  @Test func `show prints all values in the user's units`() async throws {
    let (workspace, id) = try await stored()
    let result = try await workspace.cairn("ruck", "show", id)
    for field in [
      "Id ", "Started ", "Distance ", "Duration ", "Moving time ", "Pace ", "Elevation gain ",
      "Elevation loss ", "Pack weight     35 lb", "Heart rate ", "Calories ", "between ",
    ] {
      #expect(result.output.contains(field), "\(field) in \(result.output)")
    }
    #expect(result.output.contains(" mi\n"))
    _ = try await workspace.cairn("ruck", "profile", "--units", "metric")
    let metric = try await workspace.cairn("ruck", "show", id)
    #expect(metric.output.contains(" km\n"))
    #expect(metric.output.contains("Pack weight     15.9 kg"))
  }

  @Test func `the list is filtered, sorted and limited by options`() async throws {
    let workspace = try Workspace()
    let tracks = try (1...3).map {
      try workspace.write(Track.gpx(points: 400 * $0, number: $0), to: "\($0).gpx")
    }
    _ = try await workspace.cairn(["ruck", "import"] + tracks + ["--pack-weight", "35 lb"])
    let all = try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self)
    try #require(all.count == 3)
    func files(_ arguments: String...) async throws -> [String?] {
      let result = try await workspace.cairn(["ruck", "list", "--json"] + arguments)
      #expect(result.status == 0, "\(result)")
      return try result.json([RuckJSON].self).map(\.file)
    }
    #expect(try await files("--sort", "distance") == ["3.gpx", "2.gpx", "1.gpx"])
    #expect(try await files("--sort", "distance", "--ascending", "--limit", "1") == ["1.gpx"])
    #expect(try await files("--text", "2.gpx") == ["2.gpx"])
    let middle = try #require(all.first { $0.file == "2.gpx" })
    let distance = "\(middle.distance_m - 1) m"
    #expect(Set(try await files("--minimum-distance", distance)) == ["2.gpx", "3.gpx"])
    let day = try #require(middle.started_at).prefix(10)
    #expect(try await files("--from", String(day), "--text", "2.gpx") == ["2.gpx"])
    #expect(try await !files("--to", String(day)).contains("2.gpx"))
    let none = try await workspace.cairn("ruck", "list", "--text", "nowhere")
    #expect(none.status == 0 && none.output == "No ruck matches.\n", "\(none)")
    for arguments in [["--limit", "0"], ["--minimum-distance", "far"], ["--from", "May"]] {
      #expect(try await workspace.cairn(["ruck", "list"] + arguments).status == 64, "\(arguments)")
    }
  }

  @Test func `the details have surface, exertion, route, gear, segments and the device's climb`()
    async throws
  {
    let (workspace, id) = try await stored()
    for arguments in [
      ["gear", "add", "--name", "Trail boots", "--type", "boots"],
      ["gear", "use", id, "Trail boots"], ["route", "make", id, "--name", "Ridge loop"],
      ["edit", id, "--surface", "swamp", "--rpe", "6", "--public", "true"],
    ] {
      let result = try await workspace.cairn(["ruck"] + arguments)
      #expect(result.status == 0, "\(arguments): \(result)")
    }
    let text = try await workspace.cairn("ruck", "show", id).output
    for line in [
      "Surface         swamp", "Exertion        6 of 10", "Route           Ridge loop",
      "Gear            Trail boots", "Public          yes",
    ] {
      #expect(text.contains(line + "\n"), "\(text)")
    }
    let shown = try await workspace.cairn("ruck", "show", id, "--json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: shown.outputData) as? [String: Any])
    #expect(json["surface"] as? String == "swamp" && json["rpe"] as? Int == 6)
    #expect((json["route"] as? [String: Any])?["name"] as? String == "Ridge loop")
    #expect((json["gear"] as? [[String: Any]])?.compactMap { $0["name"] as? String }.count == 1)
    #expect(json["weather"] is NSNull && json["elevation_gain_device_m"] is NSNull)

    _ = try await workspace.cairn("ruck", "profile", "--privacy", "friends")
    let refused = try await workspace.cairn("ruck", "edit", id, "--public", "true")
    #expect(refused.status == 1 && refused.error.contains("audience"), "\(refused)")
    #expect(!(try await workspace.cairn("ruck", "show", id).output.contains("Public")))

    let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(components: "RuckMapTests", "Fixtures")
    let file = fixtures.appending(path: "fitparse__2013-02-06-12-11-14.fit")
    let imported = try await workspace.cairn(
      "ruck", "import", file.path(percentEncoded: false), "--pack-weight", "35 lb", "--json")
    let device = try #require(try imported.json(ImportJSON.self).imported.first, "\(imported)")
    let climb = try await workspace.cairn("ruck", "show", device.id).output
    #expect(climb.contains("526 ft (549 ft as recorded, 551 ft by the device)"), "\(climb)")
  }

  @Test func `a recording without usable times has no date in lists and details`() async throws {
    let workspace = try Workspace()
    let imported = try await workspace.cairn("ruck", "import", Fixture.withoutTimes.path, "--json")
    let ruck = try #require(try imported.json(ImportJSON.self).imported.first, "\(imported)")
    #expect(ruck.started_at == nil)
    let list = try await workspace.cairn("ruck", "list")
    #expect(list.output.contains("  no times  ") && !list.output.contains("2010-"), "\(list)")
    let show = try await workspace.cairn("ruck", "show", ruck.id)
    #expect(show.output.contains("Started         no times\n"), "\(show)")
  }

  @Test func `a ruck that is too fast to walk is marked and sets no record`() async throws {
    let (workspace, id) = try await stored()
    let mark = "too fast to walk: not in records and means\n"
    let list = try await workspace.cairn("ruck", "list")
    #expect(list.output.contains(" /mi*  ") && list.output.hasSuffix("\n* " + mark), "\(list)")
    let show = try await workspace.cairn("ruck", "show", id)
    #expect(show.output.contains("; " + mark), "\(show)")
    let stats = try await workspace.cairn("ruck", "stats")
    #expect(stats.output.contains("Rucks             1, 1 of them " + mark), "\(stats)")
    #expect(stats.output.contains("Fastest pace      --\n"), "\(stats)")
  }

  @Test func `an edit changes only the given properties`() async throws {
    let (workspace, id) = try await stored()
    let before = try await workspace.cairn("ruck", "show", id, "--json").json(RuckJSON.self)
    let result = try await workspace.cairn(
      "ruck", "edit", id, "--notes", "Muddy \"north\" side", "--json")
    #expect(result.status == 0, "\(result)")
    let after = try await workspace.cairn("ruck", "show", id, "--json").json(RuckJSON.self)
    #expect(after.notes == "Muddy \"north\" side")
    #expect(after.name == before.name)
    #expect(after.pack_weight_kg == before.pack_weight_kg)
    #expect(after.calories_kcal == before.calories_kcal)
  }

  @Test func `a segment needs a surface, and an unknown one changes nothing`() async throws {
    let (workspace, id) = try await stored()
    let usage = try await workspace.cairn("ruck", "edit", id, "--segment", "1")
    #expect(usage.status == 64, "\(usage)")
    let unknown = try await workspace.cairn(
      "ruck", "edit", id, "--segment", "1", "--surface", "swamp", "--name", "Other")
    #expect(unknown.status == 1 && unknown.error.contains("There is no segment 1"), "\(unknown)")
    #expect(try await !workspace.cairn("ruck", "show", id).output.contains("Other"))
  }

  @Test func `several rucks are changed and deleted together, or none`() async throws {
    let (workspace, id) = try await stored()
    let more = try await workspace.cairn("ruck", "import", Fixture.cerknica.path, "--json")
    let other = try #require(try more.json(ImportJSON.self).imported.first).id
    func packs() async throws -> Set<Double> {
      let list = try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self)
      return Set(list.map(\.pack_weight_kg))
    }
    let before = try await packs()
    let named = try await workspace.cairn("ruck", "edit", id, other, "--name", "Loop")
    #expect(named.status == 64 && named.error.contains("exactly one ruck"), "\(named)")
    for rejected in [
      ["edit", id, other, "ffffffff-0000", "--pack-weight", "20 kg"],
      ["edit", id, other, "--pack-weight", "20 kg", "--rpe", "11"],
      ["delete", id, other, "ffffffff-0000", "--yes"],
    ] {
      let result = try await workspace.cairn(["ruck"] + rejected)
      #expect(result.status == 1, "\(result)")
    }
    #expect(try await packs() == before)
    let edited = try await workspace.cairn(
      "ruck", "edit", id, other, "--pack-weight", "20 kg", "--json")
    #expect(try edited.json([RuckJSON].self).map(\.pack_weight_kg) == [20, 20], "\(edited)")
    #expect(try await packs() == [20])
    let deleted = try await workspace.cairn("ruck", "delete", id, other, "--yes")
    #expect(deleted.output == "deleted \(id)\ndeleted \(other)\n", "\(deleted)")
    #expect(try await packs().isEmpty)
  }

  @Test func `a heavier pack costs more energy`() async throws {
    let (workspace, id) = try await stored()
    let before = try await workspace.cairn("ruck", "show", id, "--json").json(RuckJSON.self)
    _ = try await workspace.cairn("ruck", "edit", id, "--pack-weight", "60 lb")
    let after = try await workspace.cairn("ruck", "show", id, "--json").json(RuckJSON.self)
    #expect(after.pack_weight_kg == 27.216)
    #expect(try #require(after.calories_kcal) > #require(before.calories_kcal))
  }

  @Test func `an export can be imported elsewhere with the same values`() async throws {
    let (workspace, id) = try await stored()
    let file = workspace.url.appending(path: "copy.gpx")
    let result = try await workspace.cairn("ruck", "export", id, "--output", "copy.gpx")
    #expect(result.status == 0, "\(result)")
    #expect(result.output == "")
    let standard = try await workspace.cairn("ruck", "export", id, "--format", "gpx")
    #expect(standard.outputData == (try Data(contentsOf: file)))
    let before = try await workspace.cairn("ruck", "show", id, "--json").json(RuckJSON.self)
    let other = try Workspace()
    let again = try await other.cairn(
      "ruck", "import", file.path(percentEncoded: false), "--pack-weight", "35 lb", "--json")
    let after = try #require(try again.json(ImportJSON.self).imported.first, "\(again)")
    #expect(after.points == before.points)
    #expect(after.started_at == before.started_at)
    #expect(after.duration_s == before.duration_s)
    #expect(abs(after.distance_m - before.distance_m) < 0.01)
  }

  @Test(arguments: ["fit", "tcx"])
  func `an export in another format can be imported elsewhere`(_ format: String) async throws {
    let (workspace, id) = try await stored()
    let result = try await workspace.cairn(
      "ruck", "export", id, "--format", format, "--output", "copy.\(format)")
    #expect(result.status == 0 && result.output == "", "\(result)")
    let before = try await workspace.cairn("ruck", "show", id, "--json").json(RuckJSON.self)
    let file = workspace.url.appending(path: "copy.\(format)").path(percentEncoded: false)
    let again = try await Workspace().cairn(
      "ruck", "import", file, "--pack-weight", "35 lb", "--json")
    let after = try #require(try again.json(ImportJSON.self).imported.first, "\(again)")
    #expect(after.points == before.points && after.started_at == before.started_at)
    #expect(abs(after.distance_m - before.distance_m) < 1)
  }

  @Test func `an export follows symbolic links, preserves permissions and writes into pipes`()
    async throws
  {
    let (workspace, id) = try await stored()
    let target = workspace.url.appending(path: "target.gpx")
    try Data("old".utf8).write(to: target)
    let path = target.path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let link = workspace.url.appending(path: "link.gpx")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    let result = try await workspace.cairn("ruck", "export", id, "--output", "link.gpx")
    #expect(result.status == 0, "\(result)")
    #expect(try Data(contentsOf: target).count > 1_000)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    let piped = try await workspace.shell(
      #"mkfifo pipe && { cat pipe >out & "$cairn" ruck export "$1" --output pipe; } && wait "#
        + "&& test -p pipe && cmp out target.gpx", id)
    #expect(piped.status == 0, "\(piped)")
  }

  @Test func `a new data folder is accessible only to its owner`() async throws {
    let (workspace, _) = try await stored()
    let folder = workspace.data.path(percentEncoded: false)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test func `an export that cannot be written reports the reason`() async throws {
    let (workspace, id) = try await stored()
    let result = try await workspace.cairn("ruck", "export", id, "--output", "no/such/file.gpx")
    #expect(result.status == 1)
    #expect(
      result.error == "cairn: can't write no/such/file.gpx: No such file or directory\n")
  }

  @Test func `a deletion without a terminal requires --yes`() async throws {
    let (workspace, id) = try await stored()
    let refused = try await workspace.cairn("ruck", "delete", id, input: "y\n")
    #expect(refused.status == 1)
    #expect(refused.error.contains("--yes"))
    #expect(try await workspace.cairn("ruck", "show", id).status == 0)
    let agreed = try await workspace.cairn("ruck", "delete", id, "--yes", "--json")
    #expect(agreed.status == 0)
    #expect(agreed.output == "{\n  \"deleted\" : \"\(id)\"\n}\n")
    #expect(try await workspace.cairn("ruck", "show", id).status == 1)
    let list = try await workspace.cairn("ruck", "list", "--json")
    #expect(list.output == "[\n\n]\n")
  }

  @Test(arguments: [("n", false), ("", false), ("yes", true)])
  func `a deletion on a terminal asks for confirmation`(answer: String, isGone: Bool) async throws {
    let (workspace, id) = try await stored()
    let result = try await workspace.shell(
      #"printf '%s\n' "$2" | script -qec "$cairn ruck delete $1" /dev/null || true"#, id, answer)
    #expect(result.output.contains("? [y/N] "))
    #expect(try await workspace.cairn("ruck", "show", id).status == (isGone ? 1 : 0))
  }
}
