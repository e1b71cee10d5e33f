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
  package let encryptsFields = true

  package init() {}

  package var mirroringOptions: MirroringOptions { .ruckMap }
  package var conflictFormatter: any ConflictFormatter { RuckConflictFormatter() }
  package var subcommands: [any ParsableCommand.Type] { [Ruck.self] }

  package func open(
    in folder: URL, syncingWith database: ModelConfiguration.CloudKitDatabase
  ) throws -> ModelContainer {
    try RuckMapStore.container(directory: folder, cloudKitDatabase: database)
  }

  package func pages(of container: ModelContainer) -> any PageModule {
    RuckPages(library: RuckLibrary(modelContainer: container))
  }

  package func recalculateDerivedValues(in container: ModelContainer) async throws -> Int {
    try await RuckLibrary(modelContainer: container).recalculateMergedFigures()
  }

  package func addSample(in folder: URL) async throws {
    _ = try await RuckLibrary.open(directory: folder).addSampleIfEmpty()
  }
}
