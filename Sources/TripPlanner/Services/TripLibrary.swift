// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// The trips of one store: plans, bookings, documents, costs, the import and the export.
///
/// Values go in and out as snapshots. Each change is one transaction, and the log is derived from the history
/// of the store after it. Several libraries, in one or more processes, may be open on one store.
///
/// ```swift
/// let library = try TripLibrary.open(directory: folder)
/// var trip = TripSnapshot()
/// trip.title = "Aotearoa"
/// try await library.insert(trip)
/// ```
@ModelActor
package actor TripLibrary {
  /// The clock of changes.
  var clock: @Sendable () -> Date = { Date() }
  /// True once the log has the values of all objects.
  var isPrepared = false

  /// Opens the store in a directory; both are created if needed.
  ///
  /// - Throws: ``TripLibraryError/directoryUnusable(_:reason:)``, or a `SwiftDataError`.
  package static func open(directory: URL) throws -> TripLibrary {
    TripLibrary(modelContainer: try TripStore.container(directory: directory))
  }

  /// Replaces the clock of changes.
  package func setClock(_ clock: @escaping @Sendable () -> Date) { self.clock = clock }

  /// Returns a sequence of the store's saves, by this process or another.
  package nonisolated func changes() -> ChangesSequence { modelContainer.changes() }

  /// Runs a change in one transaction, and then derives the log from the history.
  func write<Result: Sendable>(_ change: (Date) throws -> Result) throws -> Result {
    try prepareActivity()
    var result: Result?
    try modelContext.transaction { result = try change(clock()) }
    try recordActivity()
    guard let result else { throw SwiftDataError.storeFailure }
    return result
  }

  /// Returns the model with an identifier.
  func entity<Entity: TripEntity>(_ type: Entity.Type, _ id: UUID) throws -> Entity {
    guard let entity = try modelContext.first(type, id: id) else {
      throw TripLibraryError.notFound(kind: Entity.displayName, name: id.uuidString)
    }
    return entity
  }

  /// Returns the trip with an identifier.
  func trip(model id: UUID) throws -> Trip { try entity(Trip.self, id) }
}

extension TripEntity {
  /// The name of the entity in messages.
  package static var displayName: String {
    switch entityName {
    case "UserProfile": "profile"
    case "Trip": "trip"
    case "Segment": "segment"
    case "DayPlanItem": "item"
    case "Place": "place"
    case "Route": "route"
    case "PackingItem": "packing item"
    case "PackingTemplate": "template"
    case "DocumentAsset": "document"
    case "Collaborator": "person"
    case "ActivityLog": "log entry"
    case "Booking": "booking"
    case "Expense": "expense"
    case "ExchangeRate": "rate"
    default: "finding"
    }
  }
}
