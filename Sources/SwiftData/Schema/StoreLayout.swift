// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The layouts of all entities of one schema.
package final class StoreLayout: Sendable {
  package let entities: [EntityLayout]
  private let byName: [String: EntityLayout]
  private let byType: [ObjectIdentifier: Int]
  /// The indexes of each entity and its subentities.
  package let families: [[Int]]
  /// The index of each entity's root entity; its own index if it has no superentity.
  package let roots: [Int]

  package init(entities: [EntityLayout]) {
    self.entities = entities
    byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    byType = Dictionary(entities.enumerated().map { (ObjectIdentifier($1.type), $0) }) { first, _ in
      first
    }
    families = entities.map { entity in
      entities.indices.filter { entities[$0].isA(entity.name) }
    }
    roots = entities.map { entity in
      entities.firstIndex { $0.name == entity.table } ?? 0
    }
  }

  /// The names of an entity and its subentities; nil if the table has rows of no other entity.
  package func types(of entity: Int) -> [String]? {
    guard entities[entity].superentity != nil else { return nil }
    return families[entity].map { entities[$0].name }.sorted()
  }

  package func entity(named name: String) -> EntityLayout? { byName[name] }

  package func entity(for type: any PersistentModel.Type) -> EntityLayout? {
    byType[ObjectIdentifier(type)].map { entities[$0] }
  }

  /// The index of a type's entity in ``entities``.
  package func index(of type: any PersistentModel.Type) -> Int? {
    byType[ObjectIdentifier(type)]
  }

  /// Whether each property of each entity is part of a cycle of to-many relationships.
  package func cycles() -> [[Bool]] {
    let targets = entities.map { entity in
      entity.properties.map { property -> [Int]? in
        switch property.storage {
        case .attribute, .toOne: nil
        case .toManyByForeignKey(let destination, _), .toManyByJoin(let destination, _, _, _):
          index(of: destination.type).map { families[$0] }
        }
      }
    }
    func reaches(_ start: [Int], _ end: Int) -> Bool {
      var seen = Set(start)
      var waiting = start
      while let entity = waiting.popLast() {
        if entity == end { return true }
        waiting += targets[entity].compactMap(\.self).joined().filter { seen.insert($0).inserted }
      }
      return false
    }
    return targets.enumerated().map { entity, properties in
      properties.map { $0.map { reaches($0, entity) } ?? false }
    }
  }

  /// The to-many relationships without an inverse that have each entity as a target.
  func oneWayHolders() -> [[(entity: Int, relationship: ModelDescription.Relationship)]] {
    var holders = entities.map { _ in
      [(entity: Int, relationship: ModelDescription.Relationship)]()
    }
    for (index, entity) in entities.enumerated() {
      let description = ModelDescription.of(entity.type)
      for relationship in description.relationships
      where relationship.isToMany && description.inverse(of: relationship) == nil {
        guard let target = self.index(of: relationship.target) else { continue }
        for target in families[target] { holders[target].append((index, relationship)) }
      }
    }
    return holders
  }
}

extension SwiftDataError {
  /// Creates the error for a model type without an entity in the schema.
  static func notInSchema(_ type: any PersistentModel.Type) -> SwiftDataError {
    configurationSchemaNotFoundInContainerSchema.withMessage(
      "\(type) is not in the container's schema. Add it to the models of the "
        + "ModelContainer.")
  }
}
