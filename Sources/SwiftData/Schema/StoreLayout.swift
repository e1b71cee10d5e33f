// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The layouts of all entities of one schema.
package final class StoreLayout: Sendable {
  package let entities: [EntityLayout]
  private let byName: [String: EntityLayout]
  private let byType: [ObjectIdentifier: Int]

  package init(entities: [EntityLayout]) {
    self.entities = entities
    byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    byType = Dictionary(entities.enumerated().map { (ObjectIdentifier($1.type), $0) }) { first, _ in
      first
    }
  }

  package func entity(named name: String) -> EntityLayout? { byName[name] }

  package func entity(for type: any PersistentModel.Type) -> EntityLayout? {
    byType[ObjectIdentifier(type)].map { entities[$0] }
  }

  /// The place of a type's entity in ``entities``.
  package func index(of type: any PersistentModel.Type) -> Int? {
    byType[ObjectIdentifier(type)]
  }
}
