// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import SwiftData
import Testing

@testable import TripPlanner

struct SkippedUndoTests {
  @Test func `undo passes over purged objects and reaches older changes`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("First")
    try await library.edit(TripSnapshot.self, trip.id) { $0.title = "Second" }
    let document = try await library.addDocument(
      Data("passport".utf8), fileName: "passport.txt", to: trip.id)
    try await library.purge(DocumentAssetSnapshot.self, document.id)
    #expect(try await library.undoState(trip.id).undo == "change Second")
    let result = try await library.undo(trip.id)
    #expect(try await library.item(TripSnapshot.self, trip.id)?.title == "First")
    #expect(result.skipped.count == 2)
    #expect(result.skipped.first?.hasPrefix("delete for good document") == true)
    try await library.redo(trip.id)
    #expect(try await library.item(TripSnapshot.self, trip.id)?.title == "Second")
  }

  @Test func `undo reverts the rest of an import with a purged object`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    let list = await library.importText(
      "Item Name,Category,qty\nTent,Sleep,1\nStove,Kitchen,1\n", trip: trip.id)
    let tent = try #require(list.changes.first?.id)
    try await library.purge(PackingItemSnapshot.self, tent)
    let result = try await library.undo(trip.id)
    #expect(result.entries.count == 1)
    #expect(try await library.packing(trip.id).itemCount == 0)
  }

  @Test func `a change of another device is passed over on request only`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("First")
    try await library.edit(TripSnapshot.self, trip.id) { $0.destination = "Graz" }
    try await library.edit(TripSnapshot.self, trip.id) { $0.title = "Second" }
    let context = ModelContext(library.modelContainer)
    context.author = CloudKitMirroring.Mirror.author
    try #require(try context.first(Trip.self, id: trip.id)).title = "Theirs"
    try context.save()
    await #expect(
      throws: TripLibraryError.changedSince(property: "title", object: "trip Theirs")
    ) { try await library.undo(trip.id) }
    let result = try await library.undo(trip.id, isSkipping: true)
    #expect(result.skipped == ["change trip Theirs"])
    let stored = try #require(try await library.item(TripSnapshot.self, trip.id))
    #expect(stored.title == "Theirs" && stored.destination == "")
  }

  @Test func `undo of all trips reverts a template, and stops at a purged trip`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("First")
    try await library.edit(TripSnapshot.self, trip.id) { $0.title = "Second" }
    var template = PackingTemplateSnapshot()
    template.name = "Winter"
    try await library.insert(template)
    let other = try await library.makeTrip("Other")
    try await library.purge(TripSnapshot.self, other.id)
    let refusal = TripLibraryError.notLogged(change: "delete for good trip Other")
    await #expect(throws: refusal) { try await library.undo() }
    let result = try await library.undo(isSkipping: true)
    #expect(result.skipped == ["delete for good trip Other"])
    #expect(result.entries.map(\.entry.objectID) == [template.id])
    #expect(try await library.templates().isEmpty)
    // The trip that the caller names has no such change.
    try await library.undo(trip.id)
    #expect(try await library.item(TripSnapshot.self, trip.id)?.title == "First")
  }

  @Test func `the log names the computer until the user has a name`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("First")
    #expect(try await library.log(trip.id).first?.entry.actor == TripLibrary.deviceName)
    #expect(!TripLibrary.deviceName.isEmpty)
    try await library.editProfile { $0.displayName = "Kim" }
    try await library.edit(TripSnapshot.self, trip.id) { $0.title = "Second" }
    #expect(try await library.log(trip.id).first?.entry.actor == "Kim")
  }
}
