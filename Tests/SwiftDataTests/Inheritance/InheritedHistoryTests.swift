// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct InheritedHistoryTests {
  @Test func `history changes are typed by the class of the row`() throws {
    let store = try TestStore()
    let context = ModelContext(try JourneySchema.container(store))
    let anna = Guest("Anna")
    let graz = ConferenceJourney("Graz", expenses: 1)
    anna.journeys = [graz, PersonalJourney("Oslo")]
    context.insert(anna)
    try context.save()
    graz.name = "Linz"
    graz.expenses = 5
    graz.talk = "new"
    try context.save()
    // The owner's delete rule deletes the journeys.
    context.delete(anna)
    try context.save()

    let history = try context.history()
    #expect(history.count == 3)
    #expect(
      Set(history[0].changes.map(\.changedPersistentIdentifier.entityName)) == [
        "Guest", "ConferenceJourney", "PersonalJourney",
      ])
    guard case .update(let change)? = history[1].changes.first,
      let update = change as? DefaultHistoryUpdate<ConferenceJourney>
    else {
      Issue.record("the update is not one of a ConferenceJourney")
      return
    }
    #expect(update.updatedAttributes.count == 3)
    #expect(update.containsAttribute(\ConferenceJourney.name))
    #expect(update.containsAttribute(\ConferenceJourney.expenses))
    #expect(update.containsAttribute(\ConferenceJourney.talk))
    #expect(!update.containsAttribute(\ConferenceJourney.code))
    let kept = tombstones(of: ConferenceJourney.self, in: history[2].changes)
    #expect(kept.count == 1)
    #expect(kept.first?[\.code] as? String == "Graz")
    #expect(kept.first?[\.purpose] as? String == "talk")
    let others = tombstones(of: PersonalJourney.self, in: history[2].changes)
    #expect(others.map { $0[\.code] as? String } == ["Oslo"])
  }

  private func tombstones<Model: PersistentModel>(
    of type: Model.Type, in changes: [HistoryChange]
  ) -> [HistoryTombstone<Model>] {
    changes.compactMap { change -> HistoryTombstone<Model>? in
      guard case .delete(let delete) = change else { return nil }
      return (delete as? DefaultHistoryDelete<Model>)?.tombstone
    }
  }
}
