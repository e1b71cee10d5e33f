// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData
package import TravelFiles

extension TripLibrary {
  /// Moves a journey to another trip, with its bookings, documents and expenses.
  ///
  /// Its places become those of equal name in the trip, or are copied. Times stay.
  ///
  /// - Returns: The moved journey.
  /// - Throws: ``TripLibraryError/notFound(kind:name:)`` if the journey or the trip does not exist or is deleted.
  @discardableResult
  package func moveSegment(_ id: UUID, to trip: UUID) throws -> SegmentSnapshot {
    try write { now in
      try mover(to: trip, at: now).move(try entity(Segment.self, id))
      return try entity(Segment.self, id).snapshot()
    }
  }

  /// Moves an item to another trip, with its bookings, documents and expenses.
  ///
  /// - Returns: The moved item.
  /// - Throws: ``TripLibraryError/notFound(kind:name:)`` if the item or the trip does not exist or is deleted.
  @discardableResult
  package func moveItem(_ id: UUID, to trip: UUID) throws -> DayPlanItemSnapshot {
    try write { now in
      try mover(to: trip, at: now).move(try entity(DayPlanItem.self, id))
      return try entity(DayPlanItem.self, id).snapshot()
    }
  }

  /// Moves the items of a day, and the journeys that depart on it, to another trip.
  ///
  /// - Returns: The number of moved objects.
  /// - Throws: ``TripLibraryError/notFound(kind:name:)`` if a trip does not exist or is deleted.
  @discardableResult
  package func moveDay(_ day: LocalDate, of source: UUID, to trip: UUID) throws -> Int {
    let entries = try plan(source).first { $0.date == day }?.entries ?? []
    return try write { now in
      let mover = try mover(to: trip, at: now)
      var count = 0
      for entry in entries {
        switch entry {
        case .departure(let segment): try mover.move(try entity(Segment.self, segment.id))
        case .item(let item): try mover.move(try entity(DayPlanItem.self, item.id))
        case .arrival, .night, .checkOut: continue
        }
        count += 1
      }
      return count
    }
  }

  private func mover(to trip: UUID, at now: Date) throws -> PartMover {
    let model = try self.trip(model: trip)
    guard !model.isDeleted else {
      throw TripLibraryError.notFound(kind: "trip", name: model.title)
    }
    return PartMover(context: modelContext, trip: trip, now: now)
  }
}

/// Moves parts of trips to one trip, within a transaction.
private struct PartMover {
  let context: ModelContext
  let trip: UUID
  let now: Date

  func move(_ segment: Segment) throws {
    guard segment.trip?.id != trip else { return }
    var snapshot = segment.snapshot()
    snapshot.tripID = trip
    snapshot.originID = try place(segment.origin)
    snapshot.destinationID = try place(segment.destination)
    // A route stays in its trip, and so do items of the plan that name the journey.
    snapshot.routeID = nil
    for item in segment.dayPlanItems where item.trip?.id != trip {
      try change(item) { $0.segmentID = nil }
    }
    try context.update(segment, snapshot, at: now)
    try movePersonal(segment.bookings, segment.documents, segment.expenses)
  }

  func move(_ item: DayPlanItem) throws {
    guard item.trip?.id != trip else { return }
    var snapshot = item.snapshot()
    snapshot.tripID = trip
    snapshot.placeID = try place(item.place)
    if item.segment?.trip?.id != trip { snapshot.segmentID = nil }
    snapshot.position = Itinerary.position(of: snapshot, among: try context.siblings(of: snapshot))
    try context.update(item, snapshot, at: now)
    try movePersonal(item.bookings, item.documents, item.expenses)
  }

  private func movePersonal(
    _ bookings: [Booking], _ documents: [DocumentAsset], _ expenses: [Expense]
  ) throws {
    for booking in bookings {
      let person = try person(booking.person)
      try change(booking) {
        $0.tripID = trip
        $0.personID = person
      }
    }
    for document in documents { try change(document) { $0.tripID = trip } }
    for expense in expenses {
      let payer = try person(expense.payer)
      let shares = try (expense.shares.flatMap(CostShare.decode) ?? []).compactMap { share in
        try person(context.first(Collaborator.self, id: share.person)).map {
          CostShare(person: $0, weight: share.weight, amount: share.amount)
        }
      }
      try change(expense) {
        $0.tripID = trip
        $0.payerID = payer
        $0.shares = shares.isEmpty ? nil : CostShare.encode(shares)
      }
    }
  }

  private func change<Entity: TripEntity>(
    _ entity: Entity, _ body: (inout Entity.Snapshot) -> Void
  ) throws {
    var snapshot = entity.snapshot()
    body(&snapshot)
    try context.update(entity, snapshot, at: now)
  }

  /// The person of the same name in the trip; nil if there is none.
  private func person(_ person: Collaborator?) throws -> UUID? {
    guard let person else { return nil }
    return try context.fetch(FetchDescriptor(predicate: Collaborator.inTrip(trip)))
      .filter { !$0.isDeleted && $0.name == person.name }
      .min { $0.id.uuidString < $1.id.uuidString }?.id
  }

  /// The place of the same name and position in the trip; without one, a copy.
  ///
  /// The copy's identifier is made of trip and place, so that two devices that move one journey have one copy.
  private func place(_ place: Place?) throws -> UUID? {
    guard let place else { return nil }
    if place.trip?.id == trip { return place.id }
    let equal = try context.fetch(FetchDescriptor(predicate: Place.inTrip(trip)))
      .filter {
        !$0.isDeleted && $0.name == place.name && $0.latitude == place.latitude
          && $0.longitude == place.longitude
      }
      .min { $0.id.uuidString < $1.id.uuidString }
    if let equal { return equal.id }
    var copy = place.snapshot()
    copy.id = UUID(namespace: trip, name: "place:\(place.id.uuidString)")
    copy.tripID = trip
    (copy.isDeleted, copy.deletedAt) = (false, nil)
    if let stored = try context.first(Place.self, id: copy.id) {
      try context.update(stored, copy, at: now)
    } else {
      try context.insert(copy, at: now)
    }
    return copy.id
  }
}
