// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation
import SwiftData

/// Who is logged in for the apps of a data folder: what `cairn login` has left there.
struct DeviceAccount: Sendable {
  /// The folder with the data.
  let folder: URL

  init(_ data: DataOptions) { folder = data.url }

  /// The file with server and credentials, which only its owner can read.
  var file: CloudKitConfigurationFile {
    CloudKitConfigurationFile(url: folder.appending(path: "cloudkit.json"))
  }

  /// The ways to the apps' containers, by their names; nothing if nobody has ever logged in.
  func ways() throws -> [String: CloudKitConfiguration.Container] { try file.read().containers }

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
    let path = folder.path(percentEncoded: false).printable
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

  /// What a store says of its mirroring; nil if there is no store.
  func notes(of store: AppStore) throws -> MirrorNotes? {
    guard
      FileManager.default.fileExists(atPath: store.file(folder).path(percentEncoded: false))
    else { return nil }
    use(for: store, isAutomatic: false)
    return try MirrorNotes(try store.open(folder, .none), forContainer: store.container)
  }
}

/// A store that is open and in step.
struct SyncedStore: Sendable {
  let store: AppStore
  let container: ModelContainer
  let sync: StoreSync
}
