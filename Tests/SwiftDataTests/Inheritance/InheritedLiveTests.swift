// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The history and the live results of models with superclasses.
@Suite(.timeLimit(.minutes(15))) struct InheritedLiveTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try JourneySchema.container()
    context = ModelContext(container)
  }

  @Test func `the history names the class of each changed model`() throws {
    let journey = BusinessJourney("fair", expenses: 10, purpose: "sale")
    context.insert(journey)
    try context.save()
    journey.name = "exhibition"
    journey.expenses = 20
    try context.save()
    let leg = Leg("first")
    context.insert(leg)
    journey.legs.append(leg)
    try context.save()
    let other = ModelContext(container)
    try other.delete(model: Leg.self)
    try other.save()
    context.delete(journey)
    try context.save()
    #expect(
      try context.history().map(\.summary) == [
        ["+BusinessJourney"], ["BusinessJourney name,expenses"],
        ["+Leg", "BusinessJourney legs"], ["BusinessJourney legs", "-Leg"], ["-BusinessJourney"],
      ])
    if case .update(let update) = try context.history()[1].changes[0],
      let typed = update as? DefaultHistoryUpdate<BusinessJourney>
    {
      #expect(typed.containsAttribute(\BusinessJourney.name))
      #expect(typed.containsAttribute(\BusinessJourney.expenses))
    } else {
      Issue.record("no update of a BusinessJourney")
    }
  }

  @Test func `results of a superclass include changes of its subclasses`() async throws {
    context.insert(Journey("walk"))
    try context.save()
    var updates = container.results(
      of: FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.name)])
    ).makeAsyncIterator()
    _ = try await updates.next()
    let journey = BusinessJourney("fair", expenses: 10, purpose: "sale")
    context.insert(journey)
    try context.save()
    let first = try #require(try await updates.next())
    #expect(first.identifiers.map(\.entityName) == ["BusinessJourney", "Journey"])
    #expect(first.inserted == [journey.persistentModelID])
    journey.expenses = 30
    try context.save()
    #expect(try #require(try await updates.next()).changed == [journey.persistentModelID])
    let identifier = journey.persistentModelID
    context.delete(journey)
    try context.save()
    #expect(try #require(try await updates.next()).removed == [identifier])
  }
}
