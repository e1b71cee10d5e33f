// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// An edit of a user.
package enum Edit: CustomStringConvertible {
  case insert(entity: String, key: String, tour: String?)
  case set(id: String, field: String, value: String?)
  case add(id: String, field: String, by: Int)
  case refer(id: String, field: String, to: String?)
  case toggle(tour: String, tag: String)
  case move(list: String, from: Int, to: Int)
  case delete(id: String)

  package var description: String {
    switch self {
    case .insert(let entity, let key, let tour): "insert \(entity) \(key) \(tour ?? "")"
    case .set(let id, let field, let value): "set \(id).\(field) = \(value ?? "-")"
    case .add(let id, let field, let by): "add \(by) to \(id).\(field)"
    case .refer(let id, let field, let to): "refer \(id).\(field) to \(to ?? "-")"
    case .toggle(let tour, let tag): "toggle \(tour)+\(tag)"
    case .move(let list, let from, let to): "move \(list) \(from) to \(to)"
    case .delete(let id): "delete \(id)"
    }
  }
}

extension SimulatedDevice {
  /// Performs edits of a user and saves them.
  func perform(_ edits: [Edit], on contents: Contents) throws {
    guard let program else { return }
    let context = ModelContext(program.container)
    context.autosaveEnabled = false
    for edit in edits { try perform(edit, contents, context) }
    try context.save()
  }

  private func perform(_ edit: Edit, _ contents: Contents, _ context: ModelContext) throws {
    let layout = context.layout(ofStore: 0)
    func model(_ id: String?) -> (any PersistentModel)? {
      guard let id, let item = contents.items[id],
        let entity = layout.entities.firstIndex(where: { $0.name == item.entity }),
        let model = context.model(ofStore: 0, entity: entity, key: item.key), !model.isDeleted
      else { return nil }
      return model
    }
    func property(_ id: String, _ name: String) -> (EntityLayout, PropertyLayout)? {
      guard let item = contents.items[id], let entity = layout.entity(named: item.entity),
        let property = entity.properties.first(where: { $0.name == name })
      else { return nil }
      return (entity, property)
    }
    switch edit {
    case .insert(let entity, let key, let tour):
      if let new = version.make(entity, key, in: model(tour)) { context.insert(new) }
    case .set(let id, let field, let value):
      guard let model = model(id), let (entity, property) = property(id, field) else { return }
      let isNumber = field == "length"
      let column: SQLValue =
        value.map { isNumber ? .integer(Int64($0) ?? 0) : .text($0) } ?? .null
      try columns.set([(property, column)], of: model, in: entity)
    case .add(let id, let field, let by):
      guard let model = model(id), let (entity, property) = property(id, field),
        let now = contents.items[id]?.fields[field].flatMap({ Int64($0) })
      else { return }
      try columns.set([(property, .integer(now + Int64(by)))], of: model, in: entity)
    case .refer(let id, let field, let to):
      guard let model = model(id), let (_, property) = property(id, field) else { return }
      let target = self.target(to, model(_:))
      if to != nil, target == nil { return }
      columns.relate(model, property, to: target)
    case .toggle(let tour, let tag):
      guard let model = model(tour), let target = self.target(tag, model(_:)),
        let (_, property) = property(tour, "tags")
      else { return }
      columns.relate(
        model, property, with: target, isRelated: !contents.pairs.contains("\(tour)+\(tag)"))
    case .move(let list, let from, let to):
      let parts = list.split(separator: ".").map(String.init)
      guard parts.count == 2, let owner = model(parts[0]),
        let (_, property) = property(parts[0], parts[1]), var members = contents.lists[list]
      else { return }
      members.insert(members.remove(at: from), at: to)
      let models = members.compactMap { model($0) }
      if models.count == members.count { columns.relate(owner, property, toAll: models) }
    case .delete(let id):
      if let model = model(id) { context.delete(model) }
    }
  }

  private func target(
    _ id: String?, _ model: (String?) -> (any PersistentModel)?
  ) -> (any PersistentModel)? {
    model(id)
  }
}
