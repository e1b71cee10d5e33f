// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import RuckMap
import SwiftData

/// A store of an app in the data folder, and the container that it is in step with.
struct AppStore: Sendable {
  /// What the command calls it.
  let app: String
  /// The CloudKit container of the app.
  let container: String
  /// How its objects lie in records.
  let options: MirroringOptions
  /// Opens the store in a folder, made if there is none.
  let open: @Sendable (URL, ModelConfiguration.CloudKitDatabase) throws -> ModelContainer
  /// The store's file in a folder.
  let file: @Sendable (URL) -> URL
  /// Sets right what follows from several values when others' changes have come; returns how much was not.
  let settle: @Sendable (ModelContainer) async throws -> Int
  /// The type of the records that are in the container first of all.
  let recordType: String
  /// How it speaks of what merges did not keep.
  let conflicts: any ConflictSpeech

  /// The stores of all apps.
  static let all = [
    AppStore(
      app: "ruckmap", container: AppContainers.ruckMap, options: ruckMapOptions,
      open: { try RuckMapStore.container(directory: $0, cloudKitDatabase: $1) },
      file: { $0.appending(path: RuckMapStore.fileName) },
      settle: { try await RuckLibrary(modelContainer: $0).settle() },
      recordType: "RuckingSession", conflicts: RuckConflicts())
  ]

  /// Points and measurements travel by the thousand.
  private static var ruckMapOptions: MirroringOptions {
    var options = MirroringOptions()
    options.series(
      LocationPoint.self, of: \.session, orderedBy: \.index, identifiedBy: \.id)
    options.series(
      ActivityMetric.self, of: \.session, orderedBy: \.timestamp, identifiedBy: \.id)
    return options
  }
}
