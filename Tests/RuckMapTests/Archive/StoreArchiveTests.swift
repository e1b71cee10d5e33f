// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import SwiftData
import Testing

/// The archive of a whole store, and its restoration.
@Suite(.timeLimit(.minutes(15))) struct StoreArchiveTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
  }

  /// Adds a divided recording, and objects of all entities.
  private func fill(seed: UInt64 = 1) async throws {
    let report = await library.importFiles(
      [Fixture.url("gpxpy__cerknicko-jezero.gpx")],
      options: ImportOptions(packWeight: 16, bodyWeight: 80))
    let ruck = try #require(report.imported.first?.ruck)
    _ = try await library.split(ruck.id, at: .distance(1000))
    try FullStore.fill(library.modelContainer, seed: seed)
  }

  private func archive(named name: String = "ruckmap.json") async throws -> URL {
    let file = folder.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try await library.exportAll().write(to: file)
    return file
  }

  private func emptyLibrary() throws -> RuckLibrary {
    RuckLibrary(modelContainer: try RuckMapStore.inMemory())
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `an archive restores each value of each entity into an empty store`(
    seed: UInt64
  ) async throws {
    try await fill(seed: seed)
    let content = try StoreContent(library.modelContainer)
    // A new property must be in the sample, and a new entity too.
    #expect(try content.unsetProperties() == [])
    #expect(content.objects.values.allSatisfy { !$0.isEmpty })
    let file = try await archive()
    let other = try emptyLibrary()
    let report = await other.importFiles([file], options: ImportOptions())
    #expect(report.failed.isEmpty, "\(report.failed)")
    #expect(report.imported.count == 3 && report.objects.allSatisfy(\.isNew))
    #expect(try StoreContent(other.modelContainer).differences(from: content) == [])
    #expect(try await other.exportAll() == (try Data(contentsOf: file)))
  }

  @Test func `a second import of an archive changes nothing, and reports each object`()
    async throws
  {
    try await fill()
    let file = try await archive()
    let other = try emptyLibrary()
    let first = await other.importFiles([file], options: ImportOptions())
    let content = try StoreContent(other.modelContainer)
    let second = await other.importFiles([file], options: ImportOptions())
    #expect(second.imported.isEmpty && second.failed.isEmpty, "\(second.failed)")
    #expect(second.unchanged.count == 3)
    #expect(second.objects.map(\.id) == first.objects.map(\.id))
    #expect(second.objects.allSatisfy { !$0.isNew })
    #expect(try StoreContent(other.modelContainer) == content)
    let kinds = Set(second.objects.map(\.noun))
    #expect(
      kinds == [
        "profile", "standard", "privacy zone", "contact", "measurement", "gear", "route", "group",
        "challenge", "event", "goal", "plan", "award", "feed entry", "track edit",
      ])
  }

  @Test func `a store without an edited profile is restored once`() async throws {
    _ = await library.importFiles(
      [Fixture.url("gpxpy__cerknicko-jezero.gpx")], options: ImportOptions())
    let content = try StoreContent(library.modelContainer)
    let file = try await archive()
    let other = try emptyLibrary()
    for isNew in [true, false] {
      let report = await other.importFiles([file], options: ImportOptions())
      #expect(report.failed.isEmpty && report.objects.allSatisfy { $0.isNew == isNew })
      #expect(try StoreContent(other.modelContainer).differences(from: content) == [])
    }
    // Into its own store, too.
    let own = await library.importFiles([file], options: ImportOptions())
    #expect(own.imported.isEmpty && own.objects.allSatisfy { !$0.isNew })
    #expect(try StoreContent(library.modelContainer).differences(from: content) == [])
  }

  @Test func `an edit of a track can be undone after a restoration`() async throws {
    let report = await library.importFiles(
      [Fixture.url("gpxpy__cerknicko-jezero.gpx")], options: ImportOptions(packWeight: 16))
    let ruck = try #require(report.imported.first?.ruck)
    _ = try await library.trim(ruck.id, from: .distance(500), to: nil)
    let other = try emptyLibrary()
    _ = await other.importFiles([try await archive()], options: ImportOptions())
    let restored = try await other.undoTrackEdit()
    #expect(restored.map(\.points) == [ruck.points])
    #expect(restored.map(\.distance) == [ruck.distance])
  }

  @Test func `a store with an owner keeps its profile and owns the restored objects`()
    async throws
  {
    try await fill()
    let container = try RuckMapStore.inMemory()
    let context = ModelContext(container)
    let owner = User(email: "", displayName: "Kim", persona: .general)
    context.insert(owner)
    try context.save()
    let other = RuckLibrary(modelContainer: container)
    let report = await other.importFiles([try await archive()], options: ImportOptions())
    #expect(report.failed.isEmpty, "\(report.failed)")
    #expect(try await other.profile().displayName == "Kim")
    let users = try context.fetch(FetchDescriptor<User>(sortBy: [SortDescriptor(\.createdAt)]))
    #expect(users.map(\.id).first == owner.id && users.count == 2)
    let goals = try context.fetch(FetchDescriptor<Goal>())
    #expect(goals.map(\.user?.id) == [owner.id])
    let rucks = try context.fetch(FetchDescriptor<RuckingSession>())
    #expect(rucks.count == 3 && rucks.allSatisfy { $0.user?.id == owner.id })
    let again = await other.importFiles([try await archive()], options: ImportOptions())
    #expect(again.imported.isEmpty && again.objects.allSatisfy { !$0.isNew })
  }

  @Test func `an owner without an edited profile gets the profile of the archive`() async throws {
    try await fill()
    let profile = try await library.profile()
    let other = try emptyLibrary()
    var item = GearItem()
    item.name = "Belt"
    try await other.insert(item)
    let report = await other.importFiles([try await archive()], options: ImportOptions())
    #expect(report.objects.first?.kind == "user" && report.objects.first?.isNew == true)
    #expect(try await other.profile() == profile)
    let second = await other.importFiles([try await archive()], options: ImportOptions())
    #expect(second.objects.allSatisfy { !$0.isNew })
    try await other.setProfile(UserProfileEdit(displayName: "Kim"))
    _ = await other.importFiles([try await archive()], options: ImportOptions())
    #expect(try await other.profile().displayName == "Kim")
  }

  @Test func `a smaller audience of the store applies to restored objects`() async throws {
    try await fill()
    let other = try emptyLibrary()
    try await other.setProfile(UserProfileEdit(privacyLevel: .private))
    _ = await other.importFiles([try await archive()], options: ImportOptions())
    let context = ModelContext(other.modelContainer)
    #expect(try context.fetch(FetchDescriptor<Goal>()).map(\.visibility) == [.private])
    #expect(try context.fetch(FetchDescriptor<Route>()).allSatisfy { !$0.isPublic })
    #expect(try context.fetch(FetchDescriptor<RuckingSession>()).allSatisfy { !$0.isPublic })
  }

  @Test func `the folder of an export is imported, and a zip archive of it`() async throws {
    try await fill()
    let content = try StoreContent(library.modelContainer)
    let file = try await archive(named: "export/ruckmap/ruckmap.json")
    // The export has each track as a file too.
    let track = try Data(contentsOf: Fixture.url("gpxpy__cerknicko-jezero.gpx"))
    try track.write(to: file.deletingLastPathComponent().appending(path: "track.gpx"))
    let zip = folder.url.appending(path: "export.zip")
    try ArchiveFiles.zip([
      ("export/ruckmap/track.gpx", track),
      ("export/ruckmap/rucks.json", Data("[]".utf8)),
      ("export/ruckmap/ruckmap.json", try Data(contentsOf: file)),
    ]).write(to: zip)
    let whole = folder.url.appending(path: "export")
    for source in [file.deletingLastPathComponent(), whole, zip] {
      let other = try emptyLibrary()
      let report = await other.importFiles([source], options: ImportOptions())
      #expect(report.failed.isEmpty, "\(source) \(report.failed)")
      #expect(try StoreContent(other.modelContainer).differences(from: content) == [])
    }
    let empty = folder.url.appending(path: "empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    let report = await library.importFiles([empty], options: ImportOptions())
    #expect(report.failed.count == 1)
  }

  @Test func `one ruck as JSON in an archive hides no recording`() async throws {
    let report = await library.importFiles(
      [Fixture.url("gpxpy__cerknicko-jezero.gpx")], options: ImportOptions(packWeight: 16))
    let ruck = try #require(report.imported.first?.ruck)
    let zip = folder.url.appending(path: "tracks.zip")
    try ArchiveFiles.zip([
      ("lake.json", try await library.export(ruck.id, as: .json)),
      ("ridge.gpx", try Data(contentsOf: Fixture.url("gpxpy__Mojstrovka.gpx"))),
    ]).write(to: zip)
    let other = try emptyLibrary()
    let restored = await other.importFiles([zip], options: ImportOptions())
    #expect(restored.imported.compactMap(\.ruck.file) == ["ridge.gpx"], "\(restored)")
  }

  @Test func `damaged objects are reported alone, and change nothing`() async throws {
    try await fill()
    let text = String(decoding: try await library.exportAll(), as: UTF8.self)
    let damages: [(kind: String, noun: String, damage: (String) -> String)] = [
      ("goal", "goal", { $0.replacing(/"target":[0-9.]+/, with: #""target":"nan""#) }),
      ("zone", "privacy zone", { $0.replacing(/"latitude":[0-9.]+/, with: #""latitude":145"#) }),
      ("contact", "entry", { $0.replacing("contact", with: "wish", maxReplacements: 1) }),
      ("route", "route", { $0.replacing("{", with: "[") }),
      (
        "event", "event",
        { $0.replacing(/"reminderMinutes":[0-9]+/, with: "\"reminderMinutes\":\(Int.max)") }
      ),
      // Totals add the numbers.
      (
        "gear", "gear",
        { $0.replacing(/"sessionCount":[0-9]+/, with: "\"sessionCount\":\(Int.max)") }
      ),
    ]
    for (kind, noun, damage) in damages {
      let lines = text.split(separator: "\n").map { line in
        line.hasPrefix("{\"\(kind)\":") ? damage(String(line)) : String(line)
      }
      let file = try folder.file("damaged.json", lines.joined(separator: "\n") + "\n")
      let other = try emptyLibrary()
      let report = await other.importFiles([file], options: ImportOptions())
      #expect(report.failed.count == 1, "\(noun) \(report.failed)")
      #expect(report.failed.first?.file.contains(": \(noun) ") == true, "\(report.failed)")
      #expect(report.imported.count == 3)
    }
  }

  @Test(arguments: ["wrong.gpx", "wrong.tcx"])
  func `a ruck from a file with impossible values is restored`(name: String) async throws {
    var track = Tracks.north(points: 100)
    track[5].timestamp = Date(timeIntervalSinceReferenceDate: 2.5e11)
    let points = (0..<3).map { minute in
      "<Trackpoint><Time>2020-01-01T10:0\(minute):00Z</Time><HeartRateBpm><Value>100</Value>"
        + "</HeartRateBpm><Extensions><TPX><Temperature>1e300</Temperature></TPX></Extensions>"
        + "</Trackpoint>"
    }
    let lap =
      "<Lap StartTime=\"2020-01-01T10:00:00Z\"><TotalTimeSeconds>-5</TotalTimeSeconds>"
      + "<DistanceMeters>1e300</DistanceMeters><Track>\(points.joined())</Track></Lap>"
    let tcx =
      "<TrainingCenterDatabase><Activities><Activity Sport=\"Other\">\(lap)</Activity>"
      + "</Activities></TrainingCenterDatabase>"
    let source = try folder.file(name, name == "wrong.gpx" ? GPXText.file(track) : tcx)
    let imported = await library.importFiles([source], options: ImportOptions(packWeight: 16))
    #expect(imported.imported.count == 1, "\(imported.failed)")
    let other = try emptyLibrary()
    let report = await other.importFiles([try await archive()], options: ImportOptions())
    #expect(report.failed.isEmpty && report.imported.count == 1, "\(report.failed)")
    let content = try StoreContent(library.modelContainer)
    #expect(try StoreContent(other.modelContainer).differences(from: content) == [])
  }

  @Test func `a restoration is undone as a whole, except for the profile`() async throws {
    try await fill()
    let other = try emptyLibrary()
    let report = await other.importFiles([try await archive()], options: ImportOptions())
    let objects = report.objects.filter(\.isNew).map { ($0.id, $0.kind) }
    let count = try await other.undoImport(
      report.imported.map(\.ruck.id), objects: Dictionary(uniqueKeysWithValues: objects))
    #expect(count == 3)
    let rest = try StoreContent(other.modelContainer).objects.filter { !$0.value.isEmpty }
    #expect(Set(rest.keys).isSubset(of: ["User", "RouteTag"]), "\(rest.keys)")
  }
}
