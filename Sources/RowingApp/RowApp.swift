// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
package import ArgumentParser
package import CloudKitMirroring
package import Foundation
package import PageKit
import Rowing
import RowingSync
package import SwiftData

/// The rowing tracker as an app of the command.
package struct RowApp: CairnApp {
  package let name = "rowing"
  package let container = RowingStore.containerIdentifier
  package let storeFile = RowingStore.fileName
  package let recordType = "RowingSession"
  /// Email, body measures and pictures of athletes are encrypted.
  package let encryptsFields = true

  /// A boat with an oar.
  package let icon = PageIcon(
    path: "M3 13h18l-3 5H6zM8 13 18 4"
      + "M3 21.500c2 0 2-1 4.500-1s2.500 1 4.500 1 2-1 4.500-1 2.500 1 4.500 1")

  package init() {}

  package var mirroringOptions: MirroringOptions { .rowing }

  package var conflictFormatter: any ConflictFormatter { RowConflictFormatter() }
  package var subcommands: [any ParsableCommand.Type] { [Row.self] }
  package var firstCommands: [CommandExample] {
    [CommandExample("cairn row import season.csv", "import rowing sessions")]
  }

  package func open(
    in folder: URL, syncingWith database: ModelConfiguration.CloudKitDatabase
  ) throws -> ModelContainer {
    try RowingStore.container(directory: folder, cloudKitDatabase: database)
  }

  package func pages(of container: ModelContainer) -> any PageModule {
    RowPages(library: RowingLibrary(modelContainer: container))
  }

  package func recalculateDerivedValues(in container: ModelContainer) async throws -> Int {
    try await RowingLibrary(modelContainer: container).recalculateDerivedValues()
  }

  package func addSample(in folder: URL) async throws {
    _ = try await RowingLibrary.open(directory: folder).addSampleIfEmpty()
  }
}
