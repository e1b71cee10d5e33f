// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The model of a store, which is archived as Core Data archives its `NSManagedObjectModel`.
struct AppleModelArchive {
  struct Property {
    var name: String
    /// The number of the attribute's type.
    var type = 0
    var isOptional = true
    var destination = ""
    var inverse: String?
    var isToMany = false
    var elements: [Property] = []

    static func attribute(_ name: String, _ type: Int, isOptional: Bool = true) -> Property {
      Property(name: name, type: type, isOptional: isOptional)
    }

    static func composite(_ name: String, _ elements: [Property]) -> Property {
      Property(name: name, type: 2100, elements: elements)
    }

    static func toOne(_ name: String, _ destination: String, _ inverse: String?) -> Property {
      Property(name: name, destination: destination, inverse: inverse)
    }

    static func toMany(_ name: String, _ destination: String, _ inverse: String?) -> Property {
      Property(name: name, destination: destination, inverse: inverse, isToMany: true)
    }
  }

  struct Entity {
    var name: String
    var former: String?
    var parent: String?
    /// The own and inherited properties.
    var properties: [Property]
  }

  var entities: [Entity]

  /// The content of the model cache.
  func data(isCompressed: Bool = true) -> Data {
    let writer = KeyedArchiveWriter()
    let references = entities.map { _ in writer.reserve() }
    func reference(_ name: String) -> ListNode {
      entities.firstIndex { $0.name == name }.map { references[$0] } ?? .reference(0)
    }
    for (entity, node) in zip(entities, references) {
      let properties = entity.properties.map { ($0.name, property($0, node, writer, reference)) }
      writer.fill(
        node, "NSEntityDescription",
        [
          ("NSEntityName", writer.add(.text(entity.name))),
          ("NSClassNameForEntity", writer.add(.text("App." + entity.name))),
          ("NSRenamingIdentifier", writer.add(.text(entity.former ?? entity.name))),
          ("NSSuperentity", entity.parent.map(reference) ?? .reference(0)),
          ("NSProperties", writer.dictionary(properties)),
        ])
    }
    let mapping = writer.add(
      "NSKnownKeysMappingStrategy1",
      [
        ("length", .integer(entities.count)),
        ("keys", writer.array(entities.map { writer.add(.text($0.name)) })),
      ])
    let known = writer.add(
      "NSKnownKeysDictionary1",
      [("searchMapping", mapping), ("values", writer.array(references))])
    let data = writer.archive(
      root: writer.add("NSManagedObjectModel", [("NSEntities", known)]))
    return isCompressed ? deflated(data) : data
  }

  private func property(
    _ property: Property, _ entity: ListNode, _ writer: KeyedArchiveWriter,
    _ reference: (String) -> ListNode
  ) -> ListNode {
    var members: [(String, ListNode)] = [
      ("NSPropertyName", writer.add(.text(property.name))), ("NSEntity", entity),
    ]
    if property.isOptional { members.append(("NSIsOptional", .boolean(true))) }
    if !property.destination.isEmpty {
      members += [
        ("NSMaxCount", .integer(property.isToMany ? 0 : 1)),
        ("NSDestinationEntity", reference(property.destination)),
        ("_NSDestinationEntityName", writer.add(.text(property.destination))),
        (
          "_NSInverseRelationshipName",
          property.inverse.map { writer.add(.text($0)) } ?? .reference(0)
        ),
      ]
      return writer.add("NSRelationshipDescription", members)
    }
    members.append(("NSAttributeType", .integer(property.type)))
    if property.elements.isEmpty { return writer.add("NSAttributeDescription", members) }
    let elements = property.elements.map { self.property($0, entity, writer, reference) }
    members.append(("NSElements", writer.array(elements)))
    return writer.add("NSCompositeAttributeDescription", members)
  }
}
