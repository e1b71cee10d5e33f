// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// Posted before a save, with the context as object, as Core Data's `NSManagedObjectContextWillSave`.
  public static let willSave = Notification.Name("SwiftData.ModelContext.willSave")

  /// Posted after a save that wrote changes, with the context as object.
  ///
  /// It stands in for Core Data's `NSManagedObjectContextDidSave`. ``ModelContainer/remoteChange``
  /// stands in for `NSPersistentStoreRemoteChange`.
  ///
  /// The user info has the identifiers of the inserted, updated and deleted models, each an array
  /// of ``PersistentIdentifier`` under the raw value of a ``NotificationKey``. A transaction posts
  /// one notification, after its commit.
  public static let didSave = Notification.Name("SwiftData.ModelContext.didSave")

  /// Posted when an autosave failed; the user info has the error under `NotificationKey.error`.
  ///
  /// The object is the context, which keeps its pending changes for the next save. It is nil if the
  /// context was released together with its pending changes. Not in Apple's SwiftData, which posts
  /// nothing.
  public static let autosaveDidFail = Notification.Name("SwiftData.ModelContext.autosaveDidFail")

  /// The keys of a notification's user info.
  public enum NotificationKey: String, Hashable, Sendable {
    /// The models that were inserted.
    case insertedIdentifiers
    /// The models that were updated.
    case updatedIdentifiers
    /// The models that were deleted, including those that a delete rule reached.
    case deletedIdentifiers
    /// True if any model may have changed: after a save of more than a million models.
    case invalidatedAllIdentifiers
    /// The number of the commit, an increasing `Int64`.
    case queryGeneration
    /// The error of an autosave, usually a ``SwiftDataError``.
    case error
    /// The history position after the save: a ``DefaultHistoryToken`` by the store's identifier.
    case historyTokens
  }
}

extension SavedChanges {
  /// The user info of ``ModelContext/didSave`` for a commit; above `limit` models, only a flag that
  /// any model may have changed.
  func userInfo(of store: Store, number: Int64, limit: Int) -> [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    ModelContext.NotificationKey.queryGeneration.set(number, in: &info)
    if let custom = store.custom {
      if let token = custom.historyToken {
        ModelContext.NotificationKey.historyTokens.set([store.identifier: token], in: &info)
      }
    } else {
      ModelContext.NotificationKey.historyTokens.set(
        [store.identifier: DefaultHistoryToken(store: store.identifier, number: number)], in: &info)
    }
    if count > limit {
      ModelContext.NotificationKey.invalidatedAllIdentifiers.set(true, in: &info)
      return info
    }
    func identifiers<Row>(_ groups: [Int: [Row]], _ key: (Row) -> Int64) -> [PersistentIdentifier] {
      var identifiers: [PersistentIdentifier] = []
      identifiers.reserveCapacity(groups.values.reduce(0) { $0 + $1.count })
      for (entity, rows) in groups.sorted(by: { $0.key < $1.key }) {
        let name = store.layout.entities[entity].name
        if store.custom != nil {
          for row in rows { identifiers.append(store.persistentIdentifier(key(row), name)) }
          continue
        }
        let identifier = store.identifier
        for row in rows {
          identifiers.append(
            PersistentIdentifier(storeIdentifier: identifier, entityName: name, key: key(row)))
        }
      }
      return identifiers
    }
    ModelContext.NotificationKey.insertedIdentifiers.set(
      identifiers(inserted) { $0 }, in: &info)
    ModelContext.NotificationKey.updatedIdentifiers.set(
      identifiers(updated) { $0.key }, in: &info)
    ModelContext.NotificationKey.deletedIdentifiers.set(
      identifiers(deleted) { $0 }, in: &info)
    return info
  }
}

extension ModelContext.NotificationKey {
  /// Sets a value in a notification's user info under each of the keys that existing code for
  /// Apple's systems uses.
  func set(_ value: Any, in info: inout [AnyHashable: Any]) {
    info[rawValue] = value
    info[self] = value
    if let shortName { info[shortName] = value }
  }

  private var shortName: String? {
    switch self {
    case .insertedIdentifiers: "inserted"
    case .updatedIdentifiers: "updated"
    case .deletedIdentifiers: "deleted"
    case .invalidatedAllIdentifiers, .queryGeneration, .historyTokens, .error: nil
    }
  }
}
