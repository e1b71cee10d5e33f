// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import SwiftData
import Testing

@Suite(.timeLimit(.minutes(15))) struct TrackEditingTests {
  let folder: TemporaryFolder
  let container: ModelContainer
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    container = try RuckMapStore.container(directory: folder.url.appending(path: "data"))
    library = RuckLibrary(modelContainer: container)
  }

  /// Imports a walk of 1.2 km that begins at a number of seconds after the first one.
  private func walk(_ seconds: Double = 0, pack: Double = 16, from latitude: Double = 45)
    async throws -> RuckSummary
  {
    let track = Tracks.north(
      points: 121, altitude: { 500 + Double($0 % 40) }, from: latitude,
      at: Tracks.start + seconds)
    let file = try folder.file("walk\(Int(seconds)).gpx", GPXText.file(track, name: "Walk"))
    let report = await library.importFiles(
      [file], options: ImportOptions(packWeight: pack, bodyWeight: 80))
    return try #require(report.imported.first?.ruck, "\(report)")
  }

  private func counts() throws -> [Int] {
    let context = ModelContext(container)
    return [
      try context.fetchCount(FetchDescriptor<RuckingSession>()),
      try context.fetchCount(FetchDescriptor<LocationPoint>()),
    ]
  }

  @Test func `a trimmed ruck has the figures of the rest`() async throws {
    let ruck = try await walk()
    let trimmed = try await library.trim(ruck.id, from: .time(100), to: .distance(1100))
    #expect(trimmed.id == ruck.id && trimmed.points == 101)
    #expect(abs(trimmed.distance - 1000) < 0.1)
    #expect(trimmed.duration == 1000)
    #expect(trimmed.startedAt == Tracks.start + 100)
    #expect((trimmed.calories?.kilocalories ?? 0) < (ruck.calories?.kilocalories ?? 0))
    #expect(try counts() == [1, 101])
    let stored = try #require(try await library.ruck(ruck.id))
    #expect(stored.summary == trimmed)
    #expect(stored.track.first?.timestamp == Tracks.start + 100)
    // The same file is still known.
    let again = await library.importFiles(
      [folder.url.appending(path: "walk0.gpx")], options: ImportOptions())
    #expect(again.unchanged.count == 1)
  }

  @Test func `a restored ruck keeps the audience that the profile permits`() async throws {
    let ruck = try await walk()
    _ = try await library.edit(ruck.id, RuckEdit(isPublic: true))
    _ = try await library.trim(ruck.id, from: .time(100), to: nil)
    try await library.setProfile(UserProfileEdit(privacyLevel: .private))
    try await library.undoTrackEdit()
    #expect(try await library.ruck(ruck.id)?.summary.points == 121)
    #expect(try await library.extras(of: ruck.id).isPublic == false)
  }

  @Test func `a trim is undone by another process, with all values`() async throws {
    let ruck = try await walk()
    let before = try #require(try await library.ruck(ruck.id))
    _ = try await library.trim(ruck.id, from: .time(100), to: nil)
    _ = try await library.trim(ruck.id, from: nil, to: .time(500))
    let other = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
    #expect(try await other.trackEdits().count == 2)
    try await other.undoTrackEdit()
    #expect(try counts() == [1, 111])
    let restored = try await other.undoTrackEdit()
    #expect(restored == [before.summary])
    let after = try #require(try await other.ruck(ruck.id))
    #expect(after == before)
    await #expect(throws: TrackEditError.noRevision) { try await other.undoTrackEdit() }
  }

  @Test func `changes after a trim remain when it is undone`() async throws {
    let ruck = try await walk()
    _ = try await library.trim(ruck.id, from: .time(100), to: nil)
    try await Task.sleep(for: .milliseconds(5))
    _ = try await library.edit(ruck.id, RuckEdit(name: "Hill", packWeight: 20))
    let restored = try #require(try await library.undoTrackEdit().first)
    #expect(restored.name == "Hill" && abs(restored.packWeight - 20) < 1e-9)
    #expect(restored.points == 121)
    #expect((restored.calories?.kilocalories ?? 0) > (ruck.calories?.kilocalories ?? 0))
  }

  @Test func `a split ruck has two parts that add up`() async throws {
    let ruck = try await walk()
    let parts = try await library.split(ruck.id, at: .time(600))
    #expect(parts.map(\.points) == [60, 61])
    #expect(parts.first?.id == ruck.id)
    #expect(parts.map(\.startedAt) == [Tracks.start, Tracks.start + 600])
    // The step between the parts belongs to neither.
    #expect(abs(parts[0].distance + parts[1].distance + 10 - ruck.distance) < 0.1)
    #expect(parts.allSatisfy { abs($0.packWeight - 16) < 1e-9 && $0.calories != nil })
    #expect(parts[1].name == "Walk, part 2")
    #expect(try await library.ruck(parts[1].id)?.track.first?.segment == 0)
    let restored = try await library.undoTrackEdit()
    #expect(restored == [ruck])
    #expect(try counts() == [1, 121])
  }

  @Test func `joined rucks keep their own loads`() async throws {
    let first = try await walk(0, pack: 10)
    let second = try await walk(3600, pack: 20, from: 45.02)
    let joined = try await library.join([second.id, first.id])
    #expect(joined.id == first.id && joined.points == 242)
    #expect(abs(joined.distance - first.distance - second.distance) < 0.1)
    #expect(joined.duration == 3600 + 1200)
    #expect(abs(joined.packWeight - 15) < 0.01)
    let sum = (first.calories?.kilocalories ?? 0) + (second.calories?.kilocalories ?? 0)
    #expect(abs((joined.calories?.kilocalories ?? 0) - sum) < 0.02 * sum)
    let track = try #require(try await library.ruck(first.id)).track
    #expect(Set(track.map(\.segment)) == [0, 1])
    let context = ModelContext(container)
    let loads = try context.fetch(FetchDescriptor<SessionSegment>())
      .compactMap(\.packWeight).map { ($0 * 0.45359237).rounded() }.sorted()
    #expect(loads == [10, 20])
    let restored = try await library.undoTrackEdit()
    #expect(Set(restored) == [first, second])
    #expect(try counts() == [2, 242])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<SessionSegment>()) == 0)
  }

  @Test func `impossible edits change nothing`() async throws {
    let ruck = try await walk()
    let untimed = await library.importFiles(
      [Fixture.url("gpxpy__Mojstrovka.gpx")], options: ImportOptions())
    let other = try #require(untimed.imported.first?.ruck)
    func fails(_ error: TrackEditError, _ body: () async throws -> Void) async {
      await #expect(throws: error) { try await body() }
    }
    await fails(.nothingToRemove) { _ = try await library.trim(ruck.id, from: .time(0), to: nil) }
    await fails(.nothingRemains) { _ = try await library.trim(ruck.id, from: .time(1200), to: nil) }
    await fails(.nothingRemains) {
      _ = try await library.trim(ruck.id, from: .time(600), to: .time(300))
    }
    await fails(.invalidPosition) { _ = try await library.split(ruck.id, at: .time(-1)) }
    await fails(.invalidPosition) { _ = try await library.split(ruck.id, at: .distance(.nan)) }
    await fails(.nothingToRemove) { _ = try await library.split(ruck.id, at: .distance(1e9)) }
    await fails(.tooFewRucks) { _ = try await library.join([ruck.id, ruck.id]) }
    await fails(.untimed) { _ = try await library.join([ruck.id, other.id]) }
    await #expect(throws: RuckLibraryError.self) { try await library.join([ruck.id, UUID()]) }
    let overlapping = try await walk(600, from: 45.1)
    await fails(.overlappingRucks) { _ = try await library.join([ruck.id, overlapping.id]) }
    let later = try await walk(40 * 86_400, from: 45.2)
    await fails(.tooFarApart) { _ = try await library.join([ruck.id, later.id]) }
    #expect(try await library.ruck(ruck.id)?.summary == ruck)
    #expect(try await library.trackEdits().isEmpty)
    // A track without times is trimmed by distance.
    let trimmed = try await library.trim(other.id, from: .distance(500), to: nil)
    #expect(trimmed.points < other.points && !trimmed.isTimed)
  }

  @Test func `an edit of a deleted ruck is not undone`() async throws {
    let ruck = try await walk()
    let parts = try await library.split(ruck.id, at: .time(600))
    try await library.delete(parts[1].id)
    await #expect(throws: TrackEditError.changedSince) { try await library.undoTrackEdit() }
    #expect(try counts() == [1, 60])
  }

  @Test func `an older edit waits for the undo of a later one`() async throws {
    let ruck = try await walk()
    _ = try await library.trim(ruck.id, from: .time(100), to: nil)
    let first = try #require(try await library.trackEdits().first)
    _ = try await library.split(ruck.id, at: .time(300))
    await #expect(throws: TrackEditError.changedSince) {
      try await library.undoTrackEdit(first.id)
    }
    let newest = try await library.trackEdits(of: ruck.id)
    #expect(newest.map(\.kind) == [.split, .trim])
  }

  @Test func `laps and gear follow the track`() async throws {
    let report = await library.importFiles(
      [Fixture.url("fitparse__2013-02-06-12-11-14.fit")], options: ImportOptions(packWeight: 16))
    let ruck = try #require(report.imported.first?.ruck)
    let context = ModelContext(container)
    let id = ruck.id
    let query = FetchDescriptor<RuckingSession>(predicate: #Predicate { $0.id == id })
    let session = try #require(try context.fetch(query).first)
    #expect(session.segments.count == 5)
    let boots = Equipment(name: "Boots", type: .boots, weight: 3, owner: session.user)
    context.insert(boots)
    session.equipment.append(boots)
    boots.recordUsage(of: session)
    try context.save()
    let total = boots.totalDistance
    let trimmed = try await library.trim(ruck.id, from: .time(900), to: nil)
    let after = ModelContext(container)
    let laps = try #require(try after.fetch(query).first).segments.sorted { $0.index < $1.index }
    #expect(laps.count < 5 && !laps.isEmpty)
    #expect(laps.allSatisfy { $0.startTime >= trimmed.startedAt })
    let used = try #require(try after.fetch(FetchDescriptor<Equipment>()).first)
    #expect(used.totalDistance < total)
    #expect(abs(used.totalDistance * 1609.344 - trimmed.distance) < 0.01)
    try await library.undoTrackEdit()
    let restored = ModelContext(container)
    #expect(try #require(try restored.fetch(query).first).segments.count == 5)
    let again = try #require(try restored.fetch(FetchDescriptor<Equipment>()).first)
    #expect(abs(again.totalDistance - total) < 1e-9)
  }
}
