// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
package import ArgumentParser
package import CloudKitMirroring
package import Foundation
package import PageKit
import RuckMap
import RuckSync
package import SwiftData

/// RuckMap as an app of the command.
package struct RuckApp: CairnApp {
  package let name = "ruckmap"
  package let container = "iCloud.com.yourteam.ruckmap"
  package let storeFile = RuckMapStore.fileName
  package let recordType = "RuckingSession"
  package let settingsFiles = [PageWeather.fileName]
  package let encryptsFields = true

  /// A backpack.
  package let icon = PageIcon(
    path: "M6 21V10a6 6 0 0 1 12 0v11zM9.5 4.5V3h5v1.5M9 21v-6h6v6M9.5 10.5h5")

  package init() {}

  package var mirroringOptions: MirroringOptions { .ruckMap }
  package var conflictFormatter: any ConflictFormatter { RuckConflictFormatter() }
  package var subcommands: [any ParsableCommand.Type] { [Ruck.self] }
  package var firstCommands: [CommandExample] {
    [
      CommandExample("cairn ruck import hike.gpx", "import a recording"),
      CommandExample("cairn ruck list", "list the rucks"),
    ]
  }

  package func open(
    in folder: URL, syncingWith database: ModelConfiguration.CloudKitDatabase
  ) throws -> ModelContainer {
    try RuckMapStore.container(directory: folder, cloudKitDatabase: database)
  }

  package func pages(of container: ModelContainer) -> any PageModule {
    RuckPages(
      library: RuckLibrary(modelContainer: container),
      folder: container.configurations.first { !$0.isStoredInMemoryOnly }?.url
        .deletingLastPathComponent())
  }

  package func recalculateDerivedValues(in container: ModelContainer) async throws -> Int {
    try await RuckLibrary(modelContainer: container).recalculateMergedFigures()
  }

  package func addSample(in folder: URL) async throws {
    _ = try await RuckLibrary.open(directory: folder).addSampleIfEmpty()
  }
}
