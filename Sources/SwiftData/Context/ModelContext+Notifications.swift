// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// Posted before a save, with the context as object.
  public static let willSave = Notification.Name("SwiftData.ModelContext.willSave")

  /// Posted after a save that wrote something, with the context as object.
  ///
  /// The user info has the identifiers of the models that were inserted, updated and deleted, each
  /// an array of ``PersistentIdentifier`` under the raw value of a ``NotificationKey``. A
  /// transaction posts one notification, when it has been committed.
  public static let didSave = Notification.Name("SwiftData.ModelContext.didSave")

  /// Posted when a context could not save by itself; the user info has the error under
  /// `NotificationKey.error`.
  ///
  /// The object is the context, whose pending work stays for the next save. It is nil if the context
  /// has gone: the pending work has gone with it. Not in Apple's SwiftData, which says nothing.
  public static let autosaveDidFail = Notification.Name("SwiftData.ModelContext.autosaveDidFail")

  /// The keys of a notification's user info.
  public enum NotificationKey: String, Hashable, Sendable {
    /// The models that were inserted.
    case insertedIdentifiers
    /// The models that were updated.
    case updatedIdentifiers
    /// The models that were deleted, also those that a delete rule reached.
    case deletedIdentifiers
    /// True if everything may have changed: after a save of more than a million models.
    case invalidatedAllIdentifiers
    /// The number of the commit, an `Int64` that grows.
    case queryGeneration
    /// Why a context could not save by itself, a ``SwiftDataError`` mostly.
    case error
    /// The place in the history behind the save: a ``DefaultHistoryToken`` by the store's
    /// identifier.
    case historyTokens
  }
}
