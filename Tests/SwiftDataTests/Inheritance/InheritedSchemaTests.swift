// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct InheritedSchemaTests {
  @Test func `an entity has its superentity, subentities and inherited properties`() throws {
    let schema = Schema(JourneySchema.models)
    let journey = try #require(schema.entity(for: Journey.self))
    let business = try #require(schema.entity(for: BusinessJourney.self))
    let conference = try #require(schema.entity(for: ConferenceJourney.self))
    #expect(journey.superentity == nil && journey.superentityName == nil)
    #expect(Set(journey.subentities.map(\.name)) == ["BusinessJourney", "PersonalJourney"])
    #expect(business.superentity === journey && business.superentityName == "Journey")
    #expect(business.subentities.map(\.name) == ["ConferenceJourney"])
    #expect(conference.superentity === business && conference.subentities.isEmpty)
    #expect(conference.storedProperties.map(\.name) == ["talk", "seats"])
    #expect(conference.inheritedPropertiesByName["code"]?.isUnique == true)
    #expect(conference.inheritedPropertiesByName["expenses"]?.isAttribute == true)
    #expect(conference.properties.first?.name == "code")
    #expect(conference.relationshipsByName["owner"]?.destination == "Guest")
    #expect(business.uniquenessConstraints == [["name", "purpose"]])
    #expect(business.indices == [["expenses"], ["name"]])
    #expect(journey.uniquenessConstraints == [["code"]])
  }

  @Test func `a schema includes the superclasses of a model but not its siblings`() throws {
    #expect(
      Schema([QuietJourney.self]).entities.map(\.name).prefix(3) == [
        "Journey", "PersonalJourney", "QuietJourney",
      ])
    #expect(Schema([Journey.self]).entity(for: ConferenceJourney.self) == nil)
    #expect(Schema([Journey.self]).entity(for: PersonalJourney.self) == nil)
  }

  @Test func `a schema with subclasses is saved to a file and loaded`() throws {
    let store = try TestStore()
    let schema = Schema([Figure.self, LoudFigure.self])
    let file = store.directory.appending(path: "schema.json")
    try schema.save(to: file)
    let read = try Schema.load(from: file)
    #expect(read == schema)
    #expect(read.entitiesByName["LoudFigure"]?.superentity?.name == "Figure")
  }

  @Test func `inserting a subclass outside the schema throws at the save`() throws {
    let container = try ModelContainer(
      for: Figure.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Figure("line"))
    context.insert(LoudFigure("ring"))
    #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
      try context.save()
    }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Figure>()) == 1)
    #expect(try context.fetch(FetchDescriptor<LoudFigure>()).isEmpty)
  }

  @Test func `a subclass without the Model macro is rejected`() throws {
    do {
      _ = try ModelContainer(
        for: Figure.self, UnmarkedFigure.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      Issue.record("a class that is not marked was taken")
    } catch let error as SwiftDataError {
      #expect(error.errorDescription?.contains("UnmarkedFigure") == true)
      #expect(error.errorDescription?.contains("@Model") == true)
    }
  }

  @Test func `an inherited property is rejected as an inverse`() throws {
    do {
      _ = try ModelContainer(
        for: Stall.self, Pony.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      Issue.record("an inverse of another class was taken")
    } catch let error as SwiftDataError {
      #expect(error.errorDescription?.contains("Stall.ponies") == true)
      #expect(error.errorDescription?.contains("Horse.stall") == true)
    }
  }

  @Test func `a class without subclasses has no type column`() throws {
    let store = try TestStore()
    _ = try ModelContainer(for: Figure.self, configurations: ModelConfiguration(url: store.url))
    #expect(
      try store.sqlite("SELECT name FROM pragma_table_info('Figure')") == "_pk\ntitle\nsize\n")
  }

  @Test func `a row of an unknown class is read as the root class and keeps its class`() throws {
    let store = try TestStore()
    func open() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Figure.self, LoudFigure.self, configurations: ModelConfiguration(url: store.url)))
    }
    do {
      let context = try open()
      context.insert(LoudFigure("ring"))
      try context.save()
    }
    try store.sqlite("UPDATE Figure SET _type = 'LostFigure'")
    let context = try open()
    let shapes = try context.fetch(FetchDescriptor<Figure>())
    #expect(shapes.map { "\(type(of: $0)) \($0.title)" } == ["Figure ring"])
    #expect(try context.fetchCount(FetchDescriptor<LoudFigure>()) == 0)
    shapes[0].size = 2
    try context.save()
    #expect(try store.sqlite("SELECT _type, size FROM Figure") == "LostFigure|2.0\n")
  }
}
