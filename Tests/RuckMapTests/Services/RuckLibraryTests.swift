// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import RuckMap
import SwiftData
import Testing

@Suite struct RuckLibraryTests {
  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
  }

  /// Imports a generated track. Each number of points yields a different ruck.
  @discardableResult
  func add(
    points: Int, seconds: Double = 10, at start: Date = Tracks.start, packWeight: Double = 20,
    altitude: (Int) -> Double? = { _ in 300 }
  ) async throws -> RuckSummary {
    let track = Tracks.north(points: points, seconds: seconds, altitude: altitude, at: start)
    let file = try folder.file("\(points).gpx", GPXText.file(track, name: "North \(points)"))
    let report = await library.importFiles(
      [file], options: ImportOptions(packWeight: packWeight, bodyWeight: 80))
    return try #require(report.imported.first?.ruck)
  }

  @Test func `rucks are sorted with the newest first`() async throws {
    let old = try await add(points: 101)
    let new = try await add(points: 102, at: Tracks.start + 86400)
    let oldest = try await add(points: 103, at: Tracks.start - 86400)
    #expect(try await library.rucks().map(\.id) == [new.id, old.id, oldest.id])
  }

  @Test func `totals of an empty library are zero`() async throws {
    let totals = try await library.totals()
    #expect(totals.count == 0)
    #expect(totals.distance == 0)
    #expect(totals.averagePackWeight == 0)
    #expect(totals.fastestPace == nil)
    #expect(totals.experienceLevel == .beginner)
  }

  @Test func `totals sum distance, time and energy of all rucks`() async throws {
    let first = try await add(points: 101, packWeight: 10)
    let second = try await add(points: 201, seconds: 8, packWeight: 20)
    let totals = try await library.totals()
    #expect(totals.count == 2)
    #expect(abs(totals.distance - 3000) < 0.01)
    #expect(totals.duration == 2600)
    #expect(totals.movingTime == 2600)
    #expect(abs(totals.averagePackWeight - 15) < 1e-9)
    #expect(abs(totals.longestDistance - 2000) < 0.01)
    #expect(abs((totals.fastestPace ?? 0) - 800) < 0.01)
    let calories = [first, second].compactMap(\.calories?.kilocalories).reduce(0, +)
    #expect(abs(totals.calories - calories) < 1e-9)
  }

  @Test func `a ruck's details include its track and the alternative equation`() async throws {
    let ruck = try await add(points: 101)
    let detail = try #require(try await library.ruck(ruck.id))
    #expect(detail.summary == ruck)
    #expect(detail.track.count == 101)
    let other = try #require(detail.alternativeCalories)
    #expect(other.equation == "lcda-backpacking")
    #expect(other.low < other.kilocalories && other.kilocalories < other.high)
    #expect(try await library.ruck(UUID()) == nil)
  }

  @Test func `the alternative equation applies only within its valid range`() async throws {
    let heavy = try await add(points: 101, packWeight: 60)
    #expect(try await library.ruck(heavy.id)?.alternativeCalories == nil)
    let fast = try await add(points: 102, seconds: 3)
    #expect(try await library.ruck(fast.id)?.alternativeCalories == nil)
    let unloaded = try await add(points: 103, packWeight: 0)
    #expect(
      try await library.ruck(unloaded.id)?.alternativeCalories?.equation == "lcda-walking")
  }

  @Test func `an identifier is found by its prefix`() async throws {
    let ruck = try await add(points: 101)
    try await add(points: 102)
    let text = ruck.id.uuidString
    #expect(try await library.ids(matching: text) == [ruck.id])
    #expect(try await library.ids(matching: String(text.prefix(13)).lowercased()) == [ruck.id])
    #expect(try await library.ids(matching: "").isEmpty)
    #expect(try await library.ids(matching: "no such").isEmpty)
    #expect(try await library.ids(matching: UUID().uuidString).isEmpty)
  }

  @Test func `an edit changes only the given properties`() async throws {
    let ruck = try await add(points: 101)
    let named = try await library.edit(ruck.id, RuckEdit(name: "Hill", notes: "Windy"))
    #expect(named.name == "Hill")
    #expect(named.notes == "Windy")
    #expect(named.calories == ruck.calories)
    let cleared = try await library.edit(ruck.id, RuckEdit(name: "", notes: ""))
    #expect(cleared.name == nil)
    #expect(cleared.notes == "")
    #expect(try await library.rucks() == [cleared])
  }

  @Test func `a new pack weight recalculates the energy`() async throws {
    let ruck = try await add(points: 101, packWeight: 20)
    let edited = try await library.edit(ruck.id, RuckEdit(packWeight: 30))
    let watts = Pandolf.rate(bodyMass: 80, load: 30, speed: 1, grade: 0)
    #expect(abs((edited.calories?.kilocalories ?? 0) - watts * 1000 / 4184) < 0.01)
    #expect(abs(edited.packWeight - 30) < 1e-9)
    let back = try await library.edit(ruck.id, RuckEdit(packWeight: 20))
    #expect(
      abs((back.calories?.kilocalories ?? 0) - (ruck.calories?.kilocalories ?? 1)) < 1e-6)
  }

  @Test func `an invalid edit changes nothing`() async throws {
    let ruck = try await add(points: 101)
    await #expect(throws: RuckLibraryError.invalidPackWeight(-1)) {
      try await library.edit(ruck.id, RuckEdit(name: "New", packWeight: -1))
    }
    let unknown = UUID()
    await #expect(throws: RuckLibraryError.notFound(unknown.uuidString)) {
      try await library.edit(unknown, RuckEdit(name: "New"))
    }
    #expect(try await library.rucks() == [ruck])
  }

  @Test func `deleting a ruck deletes its track`() async throws {
    let ruck = try await add(points: 101)
    let kept = try await add(points: 102)
    try await library.delete(ruck.id)
    #expect(try await library.rucks().map(\.id) == [kept.id])
    let context = ModelContext(library.modelContainer)
    #expect(try context.fetchCount(FetchDescriptor<LocationPoint>()) == 102)
    await #expect(throws: RuckLibraryError.notFound(ruck.id.uuidString)) {
      try await library.delete(ruck.id)
    }
    // The file can be imported again and yields the same identifier.
    #expect(try await add(points: 101).id == ruck.id)
  }

  @Test func `an undone import deletes the rucks that it added and no others`() async throws {
    let former = try await add(points: 101)
    let files = try [101, 102, 103].map { points in
      try folder.file(
        "\(points).gpx", GPXText.file(Tracks.north(points: points, altitude: { _ in 300 })))
    }
    let report = await library.importFiles(files, options: ImportOptions(packWeight: 20))
    let ids = report.imported.map(\.ruck.id)
    #expect(ids.count == 2 && report.unchanged.map(\.ruck.id) == [former.id])
    #expect(try await library.undoImport(ids + ids + [UUID()]) == 2)
    #expect(try await library.rucks().map(\.id) == [former.id])
    let context = ModelContext(library.modelContainer)
    #expect(try context.fetchCount(FetchDescriptor<LocationPoint>()) == 101)
    #expect(try await library.undoImport(ids) == 0)
  }

  @Test func `an exported ruck is imported as the same recording`() async throws {
    let report = await library.importFiles(
      [Fixture.url("gpxpy__cerknicko-jezero.gpx")],
      options: ImportOptions(packWeight: 15, bodyWeight: 80, name: "Lake & hill <1>"))
    let imported = try #require(report.imported.first?.ruck)
    let ruck = try await library.edit(
      imported.id, RuckEdit(notes: "Wind from the east.\nMud & ice."))
    let data = try await library.export(ruck.id, as: .gpx)
    let file = folder.url.appending(path: "export.gpx")
    try data.write(to: file)
    let again = await library.importFiles([file], options: ImportOptions())
    #expect(again.unchanged.map(\.ruck.id) == [ruck.id])

    let other = try RuckLibrary.open(directory: folder.url.appending(path: "other"))
    let copied = await other.importFiles(
      [file], options: ImportOptions(packWeight: 15, bodyWeight: 80))
    var copy = try #require(copied.imported.first?.ruck)
    #expect(copy.name == "Lake & hill <1>")
    let tracks = (
      try await library.ruck(ruck.id)?.track, try await other.ruck(copy.id)?.track
    )
    #expect(tracks.0 == tracks.1)
    (copy.id, copy.file) = (ruck.id, ruck.file)
    #expect(copy == ruck)
  }

  @Test func `an export preserves all sensor values`() async throws {
    let report = await library.importFiles(
      [Fixture.url("stravavis__activity_7348460494.gpx")], options: ImportOptions())
    let ruck = try #require(report.imported.first?.ruck)
    let file = folder.url.appending(path: "export.gpx")
    try await library.export(ruck.id, as: .gpx).write(to: file)
    let other = try RuckLibrary.open(directory: folder.url.appending(path: "other"))
    let copy = try #require(
      await other.importFiles([file], options: ImportOptions()).imported.first?.ruck)
    let first = try await library.ruck(ruck.id)?.track
    let second = try await other.ruck(copy.id)?.track
    #expect(first == second)
  }

  @Test func `exporting an unknown ruck throws an error`() async throws {
    let unknown = UUID()
    await #expect(throws: RuckLibraryError.notFound(unknown.uuidString)) {
      try await library.export(unknown, as: .gpx)
    }
  }

  @Test func `a profile starts with defaults and is persisted`() async throws {
    let start = try await library.profile()
    #expect(start.unitSystem == .imperial)
    #expect(start.persona == .general)
    #expect(start.bodyWeight == nil)
    let context = ModelContext(library.modelContainer)
    #expect(try context.fetchCount(FetchDescriptor<User>()) == 0)
    try await library.setProfile(
      UserProfileEdit(
        displayName: "Sam", persona: .militaryVeteran, unitSystem: .metric, bodyWeight: 81,
        height: 1.8, age: 33, sex: .male, fitnessLevel: .high))
    let reopened = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
    let profile = try await reopened.profile()
    #expect(profile.displayName == "Sam")
    #expect(profile.persona == .militaryVeteran)
    #expect(profile.unitSystem == .metric)
    #expect(abs((profile.bodyWeight ?? 0) - 81) < 1e-9)
    #expect(abs((profile.height ?? 0) - 1.8) < 1e-9)
    #expect(profile.age == 33)
    #expect(profile.sex == .male)
    #expect(profile.fitnessLevel == .high)
  }

  @Test func `values that a profile may lack can be cleared, and a new value takes precedence`()
    async throws
  {
    let full = UserProfileEdit(
      bodyWeight: 81, height: 1.8, age: 33, sex: .male, maxHeartRate: 187, restingHeartRate: 52)
    for value in UserProfileEdit.OptionalValue.allCases {
      try await library.setProfile(full)
      var expected = try await library.profile()
      switch value {
      case .bodyWeight: expected.bodyWeight = nil
      case .height: expected.height = nil
      case .age: expected.age = nil
      case .sex: expected.sex = nil
      case .maxHeartRate: expected.maxHeartRate = nil
      case .restingHeartRate: expected.restingHeartRate = nil
      }
      try await library.setProfile(UserProfileEdit(cleared: [value]))
      #expect(try await library.profile() == expected)
    }
    try await library.setProfile(
      UserProfileEdit(bodyWeight: 70, cleared: Set(UserProfileEdit.OptionalValue.allCases)))
    let profile = try await library.profile()
    #expect(abs((profile.bodyWeight ?? 0) - 70) < 1e-9)
    #expect(profile.height == nil && profile.age == nil && profile.sex == nil)
  }

  @Test func `health conditions are stored once each, in one order, until they are removed`()
    async throws
  {
    try await library.setProfile(
      UserProfileEdit(healthConditions: [.jointPain, .asthma, .jointPain]))
    #expect(try await library.profile().healthConditions == [.asthma, .jointPain])
    try await library.setProfile(UserProfileEdit(age: 40))
    #expect(try await library.profile().healthConditions == [.asthma, .jointPain])
    try await library.setProfile(UserProfileEdit(healthConditions: []))
    #expect(try await library.profile().healthConditions.isEmpty)
  }

  @Test func `an invalid profile edit changes nothing`() async throws {
    try await library.setProfile(UserProfileEdit(persona: .urbanProfessional, bodyWeight: 80))
    let before = try await library.profile()
    await #expect(throws: UserError.invalidPersonaTransition) {
      try await library.setProfile(UserProfileEdit(displayName: "New", persona: .general))
    }
    await #expect(throws: RuckLibraryError.invalidBodyWeight(5)) {
      try await library.setProfile(UserProfileEdit(displayName: "New", bodyWeight: 5))
    }
    await #expect(throws: RuckLibraryError.invalidHeight(18)) {
      try await library.setProfile(UserProfileEdit(displayName: "New", height: 18))
    }
    await #expect(throws: RuckLibraryError.invalidAge(0)) {
      try await library.setProfile(UserProfileEdit(displayName: "New", age: 0))
    }
    #expect(try await library.profile() == before)
  }

  @Test func `changes of this and another library on the same file are delivered`() async throws {
    var changes = library.changes().makeAsyncIterator()
    let ruck = try await add(points: 101)
    #expect(try await changes.next()?.inserted.isEmpty == false)
    // A second library on the same file stands for another process.
    let other = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
    var more = library.changes().makeAsyncIterator()
    _ = try await other.edit(ruck.id, RuckEdit(name: "Elsewhere"))
    #expect(try await more.next()?.updated.count == 1)
    #expect(try await library.rucks().first?.name == "Elsewhere")
  }

  @Test func `opening a library inside a regular file throws an error`() throws {
    let file = try folder.file("file", "text")
    #expect(throws: RuckLibraryError.self) {
      try RuckLibrary.open(directory: file.appending(path: "data"))
    }
  }
}
