// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The difference between two schemas, in words.
struct SchemaDifference: CustomStringConvertible {
  let description: String

  /// Compares two schemas, which the description calls `first` and `second`.
  init(_ one: StoredSchema, _ other: StoredSchema, _ first: String, _ second: String) {
    let (old, new) = (Self.entities(one), Self.entities(other))
    var parts: [String] = []
    func add(_ names: [String], _ heading: String) {
      if names.isEmpty { return }
      let shown = names.sorted().prefix(8).joined(separator: ", ")
      parts.append("\(heading) \(shown)\(names.count > 8 ? " and \(names.count - 8) more" : "")")
    }
    add(new.keys.filter { old[$0] == nil }, "only \(second) has")
    add(old.keys.filter { new[$0] == nil }, "only \(first) has")
    for (name, lines) in new.sorted(by: { $0.key < $1.key }) {
      guard let known = old[name], known != lines else { continue }
      add(lines.subtracting(known).sorted(), "in \(name) \(second) has")
      add(known.subtracting(lines).sorted(), "in \(name) \(first) has")
    }
    description =
      parts.isEmpty ? "The stored schemas do not differ." : parts.joined(separator: "; ") + "."
  }

  /// The properties, constraints and indexes of each entity, in words.
  private static func entities(_ schema: StoredSchema) -> [String: Set<String>] {
    var entities: [String: Set<String>] = [:]
    for entity in schema.entities {
      entities[entity.name] = Set(
        entity.properties.map { $0.words } + entity.unique.map { "unique (\(list($0)))" }
          + entity.indexes.map { "an index of \(list($0.dropFirst()))" })
    }
    return entities
  }

  private static func list(_ names: some Sequence<String>) -> String {
    names.joined(separator: ", ")
  }
}

extension StoredSchema.Property {
  fileprivate var words: String {
    let type =
      switch storage {
      case .attribute(let value): value.description
      case .toOne(let entity, let inverse): "to-one \(entity)\(Self.back(inverse))"
      case .toMany(let entity, let inverse): "to-many \(entity)\(Self.back(inverse))"
      case .pairs(let entity, let inverse, _): "to-many \(entity)\(Self.back(inverse))"
      }
    let version = modifier.isEmpty ? "" : ", \(modifier)"
    let former = originalName.isEmpty ? "" : ", originally \(originalName)"
    return "\(name) (\(isOptional ? "optional " : "")\(type)\(version)\(former))"
  }

  private static func back(_ inverse: String?) -> String {
    inverse.map { " with the inverse \($0)" } ?? ""
  }
}
