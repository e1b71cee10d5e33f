// Cairn
// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  import Foundation

  /// A store in memory with the sample trips, for previews and manual tests.
  package enum TripDataPreviewHarness {
    /// Creates a controller with the sample.
    package static func makeInMemoryController() async throws -> TripDataController {
      let controller = TripDataController(container: try TripStore.inMemory())
      try await controller.library.addSampleIfEmpty()
      return controller
    }
  }
#endif
