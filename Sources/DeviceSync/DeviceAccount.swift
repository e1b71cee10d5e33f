// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
import CloudKit
import CloudKitMirroring
package import Foundation
import SwiftData
import Synchronization
import SystemSupport

/// The account of a data folder, as stored by `cairn login`.
package struct DeviceAccount: Sendable {
  /// The data folder.
  package let folder: URL

  /// The apps whose stores are in the folder.
  let apps: [any CairnApp]
  /// The containers of the apps, and reserved ones, to sign in to.
  let containers: [String]

  /// The account of a folder with the stores of all registered apps.
  package init(_ data: DataOptions) {
    folder = data.url
    apps = AppRegistry.apps
    containers = AppRegistry.containers
  }

  /// The account of a folder with the stores of some apps.
  package init(_ data: DataOptions, apps: [any CairnApp]) {
    folder = data.url
    self.apps = apps
    containers = apps.map(\.container)
  }

  /// The file with the server's address and credentials, readable only by its owner.
  var file: CloudKitConfigurationFile {
    CloudKitConfigurationFile(url: folder.appending(path: "cloudkit.json"))
  }

  /// The folder's path, for messages.
  var path: String { folder.path(percentEncoded: false).printable }

  /// Reads the connections to the apps' containers, by container name; empty before the first
  /// login.
  ///
  /// - Returns: The connections.
  /// - Throws: ``CommandError`` with a remedy if the folder or the file can't be read.
  func connections() throws -> [String: CloudKitConfiguration.Container] {
    try checkFolder()
    do {
      return try file.read().containers
    } catch {
      throw CommandError(
        "\(CommandError.describe(error).printable) cairn login URL --user NAME replaces it and "
          + "keeps a copy; cairn logout sets it aside")
    }
  }

  /// Throws if the data folder exists but can't be accessed.
  private func checkFolder() throws {
    let path = folder.appending(path: ".").path(percentEncoded: false)
    guard access(path, X_OK) != 0 else { return }
    let error = SystemError.last
    guard error != SystemError(ENOENT) else { return }
    throw CommandError(
      "the data folder \(self.path) can't be used (\(error)): choose another with --data, or "
        + "change its permissions")
  }

  /// Whether the file of credentials exists but can't be decoded.
  func isDamaged() throws -> Bool {
    try checkFolder()
    return try file.isDamaged()
  }

  /// The current or last login; nil before the first.
  func login() throws -> LoginRecord? {
    let connections = try connections()
    let known = apps.compactMap { connections[$0.container] } + connections.values
    guard let connection = known.first(where: { $0.webAuthToken != nil }) ?? known.first else {
      return nil
    }
    return LoginRecord(
      server: connection.url.absoluteString, user: connection.user ?? "",
      isLoggedIn: connection.webAuthToken != nil,
      apps: apps.filter { connections[$0.container]?.webAuthToken != nil }.map(\.name))
  }

  /// The stores with a current login.
  func stores() throws -> [any CairnApp] {
    let connections = try connections()
    return apps.filter { connections[$0.container]?.webAuthToken != nil }
  }

  /// The stores with a current login; throws an error with a remedy if there are none.
  func storesToSync(in place: RemedyPlace = .command) throws -> [any CairnApp] {
    let stores = try stores()
    guard stores.isEmpty else { return stores }
    if place == .pages { throw CommandError("no user is signed in: sign in first") }
    guard let login = try login() else {
      throw CommandError(
        "no user is logged in for the data in \(path): run cairn login URL --user NAME")
    }
    throw CommandError(
      "\(login.user.printable) has logged out of the data in \(path): run cairn login "
        + "\(login.server.printable) --user \(login.user.printable)")
  }

  // MARK: Stores

  /// Protects the settings of mirroring, which belong to the process, until a store is open.
  private static let settingsLock = Mutex<Void>(())

  /// Runs `body`, in which opened stores use these credentials.
  private func withCredentials<Result>(
    of store: any CairnApp, isAutomatic: Bool, _ body: () throws -> Result
  ) throws -> Result {
    try Self.settingsLock.withLock { _ in
      var settings = MirroringSettings()
      settings.container = CKContainer(identifier: store.container, configuration: file)
      settings.options = store.mirroringOptions
      settings.isAutomatic = isAutomatic
      settings.use(forContainer: store.container)
      return try body()
    }
  }

  /// Opens a store that syncs while the result is retained; without `isAutomatic`, only on request.
  func open(_ store: any CairnApp, isAutomatic: Bool) throws -> SyncedStore {
    let container = try withCredentials(of: store, isAutomatic: isAutomatic) {
      try store.open(in: folder, syncingWith: .private(store.container))
    }
    guard let sync = container.storeSyncs.first else {
      throw CommandError("can't sync \(store.name): its store has no mirroring")
    }
    return SyncedStore(store: store, container: container, sync: sync)
  }

  /// Records the saved changes of a store that syncs, so that a backup has their record names.
  ///
  /// If another process mirrors the store, this waits up to two seconds until it has recorded them.
  ///
  /// - Parameter app: The app of the store.
  /// - Throws: ``CommandError`` or `SwiftDataError` if the store can't be read.
  package func recordChanges(of app: any CairnApp) async throws {
    guard try connections()[app.container] != nil, let opened = try inspect(app) else { return }
    for _ in 0..<100 where try opened.inspector.hasUnrecordedChanges() {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Opens a store to inspect its sync state, without syncing; nil if there is no store.
  func inspect(_ store: any CairnApp) throws -> StoreInspection? {
    guard
      FileManager.default.fileExists(atPath: store.store(in: folder).path(percentEncoded: false))
    else { return nil }
    return try inspect(store, try store.open(in: folder, syncingWith: .none))
  }

  /// Inspects the sync state of an open store.
  ///
  /// The instance is for one use: it does not notice writes of other processes to the metadata.
  ///
  /// - Parameters:
  ///   - store: The app.
  ///   - container: The app's store, opened without syncing.
  /// - Returns: The inspection.
  /// - Throws: `SwiftDataError` if the store can't be read.
  func inspect(_ store: any CairnApp, _ container: ModelContainer) throws -> StoreInspection {
    let inspector = try withCredentials(of: store, isAutomatic: false) {
      try MirrorNotes(container, forContainer: store.container)
    }
    return StoreInspection(store: store, container: container, inspector: inspector)
  }
}

/// A store that is open for inspection, without syncing.
struct StoreInspection {
  let store: any CairnApp
  let container: ModelContainer
  let inspector: MirrorNotes
}

/// A store that is open and syncs.
struct SyncedStore: Sendable {
  let store: any CairnApp
  let container: ModelContainer
  let sync: StoreSync

  /// An inspector of the store's sync state.
  func inspector() throws -> MirrorNotes {
    try MirrorNotes(container, forContainer: store.container)
  }

  /// Recomputes derived values after remote changes; true if any object was corrected.
  func recalculateDerivedValues() async throws -> Bool {
    try await store.recalculateDerivedValues(in: container) > 0
  }
}
