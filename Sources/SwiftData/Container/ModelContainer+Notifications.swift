// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ModelContainer {
  /// Posted with the container as object after each commit to one of its stores: by the container's own
  /// contexts, by other containers, and by other programs.
  ///
  /// It stands in for Core Data's `NSPersistentStoreRemoteChange`, which is posted for own saves, too. The
  /// user info has the values of ``RemoteChangeKey``, each under the key and under its raw value.
  ///
  /// ```swift
  /// NotificationCenter.default.addObserver(
  ///   forName: ModelContainer.remoteChange, object: container, queue: nil
  /// ) { notification in
  ///   let url = notification.userInfo?[ModelContainer.RemoteChangeKey.storeURL] as? URL
  ///   print("saved", url?.lastPathComponent ?? "")
  /// }
  /// ```
  ///
  /// The notification of an own save is posted on the thread of the save, after
  /// ``ModelContext/didSave``. Commits of others are announced on a thread of the framework, one
  /// notification for several commits in quick succession. Fetch the history after your last token to
  /// find all changes.
  public static let remoteChange = Notification.Name("SwiftData.ModelContainer.remoteChange")

  /// The keys of the user info of ``remoteChange``.
  public enum RemoteChangeKey: String, Hashable, Sendable {
    /// The `URL` of the store's file; `/dev/null` for a store in memory.
    case storeURL
    /// The identifier of the store in persistent identifiers and history tokens, a `String`.
    case storeUUID = "NSStoreUUID"
    /// The history position of the store after the commit, a ``DefaultHistoryToken``.
    ///
    /// A custom store has its own type of tokens, or none.
    case historyToken
    /// Whether one of the container's own contexts has saved, a `Bool`. Not in Core Data.
    case isOwnCommit
  }
}

extension ContainerCore {
  /// Posts ``ModelContainer/remoteChange`` for a commit.
  ///
  /// - Parameters:
  ///   - open: The store.
  ///   - number: The number of the commit; nil for the latest one.
  ///   - isOwn: Whether a context of this container has saved.
  func postRemoteChange(_ open: OpenStore, _ number: Int64? = nil, isOwn: Bool) {
    guard let container else { return }
    let store = open.store
    var info: [AnyHashable: Any] = [:]
    func set(_ key: ModelContainer.RemoteChangeKey, _ value: Any) {
      info[key] = value
      info[key.rawValue] = value
    }
    set(.storeURL, open.configuration.url)
    set(.storeUUID, store.identifier)
    set(.isOwnCommit, isOwn)
    if let custom = store.custom {
      if let token = custom.historyToken { set(.historyToken, token) }
    } else if let number = number ?? (try? store.generation()) {
      set(.historyToken, DefaultHistoryToken(store: store.identifier, number: number))
    }
    NotificationCenter.default.post(
      name: ModelContainer.remoteChange, object: container, userInfo: info)
  }
}
