// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// The effect of a deletion on related models, by the rule of the relationship.
@Suite struct DeleteRuleTests {
  @Test func `a cascade deletes rows that are not in memory`() throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try store.open())
      var folder = Folder("0")
      context.insert(folder)
      for depth in 1...20 {
        let child = Folder("\(depth)", parent: folder)
        context.insert(child)
        folder = child
      }
      try context.save()
    }
    let context = ModelContext(try store.open())
    let root = try #require(try context.fetch(FetchDescriptor<Folder>()).first)
    context.delete(root)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 0)
  }

  @Test func `nullify clears the reference to a deleted model`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let ann = Traveller("Ann")
    let passport = Passport(7)
    ann.passport = passport
    context.insert(ann)
    try context.save()
    context.delete(ann)
    try context.save()
    #expect(passport.holder == nil)
    let read = try #require(
      try ModelContext(context.container).fetch(FetchDescriptor<Passport>()).first)
    #expect(read.holder == nil)
  }

  @Test func `deny rejects a deletion by an error naming the property`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    let invoice = Invoice(10, trip: trip)
    context.insert(invoice)
    try context.save()
    context.delete(trip)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.localizedDescription.contains("Trip.invoices") == true)
    context.delete(invoice)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
  }

  @Test func `nullify of a required reference throws`() throws {
    let container = try ModelContainer(
      for: Owner.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let owner = Owner()
    context.insert(Thing(owner: owner))
    try context.save()
    context.delete(owner)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.localizedDescription.contains("Owner.things") == true)
  }
}

@Model
private final class Owner {
  var things: [Thing] = []

  init() {}
}

@Model
private final class Thing {
  var owner: Owner

  init(owner: Owner) { self.owner = owner }
}
