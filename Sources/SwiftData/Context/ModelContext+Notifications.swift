// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContext {
  /// Posted before a save, with the context as object.
  public static let willSave = Notification.Name("SwiftData.ModelContext.willSave")

  /// Posted after a save that wrote changes, with the context as object.
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
