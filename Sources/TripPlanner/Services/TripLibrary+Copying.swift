// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension TripLibrary {
  /// Copies a trip with its plan, places, people, packing list and planned costs.
  ///
  /// Booking codes, bookings, documents, paid costs and the log are not copied, and nothing is packed.
  ///
  /// - Parameters:
  ///   - id: The trip.
  ///   - title: The title of the copy; nil for the same one.
  ///   - days: The number of days by which the copy is later.
  /// - Returns: The new trip.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  @discardableResult
  package func copyTrip(
    _ id: UUID, title: String? = nil, days: Int = 0
  ) throws -> TripSnapshot {
    guard days.magnitude <= 36_500 else {
      throw TripLibraryError.invalidValue(property: "days", value: "\(days)")
    }
    return try write { now in
      let source = try self.trip(model: id)
      var trip = source.snapshot()
      trip.id = UUID()
      trip.title = title ?? trip.title
      trip.isArchived = false
      trip.isDeleted = false
      DayShift.shift(&trip, days)
      let model = try insertModel(trip, at: now)
      var copier = TripCopier(context: modelContext, trip: trip.id, days: days, now: now)
      try copier.copyParts(of: id)
      return model.snapshot()
    }
  }
}

/// The copies of a trip's parts, by the identifiers of the originals.
private struct TripCopier {
  let context: ModelContext
  let trip: UUID
  let days: Int
  let now: Date
  private var copies: [UUID: UUID] = [:]

  init(context: ModelContext, trip: UUID, days: Int, now: Date) {
    self.context = context
    self.trip = trip
    self.days = days
    self.now = now
  }

  private func copy(of id: UUID?) -> UUID? { id.flatMap { copies[$0] } }

  private mutating func each<Entity: TripEntity>(
    _ type: Entity.Type, of source: UUID, _ change: (inout Entity.Snapshot, Self) -> Bool
  ) throws {
    let models = try context.fetch(FetchDescriptor(predicate: Entity.inTrip(source)))
      .filter { !$0.isDeleted }.sorted { $0.createdAt < $1.createdAt }
    for model in models {
      var snapshot = model.snapshot()
      snapshot.id = UUID()
      guard change(&snapshot, self) else { continue }
      copies[model.id] = snapshot.id
      let entity = try context.insert(snapshot, at: now)
      if let route = entity as? Route { route.path = (model as? Route)?.path }
    }
  }

  /// Copies the parts of a trip, owners before the parts that name them.
  mutating func copyParts(of source: UUID) throws {
    try copyPeopleAndPlaces(of: source)
    try copyPlan(of: source)
    try copyLists(of: source)
  }

  private mutating func copyPeopleAndPlaces(of source: UUID) throws {
    try each(Collaborator.self, of: source) { person, copier in
      person.tripID = copier.trip
      person.invitationStatus = InvitationStatus.none.rawValue
      return true
    }
    try each(Place.self, of: source) { place, copier in
      place.tripID = copier.trip
      return true
    }
    try each(Route.self, of: source) { route, copier in
      route.tripID = copier.trip
      route.originID = copier.copy(of: route.originID)
      route.destinationID = copier.copy(of: route.destinationID)
      return true
    }
  }

  /// Copies journeys and entries as plans, without bookings, on their new days.
  private mutating func copyPlan(of source: UUID) throws {
    try each(Segment.self, of: source) { segment, copier in
      segment.tripID = copier.trip
      segment.originID = copier.copy(of: segment.originID)
      segment.destinationID = copier.copy(of: segment.destinationID)
      segment.routeID = copier.copy(of: segment.routeID)
      segment.bookingCode = nil
      segment.url = nil
      segment.importedValues = nil
      segment.sourceKeys = nil
      segment.bookingStatus = .planned
      DayShift.shift(&segment, copier.days)
      return true
    }
    try each(DayPlanItem.self, of: source) { item, copier in
      item.tripID = copier.trip
      item.segmentID = copier.copy(of: item.segmentID)
      item.placeID = copier.copy(of: item.placeID)
      item.bookingCode = nil
      item.url = nil
      item.importedValues = nil
      item.sourceKeys = nil
      item.isDone = false
      item.bookingStatus = .planned
      DayShift.shift(&item, copier.days)
      return true
    }
  }

  /// Copies packing lists as not packed, and the costs that are not paid.
  private mutating func copyLists(of source: UUID) throws {
    try each(PackingItem.self, of: source) { line, copier in
      line.tripID = copier.trip
      line.isPacked = false
      return true
    }
    try each(Expense.self, of: source) { expense, copier in
      guard !expense.isPaid else { return false }
      expense.tripID = copier.trip
      expense.payerID = copier.copy(of: expense.payerID)
      expense.segmentID = copier.copy(of: expense.segmentID)
      expense.itemID = copier.copy(of: expense.itemID)
      expense.day = DayShift.day(expense.day, copier.days)
      let shares = (expense.shares.flatMap(CostShare.decode) ?? []).compactMap { share in
        copier.copy(of: share.person).map {
          CostShare(person: $0, weight: share.weight, amount: share.amount)
        }
      }
      expense.shares = shares.isEmpty ? nil : CostShare.encode(shares)
      return true
    }
  }
}
