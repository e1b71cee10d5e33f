// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData
import Testing

/// The feed of completed rucks, awards, routes, reviews, challenges, events and notes.
@Suite struct FeedTests {
  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  let folder: TemporaryFolder
  let library: RuckLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try RuckLibrary.open(directory: folder.url.appending(path: "data"))
  }

  private var container: ModelContainer { library.modelContainer }

  /// Imports a generated track; each number of points yields a different ruck.
  private func add(points: Int) async throws -> RuckSummary {
    let track = Tracks.north(points: points, seconds: 10, altitude: { _ in 300 })
    let file = try folder.file("\(points).gpx", GPXText.file(track, name: "North \(points)"))
    let report = await library.importFiles(
      [file], options: ImportOptions(packWeight: 20, bodyWeight: 80))
    return try #require(report.imported.first?.ruck, "\(report.failed)")
  }

  private func feed(_ kind: SocialActivityKind? = nil) async throws -> [FeedItem] {
    try await library.feed(in: Self.calendar).filter { kind == nil || $0.kind == kind }
  }

  private func rows() throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<SocialActivity>())
  }

  // MARK: Rucks and awards

  @Test func `an imported ruck and its awards are entries, once each`() async throws {
    let ruck = try await add(points: 101)
    let entries = try await feed(.sessionCompleted)
    #expect(entries.map(\.title) == ["North 101"])
    #expect(entries.map(\.createdAt) == [ruck.startedAt + ruck.duration])
    guard case .ruck(let found)? = entries.first?.subject else {
      Issue.record("The entry has no ruck: \(entries)")
      return
    }
    #expect(found.id == ruck.id)
    let awards = try await feed(.achievementEarned)
    #expect(awards.map(\.title) == ["First ruck"])
    #expect(awards.map(\.subject) == [.award(ruck: ruck.id)])
    // A known file adds nothing.
    let before = try rows()
    _ = await library.importFiles(
      [folder.url.appending(path: "101.gpx")], options: ImportOptions())
    #expect(try rows() == before)
  }

  @Test func `awards of a batch are entries after its last file, also if that one is known`()
    async throws
  {
    let files = try (1...3).map { day in
      let track = Tracks.north(points: 101, at: Tracks.start + Double(day) * 86_400)
      return try folder.file("\(day).gpx", GPXText.file(track))
    }
    for file in files {
      let report = await library.importFiles(
        [file], options: ImportOptions(packWeight: 20), isFollowed: true)
      #expect(report.imported.count == 1, "\(report.failed)")
    }
    #expect(try rows() == 3)
    let last = await library.importFiles(
      [files[0]], options: ImportOptions(packWeight: 20), isFollowed: false)
    #expect(last.unchanged.count == 1)
    #expect(try rows() == 4)
    #expect(try await feed(.achievementEarned).map(\.title) == ["First ruck"])
  }

  @Test(arguments: [false, true])
  func `the feed has the awards of a batch whose last file is missing`(
    isRestarted: Bool
  ) async throws {
    // The library has read its feed before the batch.
    #expect(try await feed().isEmpty)
    let file = try folder.file("1.gpx", GPXText.file(Tracks.north(points: 101)))
    let report = await library.importFiles(
      [file], options: ImportOptions(packWeight: 20), isFollowed: true)
    #expect(report.imported.count == 1, "\(report.failed)")
    #expect(try rows() == 1)
    let reader = isRestarted ? RuckLibrary(modelContainer: container) : library
    let items = try await reader.feed(in: Self.calendar)
    #expect(items.map(\.kind).count { $0 == .achievementEarned } == 1)
    #expect(try rows() == 2)
    #expect(try await reader.feed(in: Self.calendar) == items)
  }

  @Test func `a deleted ruck leaves the feed with its award, and returns with its file`()
    async throws
  {
    let ruck = try await add(points: 101)
    try await library.delete(ruck.id)
    #expect(try await feed().isEmpty)
    _ = try await add(points: 101)
    #expect(Set(try await feed().map(\.kind)) == [.sessionCompleted, .achievementEarned])
    _ = try await library.undoImport([ruck.id])
    #expect(try await feed().isEmpty)
  }

  @Test func `a joined ruck has one entry, and an undone join has both again`() async throws {
    let first = try await add(points: 101)
    let track = Tracks.north(
      points: 150, seconds: 10, altitude: { _ in 300 },
      at: Tracks.start.addingTimeInterval(86_400))
    let file = try folder.file("later.gpx", GPXText.file(track, name: "Later"))
    let report = await library.importFiles([file], options: ImportOptions(packWeight: 20))
    let second = try #require(report.imported.first?.ruck)
    _ = try await library.join([first.id, second.id])
    #expect(try await feed(.sessionCompleted).count == 1)
    _ = try await library.undoTrackEdit()
    #expect(
      Set(try await feed(.sessionCompleted).map(\.title)) == ["North 101", "Later"])
  }

  @Test func `each way to complete a ruck writes one entry`() async throws {
    let actor = RuckMapDataActor(modelContainer: container)
    let user = try await actor.createUser(
      email: "sam@example.com", displayName: "Sam", persona: .general
    ).get()
    let session = try await actor.startRuckingSession(userId: user.id, packWeight: 30).get()
    #expect(try rows() == 0)
    _ = try await actor.completeRuckingSession(
      sessionId: session.id, endDate: session.startDate + 3600, finalDistance: 3,
      locationPoints: []
    ).get()
    #expect(try await feed(.sessionCompleted).map(\.person) == ["Sam"])
    #expect(try await feed(.achievementEarned).map(\.title) == ["First ruck"])

    let repository = SwiftDataRuckSessionRepository(modelContainer: container)
    let other = try await repository.create(weight: 35, user: user.id)
    try await repository.complete(other.id, rpe: 5, notes: nil)
    #expect(try await feed(.sessionCompleted).count == 2)
    try await repository.delete(other.id)
    #expect(try await feed(.sessionCompleted).count == 1)
  }

  @Test func `rucks without entries get them with the next completion`() async throws {
    let context = ModelContext(container)
    let user = User(email: "sam@example.com", displayName: "Sam", persona: .general)
    context.insert(user)
    for day in 0..<3 {
      let start = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(day) * 86_400)
      let session = RuckingSession(startDate: start, packWeight: 30, user: user)
      context.insert(session)
      try session.completeSession(endDate: start + 3600, finalDistance: 3)
    }
    try context.save()
    // As for gear, the completion of a model writes none.
    #expect(try rows() == 0)
    let repository = SwiftDataRuckSessionRepository(modelContainer: container)
    let last = try await repository.create(weight: 35, user: user.id)
    try await repository.complete(last.id, rpe: nil, notes: nil)
    #expect(try await feed(.sessionCompleted).count == 4)
    #expect(try await feed(.achievementEarned).map(\.title) == ["First ruck"])
  }

  @Test func `a rejected completion writes nothing`() async throws {
    let actor = RuckMapDataActor(modelContainer: container)
    let user = try await actor.createUser(
      email: "sam@example.com", displayName: "Sam", persona: .general
    ).get()
    let session = try await actor.startRuckingSession(userId: user.id, packWeight: 30).get()
    let result = await actor.completeRuckingSession(
      sessionId: session.id, endDate: session.startDate + 3600, finalDistance: 60,
      locationPoints: [])
    #expect(throws: DataError.self) { try result.get() }
    #expect(try rows() == 0)
  }

  @Test func `a recording that ends writes its entries, and a discarded one does not`()
    async throws
  {
    let running = try await library.startRecording(RecordingOptions(packWeight: 10))
    try await library.discardRecording(running.id)
    #expect(try rows() == 0)
    let start = Date(timeIntervalSinceNow: -7200)
    let ruck = try await library.startRecording(RecordingOptions(packWeight: 10), at: start)
    _ = try await library.endRecording(
      ruck.id, RecordingEnd(date: start.addingTimeInterval(3600)))
    #expect(try await feed(.sessionCompleted).count == 1)
  }

  // MARK: Other objects

  @Test func `a challenge is an entry while the user takes part`() async throws {
    var item = ChallengeItem(startDate: .now, endDate: .now + 86_400)
    item.name = "June"
    let challenge = try await library.insert(item)
    #expect(try await feed(.challengeJoined).map(\.title) == ["June"])
    try await library.setParticipation(in: challenge.id, true)
    #expect(try await feed(.challengeJoined).count == 1)
    try await library.setParticipation(in: challenge.id, false)
    #expect(try await feed(.challengeJoined).isEmpty)
    try await library.setParticipation(in: challenge.id, true)
    try await library.edit(ChallengeItem.self, challenge.id) { $0.name = "July" }
    #expect(try await feed(.challengeJoined).map(\.title) == ["July"])
    try await library.remove(ChallengeItem.self, challenge.id)
    #expect(try rows() == 0)
  }

  @Test func `routes, reviews and events are entries until they are removed`() async throws {
    var path = RouteItem()
    path.name = "Ridge"
    path.distance = 5000
    let route = try await library.insert(path)
    var review = ReviewItem()
    review.route = route.id
    review.rating = 4
    try await library.setReview(review)
    review.rating = 5
    try await library.setReview(review)
    var group = GroupItem()
    group.name = "Club"
    let club = try await library.insert(group)
    var event = EventItem(startDate: .now + 86_400)
    event.name = "Night"
    event.group = club.id
    let planned = try await library.insert(event)
    #expect(
      Set(try await feed().map(\.kind)) == [.routeCreated, .routeReviewed, .eventPlanned])
    #expect(try await feed(.routeReviewed).map(\.rating) == [5])
    #expect(try await feed(.eventPlanned).map(\.groupName) == ["Club"])
    #expect(try await library.feed(of: club.id, in: Self.calendar).map(\.title) == ["Night"])
    try await library.remove(EventItem.self, planned.id)
    try await library.remove(RouteItem.self, route.id)
    #expect(try await feed().isEmpty)
  }

  @Test func `notes are added and deleted, and other entries can't be deleted`() async throws {
    let note = try await library.addNote("  New boots  ")
    #expect(try await feed().map(\.title) == ["New boots"])
    let marks = String(repeating: "\u{301}", count: 100_000)
    let long = String(repeating: "a", count: RuckLibrary.longestNote + 1)
    for text in ["", " \n", long, "a" + marks] {
      await #expect(throws: RuckObjectError.self) { try await library.addNote(text) }
    }
    await #expect(throws: RuckObjectError.self) { try await library.addNote("x", to: UUID()) }
    #expect(try rows() == 1)
    _ = try await add(points: 101)
    for entry in try await feed() where entry.kind != .note {
      await #expect(throws: RuckObjectError.self) { try await library.removeNote(entry.id) }
    }
    try await library.removeNote(note)
    #expect(try await feed(.note).isEmpty)
    await #expect(throws: RuckObjectError.self) { try await library.removeNote(note) }
  }

  @Test func `the newest entries come first, up to the limit`() async throws {
    for index in 0..<130 {
      try await library.addNote(
        "Note \(index)", at: Date(timeIntervalSinceReferenceDate: Double(index)))
    }
    let all = try await library.feed(limit: 120, in: Self.calendar)
    #expect(all.map(\.title) == (10..<130).reversed().map { "Note \($0)" })
    #expect(try await library.feed(limit: 3, in: Self.calendar).count == 3)
    #expect(try await library.feed(limit: .max, in: Self.calendar).count == 130)
  }

  @Test func `two devices that complete one ruck have entries of one identifier`() {
    let (ruck, user) = (UUID(), UUID())
    let id = SocialActivity.identifier(.sessionCompleted, about: ruck, by: user)
    #expect(id == SocialActivity.identifier(.sessionCompleted, about: ruck, by: user))
    #expect(id != SocialActivity.identifier(.achievementEarned, about: ruck, by: user))
    #expect(id != SocialActivity.identifier(.sessionCompleted, about: user, by: ruck))
  }
}
