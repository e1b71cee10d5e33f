// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct InheritedUniqueTests {
  @Test func `a unique constraint of the root class applies to the whole tree`() throws {
    let store = try TestStore()
    let context = ModelContext(try JourneySchema.container(store))
    context.insert(PersonalJourney(to: "Oslo", note: 1))
    try context.save()
    // A model of the same class updates the row.
    let second = PersonalJourney(to: "Oslo", note: 2)
    context.insert(second)
    try context.save()
    #expect(try store.sqlite("SELECT _pk, PersonalJourney_note FROM Journey") == "1|2\n")
    #expect(second.persistentModelID.entityName == "PersonalJourney")
    // A row never changes its class.
    context.insert(BusinessJourney("Oslo", expenses: 1))
    do {
      try context.save()
      Issue.record("a journey of another class took the row over")
    } catch let error as SwiftDataError {
      #expect(error == .modelValidationFailure)
      #expect(error.errorDescription?.contains("PersonalJourney number 1") == true)
    }
    #expect(context.insertedModelsArray.count == 1)
    // The value is available after the deletion of the other model.
    context.delete(second)
    try context.save()
    #expect(try store.sqlite("SELECT _pk, _type FROM Journey") == "3|BusinessJourney\n")
  }

  @Test func `a unique constraint of a subclass applies to it and its subclasses`() throws {
    let store = try TestStore()
    let context = ModelContext(try JourneySchema.container(store))
    let first = BusinessJourney("Bern", expenses: 1, purpose: "a")
    context.insert(first)
    // The root class has no such constraint.
    context.insert(Journey("Bern", code: "other"))
    context.insert(PersonalJourney("Bern", code: "third"))
    try context.save()
    let again = BusinessJourney("Bern", expenses: 5, purpose: "a")
    again.code = "changed"
    context.insert(again)
    try context.save()
    #expect(
      try store.sqlite(
        "SELECT code, BusinessJourney_expenses FROM Journey WHERE _type = 'BusinessJourney'")
        == "changed|5.0\n")
    #expect(first.modelContext == nil)
    let other = ConferenceJourney("Bern", expenses: 7, purpose: "a")
    other.code = "fourth"
    context.insert(other)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    again.purpose = "b"
    try context.save()
  }

  @Test func `unique values can be swapped across classes`() throws {
    let context = ModelContext(try JourneySchema.container())
    let (bern, rome) = (BusinessJourney("Bern", expenses: 1), QuietJourney("Rome"))
    context.insert(bern)
    context.insert(rome)
    try context.save()
    (bern.code, rome.code) = (rome.code, bern.code)
    try context.save()
    let read = try ModelContext(context.container).fetch(FetchDescriptor<Journey>())
    #expect(read.map(\.code) == ["Rome", "Bern"])
  }

  @Test func `an invalid value of a subclass property is rejected by name`() throws {
    let context = ModelContext(try JourneySchema.container())
    let bern = BusinessJourney("Bern", expenses: .nan)
    context.insert(bern)
    do {
      try context.save()
      Issue.record("NaN was saved")
    } catch let error as SwiftDataError {
      #expect(error.errorDescription?.contains("BusinessJourney.expenses") == true)
    }
    bern.expenses = 3
    try context.save()
  }

  @Test func `a rollback and a failed transaction restore models of all classes`() throws {
    let context = ModelContext(try JourneySchema.container())
    let (bern, rome) = (ConferenceJourney("Bern", expenses: 1), QuietJourney("Rome"))
    context.insert(bern)
    context.insert(rome)
    try context.save()
    bern.talk = "new"
    bern.name = "changed"
    context.delete(rome)
    context.insert(PersonalJourney("Oslo"))
    #expect(try context.fetch(FetchDescriptor<Journey>()).map(\.name) == ["changed", "Oslo"])
    #expect(
      try context.fetch(FetchDescriptor<PersonalJourney>()).map(\.name) == ["Oslo"])
    context.rollback()
    #expect(bern.talk == "on Bern" && bern.name == "Bern")
    #expect(try context.fetch(FetchDescriptor<Journey>()).map(\.name) == ["Bern", "Rome"])
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try context.transaction {
        for index in 0..<3 {
          context.insert(Journey("j\(index)"))
          context.insert(BusinessJourney("b\(index)", expenses: 1))
        }
        try context.save()
        throw Stop()
      }
    }
    #expect(try context.fetchCount(FetchDescriptor<Journey>()) == 2)
    context.insert(Journey("later"))
    try context.save()
    #expect(
      try context.fetch(FetchDescriptor<Journey>()).map(\.name) == ["Bern", "Rome", "later"])
  }

  @Test func `the insertion order is preserved across classes`() throws {
    let context = ModelContext(try JourneySchema.container())
    for index in 0..<9 {
      let journey: Journey =
        switch index % 3 {
        case 0: QuietJourney("\(index)")
        case 1: Journey("\(index)")
        default: BusinessJourney("\(index)", expenses: 1)
        }
      context.insert(journey)
    }
    try context.save()
    let names = try ModelContext(context.container).fetch(FetchDescriptor<Journey>()).map(\.name)
    #expect(names == (0..<9).map { "\($0)" })
  }
}
