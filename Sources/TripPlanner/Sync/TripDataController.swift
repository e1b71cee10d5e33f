// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// The store with its repositories and its coordinator.
package final class TripDataController: Sendable {
  package let container: ModelContainer
  package let users: SwiftDataRepository<UserProfile>
  package let trips: SwiftDataRepository<Trip>
  package let segments: SwiftDataRepository<Segment>
  package let dayPlanItems: SwiftDataRepository<DayPlanItem>
  package let places: SwiftDataRepository<Place>
  package let routes: SwiftDataRepository<Route>
  package let packingItems: SwiftDataRepository<PackingItem>
  package let documents: SwiftDataRepository<DocumentAsset>
  package let collaborators: SwiftDataRepository<Collaborator>
  package let activityLogs: SwiftDataRepository<ActivityLog>
  package let coordinator: TripSyncCoordinator
  /// The library on the same store.
  package let library: TripLibrary

  /// Creates the controller of a container.
  ///
  /// - Parameters:
  ///   - container: The container of the store.
  ///   - adapter: The connection to other devices.
  ///   - isOnline: False to start offline.
  ///   - clock: The clock of changes.
  package init(
    container: ModelContainer, adapter: any CloudKitSyncAdapter = NoopCloudKitSyncAdapter(),
    isOnline: Bool = true, clock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.container = container
    users = SwiftDataRepository(modelContainer: container, clock: clock)
    trips = SwiftDataRepository(modelContainer: container, clock: clock)
    segments = SwiftDataRepository(modelContainer: container, clock: clock)
    dayPlanItems = SwiftDataRepository(modelContainer: container, clock: clock)
    places = SwiftDataRepository(modelContainer: container, clock: clock)
    routes = SwiftDataRepository(modelContainer: container, clock: clock)
    packingItems = SwiftDataRepository(modelContainer: container, clock: clock)
    documents = SwiftDataRepository(modelContainer: container, clock: clock)
    collaborators = SwiftDataRepository(modelContainer: container, clock: clock)
    activityLogs = SwiftDataRepository(modelContainer: container, clock: clock)
    coordinator = TripSyncCoordinator(
      modelContainer: container, adapter: adapter, isOnline: isOnline, clock: clock)
    library = TripLibrary(modelContainer: container)
  }

  /// Opens the store in a directory, or one in memory.
  package static func open(
    directory: URL?, adapter: any CloudKitSyncAdapter = NoopCloudKitSyncAdapter()
  ) throws -> TripDataController {
    let container =
      try directory.map { try TripStore.container(directory: $0) } ?? TripStore.inMemory()
    return TripDataController(container: container, adapter: adapter)
  }
}
