// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A model with preserved values of every storage form.
@Model
final class Relic {
  @Attribute(.unique, .preserveValueOnDeletion) var code: String
  @Attribute(.preserveValueOnDeletion) var number: Int
  @Attribute(.preserveValueOnDeletion) var found: Date?
  @Attribute(.preserveValueOnDeletion) var mark: UUID?
  @Attribute(.preserveValueOnDeletion) var terrain: Terrain
  @Attribute(.preserveValueOnDeletion) var shape: Shape?
  @Attribute(.preserveValueOnDeletion) var price: Decimal?
  @Attribute(.preserveValueOnDeletion, .externalStorage) var picture: Data?
  @Attribute(.ephemeral) var glances = 0
  var note: String?

  init(_ code: String, number: Int = 1) {
    self.code = code
    self.number = number
    terrain = .sand
  }
}

extension ModelContext {
  /// Returns all transactions.
  func history() throws -> [DefaultHistoryTransaction] {
    try fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
  }

  /// Returns the transactions after a token.
  func history(after last: DefaultHistoryToken) throws -> [DefaultHistoryTransaction] {
    try fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > last }))
  }
}

extension DefaultHistoryTransaction {
  /// The changes in a short form: `+` for an insert, `-` for a delete, the names of the properties
  /// for an update.
  var summary: [String] {
    changes.map { change in
      let name = change.changedPersistentIdentifier.entityName
      switch change {
      case .insert: return "+\(name)"
      case .delete: return "-\(name)"
      case .update(let update): return "\(name) \(Self.names(update))"
      }
    }
  }

  private static func names(_ update: any HistoryUpdate) -> String {
    func describe<T: HistoryUpdate>(_ update: T) -> String {
      let description = ModelDescription.of(T.Model.self)
      return update.updatedAttributes.map { description.name(of: $0) ?? "?" }.joined(separator: ",")
    }
    return describe(update)
  }
}
