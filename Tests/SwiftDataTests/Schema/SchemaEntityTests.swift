// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// The entities of a schema and their properties.
@Suite struct SchemaEntityTests {
  private let schema = Schema([Catalogue.Place.self], version: Schema.Version(2, 1, 0))

  private func place() throws -> Schema.Entity {
    try #require(schema.entity(for: Catalogue.Place.self))
  }

  @Test func `a schema includes related models`() {
    #expect(Set(schema.entitiesByName.keys) == ["Place", "Person", "Road"])
    #expect(schema.entities.map(\.name).first == "Place")
    #expect(Schema.entityName(for: Catalogue.Road.self) == "Road")
    #expect(schema.entity(for: Trip.self) == nil)
    #expect(schema.version.description == "2.1.0")
    #expect(Schema().entities.isEmpty)
    #expect(Schema(Catalogue.Place.self, Trip.self).entitiesByName["Trip"] != nil)
  }

  @Test func `an attribute has the options of its macro`() throws {
    let attributes = try place().attributesByName
    let population = try #require(attributes["population"])
    #expect(population.originalName == "inhabitants")
    #expect(population.hashModifier == "v2")
    #expect(population.options == [.preserveValueOnDeletion])
    #expect(population.valueType is Int?.Type)
    #expect(population.isOptional)
    #expect(population.defaultValue as? Int == 0)
    #expect(population.isAttribute && !population.isRelationship && !population.isUnique)
    let name = try #require(attributes["name"])
    #expect(name.originalName == "name")
    #expect(!name.isOptional && name.defaultValue == nil)
    #expect(attributes["isSelected"]?.isTransient == true)
    #expect(attributes["notes"]?.options == [.allowsCloudEncryption, .spotlight])
    #expect(try place().attributes.count == 9)
  }

  @Test func `a relationship has the options of its macro`() throws {
    let roads = try #require(try place().relationshipsByName["roads"])
    #expect(roads.destination == "Road")
    #expect(roads.inverseName == "place")
    #expect(roads.inverseKeyPath == \Catalogue.Road.place)
    #expect(roads.keypath == \Catalogue.Place.roads)
    #expect(roads.deleteRule == .cascade)
    #expect((roads.minimumModelCount, roads.maximumModelCount) == (1, 3))
    #expect(roads.originalName == "streets")
    #expect(roads.hashModifier == "r")
    #expect(!roads.isUnique && roads.isRelationship && roads.isOptional)
    #expect(!roads.isToOneRelationship)
    let mayor = try #require(try place().relationshipsByName["mayor"])
    #expect(mayor.isToOneRelationship && !mayor.isOptional && mayor.isUnique)
    #expect(mayor.inverseName == nil)
    #expect(mayor.deleteRule == .nullify)
    #expect((mayor.minimumModelCount, mayor.maximumModelCount) == (0, 0))
    #expect(try place().relationships.count == 2)
  }

  @Test func `an entity lists its constraints and indexes`() throws {
    #expect(try place().uniquenessConstraints == [["mayor"], ["country", "name"], ["code"]])
    #expect(
      try place().indices == [
        ["name"], ["country", "population"], ["population"], ["latitude", "longitude"],
      ])
  }

  @Test func `a structure is a composite attribute`() throws {
    let person = try #require(schema.entitiesByName["Person"])
    let address = try #require(person.attributesByName["address"] as? Schema.CompositeAttribute)
    try #require(address.properties.map(\.name) == ["street", "number"])
    #expect(address.properties[0].valueType is String.Type)
    #expect(address.properties[1].valueType is Int?.Type)
    #expect(!(person.attributesByName["nickname"] is Schema.CompositeAttribute))
  }

  @Test func `properties are in the order of their declaration`() throws {
    #expect(
      try place().properties.map(\.name) == [
        "name", "country", "code", "population", "latitude", "longitude", "founded", "isSelected",
        "notes", "mayor", "roads",
      ])
    #expect(try place().storedPropertiesByName["code"]?.name == "code")
    #expect(try place().inheritedProperties.isEmpty)
    #expect(try place().superentity == nil)
  }

  @Test func `an entity can be described without a class`() {
    let dog = Schema.Entity(
      "Dog", properties: Schema.Attribute(name: "breed", valueType: String.self))
    let animal = Schema.Entity(
      "Animal", subentities: dog,
      properties: Schema.Attribute(name: "name", options: [.unique], valueType: String.self))
    let schema = Schema(animal)
    #expect(schema.entities.map(\.name) == ["Animal", "Dog"])
    #expect(dog.superentity === animal)
    #expect(dog.superentityName == "Animal")
    #expect(dog.properties.map(\.name) == ["name", "breed"])
    #expect(dog.inheritedPropertiesByName.keys.sorted() == ["name"])
    #expect(animal.uniquenessConstraints == [["name"]])
    animal.attributesByName["age"] = Schema.Attribute(name: "age", valueType: Int.self)
    #expect(animal.storedProperties.map(\.name) == ["age", "name"])
    animal.attributes = []
    animal.relationships = [Schema.Relationship(deleteRule: .deny)]
    #expect(animal.properties.count == 1)
    #expect(Schema.Entity("Empty").properties.isEmpty)
  }

  @Test func `a container of entities without classes is rejected`() {
    let schema = Schema(Schema.Entity("Animal"))
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error?.errorDescription?.contains("Schema([Animal.self])") == true)
  }
}
