// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation
import SwiftData

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Who is logged in for the apps of a data folder: what `cairn login` has left there.
struct DeviceAccount: Sendable {
  /// The folder with the data.
  let folder: URL

  init(_ data: DataOptions) { folder = data.url }

  /// The file with server and credentials, which only its owner can read.
  var file: CloudKitConfigurationFile {
    CloudKitConfigurationFile(url: folder.appending(path: "cloudkit.json"))
  }

  /// The folder's path, to be shown.
  var path: String { folder.path(percentEncoded: false).printable }

  /// The ways to the apps' containers, by their names; nothing if nobody has ever logged in.
  ///
  /// Throws a ``CommandError`` that says what to do if the folder or the file can't be read.
  func ways() throws -> [String: CloudKitConfiguration.Container] {
    try checkFolder()
    do {
      return try file.read().containers
    } catch {
      throw CommandError(
        "\(CommandError.describe(error).printable) cairn login URL --user NAME replaces it and keeps a copy; "
          + "cairn logout sets it aside")
    }
  }

  /// Throws if there is something where the folder should be that can't be entered.
  private func checkFolder() throws {
    let path = folder.appending(path: ".").path(percentEncoded: false)
    guard access(path, X_OK) != 0, errno != ENOENT else { return }
    let reason = String(cString: strerror(errno))
    throw CommandError(
      "the data folder \(self.path) can't be used (\(reason)): choose another with --data, or change its "
        + "permissions")
  }

  /// True if there is a file of credentials that can't be understood.
  func isDamaged() throws -> Bool {
    try checkFolder()
    return try file.isDamaged()
  }

  /// Who is logged in, or was last; nil if nobody ever was.
  func login() throws -> LoginRecord? {
    let ways = try ways()
    let known = AppStore.all.compactMap { ways[$0.container] } + ways.values
    guard let way = known.first(where: { $0.webAuthToken != nil }) ?? known.first else {
      return nil
    }
    return LoginRecord(
      server: way.url.absoluteString, user: way.user ?? "", isLoggedIn: way.webAuthToken != nil,
      apps: AppStore.all.filter { ways[$0.container]?.webAuthToken != nil }.map(\.app))
  }

  /// The stores for which somebody is logged in.
  func stores() throws -> [AppStore] {
    let ways = try ways()
    return AppStore.all.filter { ways[$0.container]?.webAuthToken != nil }
  }

  /// The same; an error that says what to do if there are none.
  func storesToSync() throws -> [AppStore] {
    let stores = try stores()
    guard stores.isEmpty else { return stores }
    guard let login = try login() else {
      throw CommandError(
        "nobody is logged in for the data in \(path): run cairn login URL --user NAME")
    }
    throw CommandError(
      "\(login.user.printable) has logged out of the data in \(path): run cairn login "
        + "\(login.server.printable) --user \(login.user.printable)")
  }

  // MARK: Stores

  /// Has stores that are opened from now on use these credentials.
  func use(for store: AppStore, isAutomatic: Bool) {
    var settings = MirroringSettings()
    settings.container = CKContainer(identifier: store.container, configuration: file)
    settings.options = store.options
    settings.isAutomatic = isAutomatic
    settings.use(forContainer: store.container)
  }

  /// Opens a store that is in step from now on, as long as it is kept; without `isAutomatic` only when
  /// asked.
  func open(_ store: AppStore, isAutomatic: Bool) throws -> SyncedStore {
    use(for: store, isAutomatic: isAutomatic)
    let container = try store.open(folder, .private(store.container))
    guard let sync = container.storeSyncs.first else {
      throw CommandError("\(store.app) is not mirrored")
    }
    return SyncedStore(store: store, container: container, sync: sync)
  }

  /// Opens a store to see what it says of its mirroring; nil if there is no store.
  func look(at store: AppStore) throws -> LookedAtStore? {
    guard
      FileManager.default.fileExists(atPath: store.file(folder).path(percentEncoded: false))
    else { return nil }
    use(for: store, isAutomatic: false)
    let container = try store.open(folder, .none)
    return LookedAtStore(
      store: store, container: container,
      notes: try MirrorNotes(container, forContainer: store.container))
  }
}

/// A store that is open to be looked at, without being kept in step.
struct LookedAtStore {
  let store: AppStore
  let container: ModelContainer
  let notes: MirrorNotes
}

/// A store that is open and in step.
struct SyncedStore: Sendable {
  let store: AppStore
  let container: ModelContainer
  let sync: StoreSync

  /// What the store says of its mirroring.
  func notes() throws -> MirrorNotes {
    try MirrorNotes(container, forContainer: store.container)
  }

  /// Sets right what follows from several values when others' changes have come; true if anything was not.
  func settle() async throws -> Bool { try await store.settle(container) > 0 }
}
