// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import SwiftData

/// All values of a store, read by the properties of its schema, as texts for comparisons.
struct StoreContent: Equatable {
  /// The values of each object by the name of the entity and the identifier.
  private(set) var objects: [String: [String: [String: String]]] = [:]

  init(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    for type in SchemaV5.models { try add(type, context) }
  }

  /// The differences from another store, one line each.
  func differences(from other: StoreContent) -> [String] {
    var lines: [String] = []
    for entity in Set(objects.keys).union(other.objects.keys).sorted() {
      let (mine, others) = (objects[entity] ?? [:], other.objects[entity] ?? [:])
      for id in Set(mine.keys).union(others.keys).sorted() {
        guard let new = mine[id], let old = others[id] else {
          lines.append("\(entity) \(id): \(mine[id] == nil ? "missing" : "additional")")
          continue
        }
        for name in new.keys.sorted() where new[name] != old[name] {
          lines.append("\(entity).\(name): \(new[name] ?? "") instead of \(old[name] ?? "")")
        }
      }
    }
    return lines
  }

  /// The properties that have their declared value, or none, in all objects.
  func unsetProperties() throws -> [String] {
    var names: [String] = []
    for type in SchemaV5.models {
      let entity = Schema.entityName(for: type)
      for property in type.schemaMetadata {
        let initial = try property.defaultValue.map(Self.text)
        let isSet = (objects[entity] ?? [:]).values.contains { values in
          let text = values[property.name] ?? ""
          return !["", "nil", "null", "\"\"", initial].contains(text)
        }
        if !isSet { names.append("\(entity).\(property.name)") }
      }
    }
    return names
  }

  private mutating func add<Model: PersistentModel>(
    _ type: Model.Type, _ context: ModelContext
  ) throws {
    var rows: [String: [String: String]] = [:]
    for model in try context.fetch(FetchDescriptor<Model>()) {
      var values: [String: String] = [:]
      for property in Model.schemaMetadata {
        values[property.name] = try model[keyPath: property.keypath].map(Self.text) ?? ""
      }
      rows[Self.identifier(of: model)] = values
    }
    objects[Schema.entityName(for: type)] = rows
  }

  private static func identifier<Model: PersistentModel>(of model: Model) -> String {
    let property = Model.schemaMetadata.first { $0.name == "id" }
    let id = property.flatMap { model[keyPath: $0.keypath] } as? UUID
    return id?.uuidString ?? "none"
  }

  private static func text(_ value: Any) throws -> String {
    switch value {
    case let model as any PersistentModel: return identifier(of: model)
    case let models as [any PersistentModel]:
      return models.map { identifier(of: $0) }.sorted().joined(separator: " ")
    case let value as any Encodable:
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    default: return String(describing: value)
    }
  }
}

extension PersistentModel {
  /// Sets all texts, numbers, dates and flags to random values that differ from the declared ones.
  ///
  /// Numbers are 1 to 5, which is within the range of every property but the radius of a zone.
  func fill(using random: inout SeededRandom) {
    for property in Self.schemaMetadata where property.name != "id" {
      let path = property.keypath
      let number = Double.random(in: 1...4.9, using: &random)
      let date = Date(timeIntervalSinceReferenceDate: 8e8 + number * 1e6)
      let text = "\(property.name) \(Int(number * 1e6)) <é\"\n>"
      if let path = path as? ReferenceWritableKeyPath<Self, String> {
        self[keyPath: path] = text
      } else if let path = path as? ReferenceWritableKeyPath<Self, String?> {
        self[keyPath: path] = text
      } else if let path = path as? ReferenceWritableKeyPath<Self, Double> {
        self[keyPath: path] = number
      } else if let path = path as? ReferenceWritableKeyPath<Self, Double?> {
        self[keyPath: path] = number
      } else if let path = path as? ReferenceWritableKeyPath<Self, Int> {
        self[keyPath: path] = Int(number) + 1
      } else if let path = path as? ReferenceWritableKeyPath<Self, Int?> {
        self[keyPath: path] = Int(number) + 1
      } else if let path = path as? ReferenceWritableKeyPath<Self, Date> {
        self[keyPath: path] = date
      } else if let path = path as? ReferenceWritableKeyPath<Self, Date?> {
        self[keyPath: path] = date
      } else if let path = path as? ReferenceWritableKeyPath<Self, Bool> {
        self[keyPath: path] = !(property.defaultValue as? Bool ?? false)
      }
    }
  }
}
