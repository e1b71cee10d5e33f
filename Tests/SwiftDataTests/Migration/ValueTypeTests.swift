// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Stored values that a new Swift type can't decode.
@Suite struct ValueTypeTests {
  private func notes(_ moods: String..., marks: [Int] = []) throws -> TestStore {
    let store = try TestStore()
    let context = try store.context(Typed.Before.Note.self)
    for mood in moods { context.insert(Typed.Before.Note(mood, marks)) }
    try context.save()
    return store
  }

  private func isRefused(
    _ store: TestStore, _ model: any PersistentModel.Type, _ words: String...
  ) throws {
    let before = try store.dump()
    let error = store.refusal(model)
    #expect(error == .loadIssueModelContainer)
    let text = error?.errorDescription ?? ""
    for word in words { #expect(text.contains(word), "\(text)") }
    #expect(try store.dump() == before)
    #expect(try store.leftOvers() == [])
  }

  @Test func `a new required member of a composite is rejected`() throws {
    let store = try notes("calm", "wild")
    try isRefused(
      store, Typed.MoreParts.Note.self, "Note.spot changes from", "Spot(x Int)",
      "Spot(x Int, y Int)",
      "2 rows have a value that the new type can't read, the first in row 1", "custom stage")
    let notes = try store.context(Typed.OptionalParts.Note.self).fetch(
      FetchDescriptor<Typed.OptionalParts.Note>())
    #expect(notes.map(\.spot.x) == [1, 1] && notes.allSatisfy { $0.spot.y == nil })
  }

  @Test func `a changed element type is rejected if there are elements`() throws {
    let store = try notes("calm", marks: [1, 2])
    try isRefused(
      store, Typed.OtherMarks.Note.self, "Note.marks changes from", "Array<Int>", "Array<String>",
      "1 row has")
    // An empty list has no element type.
    let empty = try notes("calm")
    let notes = try empty.context(Typed.OtherMarks.Note.self).fetch(
      FetchDescriptor<Typed.OtherMarks.Note>())
    #expect(notes.map(\.marks) == [[]])
  }

  @Test func `text that is not a case of the new enumeration is rejected`() throws {
    let store = try notes("calm", "purple")
    try isRefused(
      store, Typed.Moods.Note.self,
      "Note.mood changes from String to String (Mood(calm, wild))",
      "1 row has a value that the new type can't read, the first in row 2")
    let moods = try store.context(Typed.Plan.self).fetch(FetchDescriptor<Typed.Moods.Note>())
    #expect(Set(moods.map(\.mood)) == [.calm, .wild])
  }

  @Test func `a fetch names the property and row of an unreadable case`() throws {
    let store = try notes("calm")
    let context = try store.context(Typed.Moods.Note.self)
    try store.sqlite("UPDATE Note SET mood = 'purple'")
    let error = #expect(throws: SwiftDataError.self) {
      try context.fetch(FetchDescriptor<Typed.Moods.Note>())
    }
    #expect(error == .storeIsCorrupt)
    let text = error?.errorDescription ?? ""
    #expect(text.contains("Note.mood of row 1") && text.contains("Restore the case"), "\(text)")
  }
}
