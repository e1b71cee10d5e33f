// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Backups of several apps, of settings, and of stores with external files.
struct BackupSettingsTests {
  private struct Restored: Decodable {
    struct Store: Decodable {
      let app: String
    }

    let stores: [Store]
    let settings: [String]
    let kept_as: String?
    let damaged_stores_kept_as: [String]
  }

  private static let settings = "settings.json"
  private static let weather = "tripplanner-weather-service.json"
  private static let ruckWeather = "ruckmap-weather-service.json"

  private func done(_ workspace: Workspace, _ arguments: String...) async throws -> CommandResult {
    let result = try await workspace.cairn(arguments)
    try #require(result.status == 0, "\(arguments): \(result)")
    return result
  }

  private func write(_ text: String, _ name: String, in workspace: Workspace) throws {
    try Data(text.utf8).write(to: workspace.data.appending(path: name))
  }

  private func read(_ name: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
  }

  @Test func `a new machine gets the data of all apps and the settings, but no secrets`()
    async throws
  {
    let workspace = try Workspace()
    _ = try await done(workspace, "ruck", "import", Fixture.activity.path)
    _ = try await done(
      workspace, "trip", "new", "Walk", "--start", "2027-05-01", "--end", "2027-05-02")
    let theme = #"{"theme":"dark"}"#
    let service = #"{"service":"https://weather.example.org"}"#
    try write(theme, Self.settings, in: workspace)
    for name in [Self.ruckWeather, Self.weather] { try write(service, name, in: workspace) }
    for secret in ["cloudkit.json", "tripplanner-feeds.json"] {
      try write("{}", secret, in: workspace)
    }
    let backup = try await done(workspace, "backup", "all.tar")
    #expect(backup.output.hasSuffix(" bytes), settings\n"), "\(backup)")
    let list = try await workspace.shell("tar tf all.tar")
    let files = ["cairn-backup.json", "ruckmap.store", "tripplanner.store"]
    #expect(
      list.output.split(separator: "\n").map(String.init)
        == files + [Self.settings, Self.ruckWeather, Self.weather])
    let restored = try await done(workspace, "restore", "all.tar", "--data", "new", "--json")
      .json(Restored.self)
    #expect(restored.stores.map(\.app) == ["ruckmap", "tripplanner"])
    #expect(restored.settings == [Self.settings, Self.ruckWeather, Self.weather])
    #expect(restored.kept_as == nil)
    let new = workspace.url.appending(path: "new")
    #expect(try read(Self.settings, in: new) == theme)
    #expect(try read(Self.ruckWeather, in: new) == service)
    #expect(try read(Self.weather, in: new) == service)
    #expect(try !names(new).contains { ["cloudkit.json", "tripplanner-feeds.json"].contains($0) })
    let modes = try await workspace.shell("stat -c %a new/settings.json new/tripplanner-*.json")
    #expect(modes.output == "600\n600\n")
    for list in [["ruck", "list", "--json"], ["trip", "list", "--json"]] {
      let before = try await workspace.cairn(list)
      #expect(try await workspace.cairn(list + ["--data", "new"]).output == before.output)
    }
  }

  @Test func `replaced settings are in the backup of the replaced data`() async throws {
    let workspace = try Workspace()
    _ = try await done(workspace, "ruck", "import", Fixture.activity.path)
    try write("{}", Self.settings, in: workspace)
    _ = try await done(workspace, "backup", "all.tar")
    let later = #"{"theme":"light"}"#
    try write(later, Self.settings, in: workspace)
    try write("{}", Self.weather, in: workspace)
    let first = try await done(workspace, "restore", "all.tar", "--json").json(Restored.self)
    #expect(try read(Self.settings, in: workspace.data) == "{}")
    // Settings that the backup lacks stay.
    #expect(first.settings == [Self.settings])
    #expect(workspace.data.appending(path: Self.weather).isThere)
    let back = try await done(workspace, "restore", try #require(first.kept_as))
    #expect(back.output.hasPrefix("restored ruckmap, settings as of "), "\(back)")
    #expect(try read(Self.settings, in: workspace.data) == later)
  }

  @Test func `a damaged store is named, and the other apps can be backed up`() async throws {
    let workspace = try Workspace()
    _ = try await done(workspace, "ruck", "import", Fixture.activity.path)
    try write("This is a letter, not a database.\n", "tripplanner.store", in: workspace)
    let refused = try await workspace.cairn("backup", "all.tar")
    #expect(refused.status == 1 && refused.error.contains("tripplanner.store"), "\(refused)")
    let advice = "Nothing was backed up; --app ruckmap backs up the other apps\n"
    #expect(refused.error.hasSuffix(advice), "\(refused)")
    #expect(!workspace.url.appending(path: "all.tar").isThere)
    let backup = try await done(workspace, "backup", "rucks.tar", "--app", "ruckmap")
    #expect(backup.output.contains("rucks.tar: ruckmap ("))
    let restored = try await done(workspace, "restore", "rucks.tar", "--data", "new", "--json")
      .json(Restored.self)
    #expect(restored.stores.map(\.app) == ["ruckmap"])
    let unknown = try await workspace.cairn("backup", "x.tar", "--app", "ruck")
    #expect(unknown.status == 64 && unknown.error.contains("'ruck' is no app"), "\(unknown)")
  }

  @Test func `settings that this version lacks are refused, and change nothing`() async throws {
    let workspace = try Workspace()
    _ = try await done(workspace, "ruck", "import", Fixture.activity.path)
    try write("{}", Self.settings, in: workspace)
    let result = try await workspace.shell(
      #"""
      "$cairn" backup good.tar > /dev/null
      mkdir x; tar xf good.tar -C x
      mv x/settings.json x/other.json
      sed -i 's/"path" : "settings.json"/"path" : "other.json"/' x/cairn-backup.json
      tar --format=ustar -cf new.tar -C x cairn-backup.json ruckmap.store other.json
      "$cairn" restore new.tar || true
      """#)
    #expect(result.error.contains("has settings in other.json"), "\(result)")
    #expect(result.error.contains("update cairn; nothing was changed"), "\(result)")
    #expect(try names(workspace.data).filter { $0.hasPrefix("before-restore") } == [])
  }

  @Test func `a store that lacks an external file is kept with its other external files`()
    async throws
  {
    let workspace = try Workspace()
    _ = try await done(
      workspace, "trip", "new", "Tour", "--start", "2027-05-01", "--end", "2027-05-02")
    let external = workspace.data.appending(path: ".tripplanner.store-external")
    func add(_ name: String) async throws {
      let file = try workspace.write(String(repeating: "\(name) ", count: 60_000), to: name)
      _ = try await done(workspace, "trip", "doc", "add", "Tour", file)
    }
    try await add("first.txt")
    let first = try names(external)
    _ = try await done(workspace, "backup", "all.tar")
    try await add("second.txt")
    let second = try names(external).filter { !first.contains($0) }
    #expect(first.count == 1 && second.count == 1)
    try FileManager.default.removeItem(at: external.appending(path: first[0]))
    let refused = try await workspace.cairn("backup", "later.tar")
    #expect(refused.status == 1 && refused.error.contains("lacks 1 external files"), "\(refused)")
    let restored = try await done(workspace, "restore", "all.tar", "--json").json(Restored.self)
    let damaged = try #require(restored.damaged_stores_kept_as.first)
    #expect(restored.kept_as == nil)
    #expect(try names(external) == first)
    let copy = ".\(URL(filePath: damaged).lastPathComponent)-external"
    #expect(try names(workspace.data.appending(path: copy)) == second)
  }

  @Test func `a failed restore puts damaged stores back, with their external files`() async throws {
    let workspace = try Workspace()
    let external = workspace.data.appending(path: ".tripplanner.store-external")
    func add(_ name: String) async throws {
      let file = try workspace.write(String(repeating: "\(name) ", count: 60_000), to: name)
      _ = try await done(workspace, "trip", "doc", "add", "Tour", file)
    }
    _ = try await done(workspace, "ruck", "import", Fixture.activity.path)
    _ = try await done(
      workspace, "trip", "new", "Tour", "--start", "2027-05-01", "--end", "2027-05-02")
    try await add("first.txt")
    let first = try names(external)
    try write("{}", Self.settings, in: workspace)
    _ = try await done(workspace, "backup", "all.tar")
    try await add("second.txt")
    for name in first { try FileManager.default.removeItem(at: external.appending(path: name)) }
    let remaining = try names(external)
    let letter = "This is a letter, not a database.\n"
    try write(letter, "ruckmap.store", in: workspace)
    let later = #"{"theme":"light"}"#
    try write(later, Self.settings, in: workspace)
    // A folder in the place of the temporary file makes the replacement of the settings fail.
    try FileManager.default.createDirectory(
      at: workspace.data.appending(path: Self.settings + ".new"), withIntermediateDirectories: false
    )
    let failed = try await workspace.cairn("restore", "all.tar")
    #expect(failed.status == 1 && failed.error.contains(Self.settings), "\(failed)")
    #expect(try read("ruckmap.store", in: workspace.data) == letter)
    #expect(try read(Self.settings, in: workspace.data) == later)
    #expect(try names(external) == remaining && remaining.count == 1)
    let next = try await done(workspace, "trip", "list")
    #expect(next.error == "", "\(next)")
  }
}
