// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// A copy of a store's teams, players, badges and mascots that is updated by history alone.
///
/// For each recorded update it copies only the recorded properties, so that a missing one is
/// detected.
struct HistoryMirror {
  typealias Row = [String: String]
  typealias Rows = [PersistentIdentifier: Row]

  private(set) var rows: Rows = [:]
  private var last: DefaultHistoryToken?

  /// Returns the contents of the store.
  static func truth(_ context: ModelContext) throws -> Rows {
    var rows: Rows = [:]
    func read<T: PersistentModel>(_ columns: [Column<T>]) throws {
      for model in try context.fetch(FetchDescriptor<T>()) {
        rows[model.persistentModelID] = Dictionary(
          uniqueKeysWithValues: columns.map { ($0.name, $0.read(model)) })
      }
    }
    try read(Column<Team>.all)
    try read(Column<Player>.all)
    try read(Column<Badge>.all)
    try read(Column<Mascot>.all)
    return rows
  }

  /// Applies the history since the last call, and compares the result with the store.
  mutating func catchUp(_ context: ModelContext, _ place: @autoclosure () -> String) throws {
    let truth = try Self.truth(context)
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    if let last { descriptor.predicate = #Predicate { $0.token > last } }
    for transaction in try context.fetchHistory(descriptor) {
      if let last { #expect(last < transaction.token) }
      last = transaction.token
      let changed = transaction.changes.map(\.changedPersistentIdentifier)
      #expect(Set(changed).count == changed.count, "a model is changed twice; \(place())")
      for change in transaction.changes { apply(change, truth, place()) }
    }
    if rows != truth { Issue.record("\(difference(from: truth)); \(place())") }
    rows = truth
  }

  private mutating func apply(
    _ change: HistoryChange, _ truth: Rows, _ place: @autoclosure () -> String
  ) {
    let identifier = change.changedPersistentIdentifier
    guard ["Team", "Player", "Badge", "Mascot"].contains(identifier.entityName) else { return }
    let isKnown = rows[identifier] != nil
    switch change {
    case .insert:
      #expect(!isKnown, "\(identifier) inserted twice; \(place())")
      // A model that was deleted later has no properties.
      rows[identifier] = truth[identifier] ?? [:]
    case .update(let update):
      #expect(isKnown, "\(identifier) updated, which is not there; \(place())")
      for name in names(update) where isKnown { rows[identifier]?[name] = truth[identifier]?[name] }
    case .delete:
      #expect(isKnown, "\(identifier) deleted, which is not there; \(place())")
      rows[identifier] = nil
    }
  }

  private func names(_ update: any HistoryUpdate) -> [String] {
    switch update {
    case let update as DefaultHistoryUpdate<Team>: Column.names(Column.all, update)
    case let update as DefaultHistoryUpdate<Player>: Column.names(Column.all, update)
    case let update as DefaultHistoryUpdate<Badge>: Column.names(Column.all, update)
    case let update as DefaultHistoryUpdate<Mascot>: Column.names(Column.all, update)
    default: []
    }
  }

  private func difference(from truth: Rows) -> String {
    let identifiers = Set(rows.keys).union(truth.keys).filter { rows[$0] != truth[$0] }
    let lines = identifiers.sorted().map { identifier in
      let (mine, theirs) = (rows[identifier], truth[identifier])
      guard let mine, let theirs else {
        return
          "\(identifier.entityName) \(mine ?? theirs ?? [:]) is \(mine == nil ? "missing" : "left over")"
      }
      let names = theirs.keys.filter { mine[$0] != theirs[$0] }.sorted()
      return "\(identifier.entityName) \(mine["number"] ?? ""): "
        + names.map { "\($0) is \(mine[$0] ?? ""), should be \(theirs[$0] ?? "")" }.joined(
          separator: ", ")
    }
    return lines.joined(separator: "; ")
  }
}

/// A property of a model as text.
private struct Column<T: PersistentModel> {
  let name: String
  let keyPath: PartialKeyPath<T>
  let read: (T) -> String

  init<Value>(_ name: String, _ keyPath: KeyPath<T, Value>, _ text: @escaping (Value) -> String) {
    self.name = name
    self.keyPath = keyPath
    read = { text($0[keyPath: keyPath]) }
  }

  static func names(_ columns: [Self], _ update: DefaultHistoryUpdate<T>) -> [String] {
    columns.filter { column in update.updatedAttributes.contains { $0 == column.keyPath } }
      .map(\.name)
  }
}

/// Describes models by their identifiers only.
private func identities(_ models: some Sequence<any PersistentModel>) -> String {
  "\(models.map { $0.persistentModelID.hashValue })"
}

private func identities(_ model: (any PersistentModel)?) -> String {
  identities([model].compactMap(\.self))
}

extension Column where T == Team {
  static var all: [Self] {
    [
      Self("number", \.number) { "\($0)" }, Self("code", \.code) { "\($0)" },
      Self("name", \.name) { $0 }, Self("players", \.players) { identities($0) },
      Self("badges", \.badges) { identities($0) },
      Self("mascot", \.mascot) { identities($0) },
      Self("parent", \.parent) { identities($0) },
      Self("parts", \.parts) { identities($0) },
    ]
  }
}

extension Column where T == Player {
  static var all: [Self] {
    [Self("number", \.number) { "\($0)" }, Self("team", \.team) { identities($0) }]
  }
}

extension Column where T == Badge {
  static var all: [Self] {
    [Self("number", \.number) { "\($0)" }, Self("teams", \.teams) { identities($0) }]
  }
}

extension Column where T == Mascot {
  static var all: [Self] {
    [Self("number", \.number) { "\($0)" }, Self("team", \.team) { identities($0) }]
  }
}
