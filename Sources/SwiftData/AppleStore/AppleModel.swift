// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The model of a store that Apple's framework wrote: entities with their properties.
///
/// A store contains its model, with the names that its tables have only in upper case.
struct AppleModel {
  /// The type of an attribute, by its number in the model.
  enum Kind: Int64 {
    case integer16 = 100
    case integer32 = 200
    case integer64 = 300
    case decimal = 400
    case double = 500
    case float = 600
    case string = 700
    case boolean = 800
    case date = 900
    case data = 1000
    case uuid = 1100
    case url = 1200
    case transformable = 1800
    case objectID = 2000
    case composite = 2100
  }

  struct Attribute {
    let name: String
    /// Nil for a number that this version does not know.
    let kind: Kind?
    let isOptional: Bool
    /// The attributes of a composite attribute.
    let elements: [Attribute]
  }

  struct Relationship {
    let name: String
    let destination: String
    let inverse: String?
    let isToMany: Bool
  }

  struct Entity {
    let name: String
    /// The entity's name in an earlier version of the model.
    let formerName: String?
    let superentity: String?
    /// The own and inherited attributes, sorted by name.
    let attributes: [Attribute]
    /// The own and inherited relationships, sorted by name.
    let relationships: [Relationship]

    func relationship(named name: String) -> Relationship? {
      relationships.first { $0.name == name }
    }
  }

  let entities: [Entity]

  func entity(named name: String) -> Entity? {
    entities.first { $0.name == name } ?? entities.first { $0.formerName == name }
  }
}

extension AppleModel {
  /// The maximum size of a decompressed model in bytes.
  private static let maximumSize = 64 << 20

  /// Decodes the content of a store's model cache; nil for an unknown form.
  ///
  /// It is a keyed archive of an `NSManagedObjectModel`, compressed by raw Deflate or not.
  init?(cache: Data) {
    var data = cache
    if !BinaryPropertyList.begins(data) {
      guard let bytes = try? RawDeflate.inflate(Array(data), limit: Self.maximumSize) else {
        return nil
      }
      data = Data(bytes)
    }
    guard let list = try? BinaryPropertyList(data), let archive = KeyedArchive(list),
      let entities = try? Self.entities(archive), !entities.isEmpty
    else { return nil }
    self.entities = entities
  }

  private static func entities(_ archive: KeyedArchive) throws -> [Entity] {
    guard let entities = try archive.member("NSEntities", of: archive.root) else { return [] }
    return try archive.entries(of: entities).compactMap { try entity($0.value, archive) }
      .sorted { $0.name < $1.name }
  }

  private static func entity(_ node: Int, _ archive: KeyedArchive) throws -> Entity? {
    guard let name = try archive.text("NSEntityName", of: node) else { return nil }
    let superentity = try archive.member("NSSuperentity", of: node)
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    if let properties = try archive.member("NSProperties", of: node) {
      for property in try archive.entries(of: properties).map(\.value) {
        if try archive.integer("NSIsTransient", of: property) == 1 { continue }
        if let relationship = try relationship(property, archive) {
          relationships.append(relationship)
        } else if let attribute = try attribute(property, archive) {
          attributes.append(attribute)
        }
      }
    }
    let former = try archive.text("NSRenamingIdentifier", of: node)
    return Entity(
      name: name, formerName: former == name ? nil : former,
      superentity: try superentity.flatMap { try archive.text("NSEntityName", of: $0) },
      attributes: attributes.sorted { $0.name < $1.name },
      relationships: relationships.sorted { $0.name < $1.name })
  }

  private static func attribute(_ node: Int, _ archive: KeyedArchive) throws -> Attribute? {
    guard let name = try archive.text("NSPropertyName", of: node),
      let number = try archive.integer("NSAttributeType", of: node)
    else { return nil }
    var elements: [Attribute] = []
    if Kind(rawValue: number) == .composite {
      for key in ["NSElements", "NSCompositeElements", "elements"] {
        guard let list = try archive.member(key, of: node) else { continue }
        elements = try archive.elements(of: list).compactMap { try attribute($0, archive) }
      }
    }
    return Attribute(
      name: name, kind: Kind(rawValue: number),
      isOptional: try archive.integer("NSIsOptional", of: node) == 1, elements: elements)
  }

  private static func relationship(_ node: Int, _ archive: KeyedArchive) throws -> Relationship? {
    guard let name = try archive.text("NSPropertyName", of: node),
      let destination = try archive.text("_NSDestinationEntityName", of: node)
    else { return nil }
    return Relationship(
      name: name, destination: destination,
      inverse: try archive.text("_NSInverseRelationshipName", of: node),
      isToMany: try archive.integer("NSMaxCount", of: node) != 1)
  }
}
