// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The models of the first release: an item names its list as text.
enum ToDoSchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self] }

  @Model
  final class Item {
    var title: String
    var done: Bool = false
    var listName: String

    init(title: String, listName: String) {
      self.title = title
      self.listName = listName
    }
  }
}

/// The models of the second release: a list is a model, and an item has a due date.
enum ToDoSchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self, ItemList.self] }

  @Model
  final class Item {
    var title: String
    @Attribute(originalName: "done") var isDone: Bool = false
    var due: Date?
    var list: ItemList?
    /// The text of the first release, until the migration has replaced it by ``list``.
    @Attribute(originalName: "listName") var formerListName: String?

    init(title: String, due: Date? = nil, list: ItemList? = nil) {
      self.title = title
      self.due = due
      self.list = list
    }
  }

  @Model
  final class ItemList {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Item.list) var items: [Item] = []

    init(name: String) { self.name = name }
  }
}

typealias Item = ToDoSchemaV2.Item
typealias ItemList = ToDoSchemaV2.ItemList

/// The migration from any release to the last one.
enum ToDoMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ToDoSchemaV1.self, ToDoSchemaV2.self] }

  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ToDoSchemaV1.self, toVersion: ToDoSchemaV2.self, willMigrate: nil,
        didMigrate: { context in
          var lists: [String: ItemList] = [:]
          for item in try context.fetch(FetchDescriptor<Item>()) {
            guard let name = item.formerListName else { continue }
            let list = lists[name] ?? ItemList(name: name)
            lists[name] = list
            context.insert(list)
            item.list = list
            item.formerListName = nil
          }
          try context.save()
        })
    ]
  }
}
