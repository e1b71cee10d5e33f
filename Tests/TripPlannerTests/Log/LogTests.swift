// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import SwiftData
import Testing

@testable import TripPlanner

struct LogTests {
  @Test func `each change is logged with old and new value`() async throws {
    let library = try await makeLibrary()
    try await library.editProfile { $0.displayName = "Kim" }
    let trip = try await library.makeTrip("First")
    try await library.edit(TripSnapshot.self, trip.id) {
      $0.title = "Second"
      $0.destination = "Graz"
    }
    let log = try await library.log(trip.id)
    #expect(log.count == 3)
    let title = try #require(log.first { $0.entry.property == "title" })
    #expect(title.oldValue == "First" && title.newValue == "Second")
    #expect(title.entry.actor == "Kim" && title.isOwn && title.objectName == "Second")
    let insertion = try #require(log.last)
    #expect(insertion.entry.action == "insert" && insertion.entry.objectType == "Trip")
  }

  @Test func `pages of the log have all entries of one time`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    let lines = (0..<25).map { number in
      var line = PackingItemSnapshot()
      (line.name, line.tripID) = ("Line \(number)", trip.id)
      return line
    }
    try await library.insertAll(lines)
    let all = try await library.log(trip.id)
    #expect(all.count == 26)
    var pages: [LogEntry] = []
    for offset in stride(from: 0, to: 30, by: 10) {
      pages += try await library.log(trip.id, limit: 10, offset: offset)
    }
    #expect(pages.count == 26 && Set(pages.map(\.id)) == Set(all.map(\.id)))
  }

  @Test func `a changed relationship is logged with the names of both objects`() async throws {
    let library = try await makeLibrary()
    let (north, south) = (try await library.makeTrip("North"), try await library.makeTrip("South"))
    let segment = try await library.makeSegment(in: north.id, "Train", nil, nil)
    try await library.moveSegment(segment.id, to: south.id)
    let entry = try #require(
      try await library.log(south.id).first { $0.entry.property == "trip" })
    #expect(entry.oldName == "North" && entry.newName == "South")
    #expect(entry.oldValue == north.id.uuidString && entry.newValue == south.id.uuidString)
  }

  @Test func `values of encrypted properties stay out of the synced entries`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    let segment = try await library.makeSegment(in: trip.id, "Flight", nil, nil)
    try await library.edit(SegmentSnapshot.self, segment.id) { $0.bookingCode = "SECRET1" }
    let entry = try #require(
      try await library.log(trip.id).first { $0.entry.property == "bookingCode" })
    #expect(entry.newValue == "SECRET1" && entry.entry.isPrivate)
    #expect(entry.entry.newValue == nil && entry.entry.oldValue == nil)
  }

  @Test func `recording again adds nothing`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    try await library.edit(TripSnapshot.self, trip.id) { $0.title = "Changed" }
    let before = try await library.log(trip.id).map(\.id)
    #expect(try await library.recordActivity() == 0)
    let other = TripLibrary(modelContainer: library.modelContainer)
    #expect(try await other.recordActivity() == 0)
    #expect(try await library.log(trip.id).map(\.id) == before)
    #expect(before.allSatisfy { $0.uuid.6 >> 4 == 5 })
  }

  @Test func `changes of repositories are logged and those of mirroring are not`() async throws {
    let container = try TripStore.inMemory()
    let library = TripLibrary(modelContainer: container)
    let trip = try await library.makeTrip("Trip")
    let repository = SwiftDataRepository<Trip>(modelContainer: container)
    var snapshot = try #require(try await repository.fetch(trip.id))
    snapshot.title = "By a repository"
    try await repository.update(snapshot)
    #expect(try await library.log(trip.id).first?.newValue == "By a repository")
    let context = ModelContext(container)
    context.author = CloudKitMirroring.Mirror.author
    let model = try #require(try context.first(Trip.self, id: trip.id))
    model.title = "By another device"
    try context.save()
    #expect(try await library.recordActivity() == 0)
    // The next change of this device starts from the remote value.
    try await library.edit(TripSnapshot.self, trip.id) { $0.title = "Here again" }
    let entry = try #require(try await library.log(trip.id).first)
    #expect(entry.oldValue == "By another device" && entry.newValue == "Here again")
  }

  @Test func `undo and redo are new changes`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("First")
    try await library.edit(TripSnapshot.self, trip.id) {
      $0.title = "Second"
      $0.notes = "Note"
    }
    try await library.edit(TripSnapshot.self, trip.id) { $0.title = "Third" }
    func title() async throws -> String? {
      try await library.item(TripSnapshot.self, trip.id)?.title
    }
    try await library.undo(trip.id)
    #expect(try await title() == "Second")
    try await library.undo(trip.id)
    #expect(try await title() == "First")
    #expect(try await library.item(TripSnapshot.self, trip.id)?.notes == nil)
    try await library.redo(trip.id)
    #expect(try await title() == "Second")
    #expect(try await library.item(TripSnapshot.self, trip.id)?.notes == "Note")
    try await library.redo(trip.id)
    #expect(try await title() == "Third")
    await #expect(throws: TripLibraryError.nothingToRedo) { try await library.redo(trip.id) }
    // A new change ends the redos.
    try await library.undo(trip.id)
    try await library.edit(TripSnapshot.self, trip.id) { $0.destination = "Graz" }
    await #expect(throws: TripLibraryError.nothingToRedo) { try await library.redo(trip.id) }
    #expect(try await library.log(trip.id).count > 6)
  }

  @Test func `undo takes back an insertion and an import`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    let segment = try await library.makeSegment(in: trip.id, "Train", nil, nil)
    try await library.undo(trip.id)
    #expect(try await library.item(SegmentSnapshot.self, segment.id)?.isDeleted == true)
    try await library.redo(trip.id)
    #expect(try await library.item(SegmentSnapshot.self, segment.id)?.isDeleted == false)
    let list = await library.importText(
      "Item Name,Category,qty\nTent,Sleep,1\nStove,Kitchen,1\n", trip: trip.id)
    #expect(list.changes.count == 2)
    try await library.undo(trip.id)
    #expect(try await library.packing(trip.id).itemCount == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `undo and redo concern a whole import, however many things it has`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    // More entries than those in which undo looks for a transaction.
    let count = 5_100
    let lines = (0..<count).map { "Thing \($0),Bag,1\n" }.joined()
    let list = await library.importText("Item Name,Category,qty\n" + lines, trip: trip.id)
    #expect(list.error == nil && list.changes.count == count)
    try await library.undo(trip.id)
    #expect(try await library.packing(trip.id).itemCount == 0)
    try await library.redo(trip.id)
    #expect(try await library.packing(trip.id).itemCount == count)
  }

  @Test func `undo takes back the order of a day`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-02")
    let first = try await library.makeItem(in: trip.id, "First", "2027-03-01")
    let second = try await library.makeItem(in: trip.id, "Second", "2027-03-01")
    let day = try #require(second.date)
    try await library.move(first.id, to: day)
    try await library.move(second.id, to: day)
    func titles() async throws -> [String]? {
      try await library.trip(trip.id)?.items.map(\.title)
    }
    #expect(try await titles() == ["First", "Second"])
    try await library.move(second.id, to: day, before: first.id)
    #expect(try await titles() == ["Second", "First"])
    #expect(try await library.log(trip.id).first?.entry.property == "position")
    try await library.undo(trip.id)
    #expect(try await titles() == ["First", "Second"])
    try await library.redo(trip.id)
    #expect(try await titles() == ["Second", "First"])
  }

  @Test func `undo is refused if another device changed the value`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("First")
    try await library.edit(TripSnapshot.self, trip.id) {
      $0.title = "Second"
      $0.destination = "Graz"
    }
    let context = ModelContext(library.modelContainer)
    context.author = CloudKitMirroring.Mirror.author
    let model = try #require(try context.first(Trip.self, id: trip.id))
    model.title = "Theirs"
    try context.save()
    await #expect(throws: TripLibraryError.self) { try await library.undo(trip.id) }
    let stored = try #require(try await library.item(TripSnapshot.self, trip.id))
    #expect(stored.title == "Theirs" && stored.destination == "Graz")
  }

  @Test func `undo concerns the trip that the caller names`() async throws {
    let library = try await makeLibrary()
    let first = try await library.makeTrip("A")
    let second = try await library.makeTrip("B")
    try await library.edit(TripSnapshot.self, first.id) { $0.title = "A2" }
    try await library.edit(TripSnapshot.self, second.id) { $0.title = "B2" }
    try await library.undo(first.id)
    #expect(try await library.item(TripSnapshot.self, first.id)?.title == "A")
    #expect(try await library.item(TripSnapshot.self, second.id)?.title == "B2")
    try await library.undo()
    #expect(try await library.item(TripSnapshot.self, second.id)?.title == "B")
  }
}
