// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
package import ArgumentParser
package import CloudKitMirroring
package import Foundation
package import PageKit
package import SwiftData
import TripPlanner

/// SmartTripPlanner as an app of the command.
package struct TripApp: CairnApp {
  package let name = "tripplanner"
  package let container = TripStore.cloudKitContainer
  package let storeFile = TripStore.fileName
  package let recordType = "Trip"
  package let settingsFiles = [WeatherSetting.fileName]
  /// Booking codes, tickets, documents, contacts and notes are ciphertext on the server.
  package let encryptsFields = true

  /// A suitcase.
  package let icon = PageIcon(path: "M4 8h16v12H4zM9 8V5h6v3M4 13.500h16")

  package init() {}

  /// Sends the log as series.
  package var mirroringOptions: MirroringOptions { TripStore.mirroringOptions }
  package var conflictFormatter: any ConflictFormatter { TripConflictFormatter() }
  package var subcommands: [any ParsableCommand.Type] { [TripCommand.self] }
  package var firstCommands: [CommandExample] {
    [CommandExample("cairn trip import booking.eml", "import the booking of a trip")]
  }

  package func open(
    in folder: URL, syncingWith database: ModelConfiguration.CloudKitDatabase
  ) throws -> ModelContainer {
    try TripStore.container(directory: folder, cloudKitDatabase: database)
  }

  package func pages(of container: ModelContainer) -> any PageModule {
    TripPages(
      library: TripLibrary(modelContainer: container),
      folder: container.configurations.first?.url.deletingLastPathComponent())
  }

  /// Adds the remote changes to the log's state; nothing else is derived.
  package func recalculateDerivedValues(in container: ModelContainer) async throws -> Int {
    _ = try await TripLibrary(modelContainer: container).recordActivity()
    return 0
  }

  package func addSample(in folder: URL) async throws {
    _ = try await TripLibrary.open(directory: folder).addSampleIfEmpty()
  }
}
