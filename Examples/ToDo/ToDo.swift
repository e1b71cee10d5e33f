// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A to-do list on the command line, whose store has had two releases.
///
///     todo STORE add LIST TITLE [DUE]     add an item; DUE is a date such as 2026-05-02
///     todo STORE done TITLE               mark an item as done
///     todo STORE list                     print the lists, the items due first at the top
///     todo STORE drop LIST                delete a list and its items
///     todo STORE first-release LIST TITLE add an item as the first release did
@main
enum ToDo {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    do {
      guard arguments.count >= 2 else { throw UsageError() }
      let store = URL(filePath: arguments.removeFirst())
      let command = arguments.removeFirst()
      if command == "first-release" { return try addAsFirstRelease(arguments, to: store) }
      let container = try ModelContainer(
        for: Schema(versionedSchema: ToDoSchemaV2.self), migrationPlan: ToDoMigrationPlan.self,
        configurations: ModelConfiguration(url: store))
      let context = ModelContext(container)
      switch (command, arguments.count) {
      case ("add", 2...3): try add(arguments, in: context)
      case ("done", 1): try complete(arguments[0], in: context)
      case ("list", 0): try list(in: context)
      case ("drop", 1): try drop(arguments[0], in: context)
      default: throw UsageError()
      }
    } catch {
      FileHandle.standardError.write(Data("todo: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func add(_ arguments: [String], in context: ModelContext) throws {
    var due: Date?
    if arguments.count == 3 {
      due = try Date(arguments[2], strategy: .iso8601.year().month().day())
    }
    let name = arguments[0]
    let found = try context.fetch(
      FetchDescriptor<ItemList>(predicate: #Predicate { $0.name == name }))
    let list = found.first ?? ItemList(name: name)
    context.insert(Item(title: arguments[1], due: due, list: list))
    try context.save()
  }

  private static func complete(_ title: String, in context: ModelContext) throws {
    let items = try context.fetch(
      FetchDescriptor<Item>(predicate: #Predicate { $0.title == title && !$0.isDone }))
    guard let item = items.first else { throw MissingError(what: "open item", name: title) }
    item.isDone = true
    try context.save()
  }

  private static func list(in context: ModelContext) throws {
    let lists = try context.fetch(
      FetchDescriptor<ItemList>(sortBy: [SortDescriptor(\.name)]))
    for list in lists {
      print(list.name)
      let items = list.items.sorted {
        ($0.due ?? .distantFuture, $0.title) < ($1.due ?? .distantFuture, $1.title)
      }
      for item in items {
        let due = item.due.map { " by \($0.formatted(.iso8601.year().month().day()))" } ?? ""
        print("  [\(item.isDone ? "x" : " ")] \(item.title)\(due)")
      }
    }
  }

  private static func drop(_ name: String, in context: ModelContext) throws {
    let lists = try context.fetch(
      FetchDescriptor<ItemList>(predicate: #Predicate { $0.name == name }))
    guard let list = lists.first else { throw MissingError(what: "list", name: name) }
    context.delete(list)
    try context.save()
  }

  /// Writes a store as the first release of the program did, to show the migration.
  private static func addAsFirstRelease(_ arguments: [String], to store: URL) throws {
    guard arguments.count == 2 else { throw UsageError() }
    let container = try ModelContainer(
      for: Schema(versionedSchema: ToDoSchemaV1.self),
      configurations: ModelConfiguration(url: store))
    let context = ModelContext(container)
    context.insert(ToDoSchemaV1.Item(title: arguments[1], listName: arguments[0]))
    try context.save()
  }
}

struct UsageError: Error, CustomStringConvertible {
  var description: String {
    "usage: todo STORE add LIST TITLE [DUE] | done TITLE | list | drop LIST"
  }
}

struct MissingError: Error, CustomStringConvertible {
  let what: String
  let name: String
  var description: String { "no \(what) has the name \"\(name)\"" }
}
