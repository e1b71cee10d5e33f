// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Encoding and equality of schemas.
@Suite struct SchemaCodingTests {
  @Test func `a schema loaded from a file equals the saved one`() throws {
    let store = try TestStore()
    let url = store.directory.appending(path: "schema.json")
    let schema = Schema([Catalogue.Place.self], version: Schema.Version(3, 0, 1))
    try schema.save(to: url)
    let read = try Schema.load(from: url)
    #expect(read == schema)
    #expect(read.hashValue == schema.hashValue)
    #expect(read.version == Schema.Version(3, 0, 1))
    #expect(read.encodingVersion == Schema.schemaEncodingVersion)
    let place = try #require(read.entitiesByName["Place"])
    #expect(place.attributesByName["population"]?.defaultValue as? Int == 0)
    #expect(place.relationshipsByName["roads"]?.valueType is [Catalogue.Road]?.Type)
    #expect(
      (read.entitiesByName["Person"]?.attributesByName["address"] as? Schema.CompositeAttribute)?
        .properties.count == 2)
  }

  @Test func `a schema of a newer encoding is rejected`() throws {
    let text = """
      {"encodingVersion":{"major":9,"minor":0,"patch":0},"entities":[],
      "version":{"major":1,"minor":0,"patch":0}}
      """
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Schema.self, from: Data(text.utf8))
    }
    #expect("\(String(describing: error))".contains("9.0.0"))
  }

  @Test func `an attribute of an unknown type can be decoded`() throws {
    let attribute = Schema.Attribute(name: "a", valueType: Int?.self)
    let text = String(decoding: try JSONEncoder().encode(attribute), as: UTF8.self)
    let name = try #require(_mangledTypeName(Int?.self))
    let strange = text.replacing("\"\(name)\"", with: "\"4Gone5ClassC\"")
    let read = try JSONDecoder().decode(Schema.Attribute.self, from: Data(strange.utf8))
    #expect(read.isOptional)
    #expect(read != attribute)
  }

  @Test func `an entity with subentities is encoded and decoded`() throws {
    let dog = Schema.Entity("Dog")
    let animal = Schema.Entity(
      "Animal", subentities: dog,
      properties: Schema.Attribute(name: "name", valueType: String.self))
    let read = try JSONDecoder().decode(
      Schema.self, from: JSONEncoder().encode(Schema(animal)))
    #expect(read == Schema(animal))
    #expect(read.entitiesByName["Dog"]?.superentity?.name == "Animal")
    #expect(read.entitiesByName["Dog"]?.properties.map(\.name) == ["name"])
  }

  @Test func `schemas are equal if their versions and models are`() {
    #expect(Schema([Trip.self]) == Schema([Trip.self]))
    #expect(Schema([Trip.self]) != Schema([Trip.self], version: Schema.Version(2, 0, 0)))
    #expect(Schema([Catalogue.Place.self]) == Schema([Catalogue.Road.self, Catalogue.Place.self]))
    #expect(Schema([Catalogue.Place.self]) != Schema([Trip.self]))
    #expect(Schema.Version(1, 2, 3) < Schema.Version(1, 10, 0))
  }

  @Test func `constraints are encoded by property names`() throws {
    let unique = Schema.Unique<Catalogue.Place>([\.name], [\.country, \.code])
    let read = try JSONDecoder().decode(
      Schema.Unique<Catalogue.Place>.self, from: JSONEncoder().encode(unique))
    #expect(read == unique)
    #expect(read.constraints.count == 2 && read.isUnique)
    let index = Schema.Index<Catalogue.Place>(.rtree([\.latitude]), .binary([\.name]))
    let readIndex = try JSONDecoder().decode(
      Schema.Index<Catalogue.Place>.self, from: JSONEncoder().encode(index))
    #expect(readIndex == index)
    #expect(readIndex != Schema.Index<Catalogue.Place>([\.latitude], [\.name]))
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(Schema.Unique<Catalogue.Place>([\.name.count]))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Schema.Unique<Catalogue.Place>.self, from: Data(#"{"constraints":[["gone"]]}"#.utf8))
    }
  }
}
