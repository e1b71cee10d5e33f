// Cairn
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import CloudKitMirroring
package import Foundation
package import PageKit
package import SwiftData
import Synchronization

/// An app of the command: its store, the mapping to CloudKit records, its subcommands and texts.
///
/// An app is a domain module, a module with a type that conforms to this protocol, and one line in the
/// command's list of apps. Sign-in, sync, conflicts and the server get all they need from here.
package protocol CairnApp: Sendable {
  /// The app's name in the command's output and in JSON, in lowercase, such as `ruckmap`.
  var name: String { get }
  /// The icon in the pages' navigation and on the start page; by default, the icon of Cairn.
  var icon: PageIcon { get }
  /// The CloudKit container that the app syncs with.
  var container: String { get }
  /// The name of the store's file in the data folder.
  var storeFile: String { get }
  /// The names of the app's files of settings in the data folder, which are a part of backups; by default,
  /// the app has none.
  var settingsFiles: [String] { get }
  /// A record type that the container's schema has if the container was set up for the app.
  var recordType: String { get }
  /// Whether attributes of the app's models have the option `.allowsCloudEncryption`; by default
  /// none have.
  var encryptsFields: Bool { get }
  /// The mapping of objects to records.
  var mirroringOptions: MirroringOptions { get }
  /// The formatter of the app's conflicts.
  var conflictFormatter: any ConflictFormatter { get }
  /// The app's subcommands of `cairn`.
  var subcommands: [any ParsableCommand.Type] { get }
  /// The commands to try first, for the help of `cairn`; by default, none.
  var firstCommands: [CommandExample] { get }

  /// Opens the store in a folder, creating it if needed.
  ///
  /// - Parameters:
  ///   - folder: The data folder.
  ///   - database: The database to sync with, or `.none`.
  /// - Returns: The container with the app's schema and migration plan.
  /// - Throws: `SwiftDataError` if the store can't be opened or migrated.
  func open(
    in folder: URL, syncingWith database: ModelConfiguration.CloudKitDatabase
  ) throws -> ModelContainer

  /// The app's pages.
  ///
  /// - Parameter container: The app's open store.
  /// - Returns: The pages.
  func pages(of container: ModelContainer) -> any PageModule

  /// Recomputes derived values after remote changes.
  ///
  /// - Parameter container: The app's open store.
  /// - Returns: The number of corrected objects.
  /// - Throws: `SwiftDataError` if the store can't be read or saved.
  func recalculateDerivedValues(in container: ModelContainer) async throws -> Int

  /// Writes the app's data in open formats.
  ///
  /// - Parameters:
  ///   - folder: An existing folder of the app's own; files with equal names are replaced.
  ///   - container: The app's open store.
  /// - Returns: The number of exported objects.
  /// - Throws: ``PartialExport`` if some objects can't be written, or another error if none can.
  func export(to folder: URL, from container: ModelContainer) async throws -> Int

  /// Adds sample data if the store in the folder is empty.
  ///
  /// - Parameter folder: The data folder.
  /// - Throws: `SwiftDataError` if the store can't be opened or saved.
  func addSample(in folder: URL) async throws
}

extension CairnApp {
  /// The URL of the store's file in a data folder.
  package func store(in folder: URL) -> URL { folder.appending(path: storeFile) }

  package var settingsFiles: [String] { [] }

  package var encryptsFields: Bool { false }

  package var icon: PageIcon { .cairn }

  package var firstCommands: [CommandExample] { [] }

  // The defaults of an app without series, derived values or samples.

  package var mirroringOptions: MirroringOptions { MirroringOptions() }

  package var conflictFormatter: any ConflictFormatter { PlainConflictFormatter() }

  package func recalculateDerivedValues(in container: ModelContainer) async throws -> Int { 0 }

  package func addSample(in folder: URL) async throws {}
}

/// The apps of this process, in the order of the command's list.
package enum AppRegistry {
  private static let state = Mutex<[any CairnApp]>([])

  /// The apps that were registered.
  package static var apps: [any CairnApp] { state.withLock { $0 } }

  /// The containers of the apps: a new server creates them all.
  package static var containers: [String] { apps.map(\.container) }

  /// Sets the apps; the command calls it once, before it parses its arguments.
  package static func register(_ apps: [any CairnApp]) { state.withLock { $0 = apps } }
}
