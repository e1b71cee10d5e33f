// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What became of one model in a transaction.
public enum HistoryChange: Sendable {
  /// It was inserted.
  case insert(any HistoryInsert)
  /// Some of its properties were set, or became others by what happened to related models.
  case update(any HistoryUpdate)
  /// It was deleted.
  case delete(any HistoryDelete)

  /// Which model.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let insert): insert.changedPersistentIdentifier
    case .update(let update): update.changedPersistentIdentifier
    case .delete(let delete): delete.changedPersistentIdentifier
    }
  }
}
