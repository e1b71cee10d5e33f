// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import RuckMap
import SwiftData

/// An app's store in the data folder, and the container that it syncs with.
struct AppStore: Sendable {
  /// The app's name in the command's output.
  let app: String
  /// The CloudKit container of the app.
  let container: String
  /// The mapping of objects to records.
  let options: MirroringOptions
  /// Opens the store in a folder, creating it if needed.
  let open: @Sendable (URL, ModelConfiguration.CloudKitDatabase) throws -> ModelContainer
  /// The store's file in a folder.
  let file: @Sendable (URL) -> URL
  /// Recomputes derived values after remote changes; returns the number of corrected objects.
  let recalculateDerivedValues: @Sendable (ModelContainer) async throws -> Int
  /// A record type that the container's schema has if it was set up for the app.
  let recordType: String
  /// The formatter of the app's conflicts.
  let conflictFormatter: any ConflictFormatter

  /// The stores of all apps.
  static let all = [
    AppStore(
      app: "ruckmap", container: AppContainers.ruckMap, options: ruckMapOptions,
      open: { try RuckMapStore.container(directory: $0, cloudKitDatabase: $1) },
      file: { $0.appending(path: RuckMapStore.fileName) },
      recalculateDerivedValues: {
        try await RuckLibrary(modelContainer: $0).recalculateMergedEnergy()
      },
      recordType: "RuckingSession", conflictFormatter: RuckConflictFormatter())
  ]

  /// Sends points and measurements as series, thousands to a record.
  private static var ruckMapOptions: MirroringOptions {
    var options = MirroringOptions()
    options.series(
      LocationPoint.self, of: \.session, orderedBy: \.index, identifiedBy: \.id)
    options.series(
      ActivityMetric.self, of: \.session, orderedBy: \.timestamp, identifiedBy: \.id)
    return options
  }
}
