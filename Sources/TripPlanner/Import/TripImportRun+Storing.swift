// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import TravelFiles

extension TripImportRun {
  /// Stores a reservation as a segment or an item, with its booking.
  func store(
    _ reservation: Reservation, _ reference: KeyIndex.Reference?, in trip: UUID?
  ) throws {
    if try reportOwn(reservation) { return }
    // An earlier reservation of the file may have created the object.
    let reference = reference ?? index.match(BookingKeys(reservation))
    let isSegment = ReservationValues.isSegment(reservation)
    if let reference, reference.isSegment != isSegment {
      // A source names one booking as a journey, and another as an event: the stored form stays.
      let cancellation = KeyIndex.cancellation(BookingKeys(reservation))
      if reservation.status == .cancelled {
        try cancel(reference, cancellation)
      } else {
        try removeKey(cancellation, of: reference)
        try report(reference.id)
      }
      return
    }
    if reference == nil, reservation.status == .cancelled {
      addIssue("A cancellation is skipped, since its booking is not known.")
      return
    }
    if isSegment {
      try store(Segment.self, reservation, reference, trip)
    } else {
      try store(DayPlanItem.self, reservation, reference, trip)
    }
  }

  /// Reports an event of an exported calendar, whose object is stored; false for other events.
  private func reportOwn(_ reservation: Reservation) throws -> Bool {
    guard let id = Self.ownID(reservation.uid ?? reservation.event?.uid) else { return false }
    return try report(id)
  }

  /// Returns whether an event of an exported calendar has its object in the store.
  func isStored(uid: String?) throws -> Bool {
    guard let id = Self.ownID(uid) else { return false }
    return try context.first(Segment.self, id: id) != nil
      || context.first(DayPlanItem.self, id: id) != nil
  }

  private static func ownID(_ uid: String?) -> UUID? {
    guard let uid, uid.hasSuffix(TripLibrary.calendarDomain) else { return nil }
    return UUID(uuidString: String(uid.dropLast(TripLibrary.calendarDomain.count)))
  }

  /// Cancels an object with its bookings, whose calendar event is cancelled.
  ///
  /// The object records the cancellation as a key: if the user resets the status, the same event does not override it.
  private func cancel(_ reference: KeyIndex.Reference, _ key: String) throws {
    func run<Entity: ImportedEntity>(_ type: Entity.Type) throws {
      guard let entity = try context.first(type, id: reference.id) else { return }
      guard !entity.isHidden, !KeyIndex.contains(key, entity.sourceKeys) else {
        return addChange(entity.isHidden ? .stayedDeleted : .unchanged, entity)
      }
      let cancelled = BookingStatus.cancelled.rawValue
      let wasCancelled = entity.status == cancelled
      var snapshot = entity.snapshot()
      snapshot.sourceKeys = KeyIndex.text(key, isIncluded: true, in: snapshot.sourceKeys)
      snapshot.status = cancelled
      try context.update(entity, snapshot, at: now)
      if wasCancelled { return addChange(.unchanged, entity) }
      for booking in entity.liveBookings {
        var snapshot = booking.snapshot()
        snapshot.status = cancelled
        try context.update(booking, snapshot, at: now)
      }
      addChange(.cancelled, entity)
    }
    if reference.isSegment { try run(Segment.self) } else { try run(DayPlanItem.self) }
  }

  /// Removes a key, so that a later cancellation of an event that takes place again has an effect.
  private func removeKey(_ key: String, of reference: KeyIndex.Reference) throws {
    func run<Entity: ImportedEntity>(_ type: Entity.Type) throws {
      guard let entity = try context.first(type, id: reference.id),
        KeyIndex.contains(key, entity.sourceKeys)
      else { return }
      var snapshot = entity.snapshot()
      snapshot.sourceKeys = KeyIndex.text(key, isIncluded: false, in: snapshot.sourceKeys)
      try context.update(entity, snapshot, at: now)
    }
    if reference.isSegment { try run(Segment.self) } else { try run(DayPlanItem.self) }
  }

  @discardableResult
  private func report(_ id: UUID) throws -> Bool {
    if let segment = try context.first(Segment.self, id: id) {
      addChange(segment.isHidden ? .stayedDeleted : .unchanged, segment)
      return true
    }
    if let item = try context.first(DayPlanItem.self, id: id) {
      addChange(item.isHidden ? .stayedDeleted : .unchanged, item)
      return true
    }
    return false
  }

  private func store<Entity: ImportedEntity>(
    _ type: Entity.Type, _ reservation: Reservation, _ reference: KeyIndex.Reference?,
    _ trip: UUID?
  ) throws {
    let keys = BookingKeys(reservation)
    let isSegment = Entity.self == Segment.self
    guard let trip else { return }
    let id = reference?.id ?? UUID(namespace: trip, name: "booking:\(keys.identity)")
    guard let stored = try context.first(type, id: id) else {
      var snapshot = Entity.Snapshot(id: id, at: now)
      try fill(&snapshot, reservation, keys, trip)
      let entity = try context.insert(snapshot, at: now)
      index.add(entity.sourceKeys, .init(id: id, isSegment: isSegment))
      addChange(.added, entity)
      try storeBooking(reservation, of: entity, trip)
      return
    }
    if stored.isHidden {
      addChange(.stayedDeleted, stored)
      return
    }
    guard let owner = stored.trip?.id else { return }
    let wasCancelled = stored.status == BookingStatus.cancelled.rawValue
    let bookingChanged = try storeBooking(reservation, of: stored, owner)
    var snapshot = stored.snapshot()
    let isActive = stored.liveBookings.contains { $0.status != BookingStatus.cancelled.rawValue }
    try update(&snapshot, reservation, keys, owner, hasActiveBooking: isActive)
    var visible = snapshot
    visible.importedValues = stored.importedValues
    visible.sourceKeys = stored.sourceKeys
    let isChanged = visible != stored.snapshot()
    try context.update(stored, snapshot, at: now)
    index.add(stored.sourceKeys, .init(id: id, isSegment: isSegment))
    let isCancelled = stored.status == BookingStatus.cancelled.rawValue
    addChange(
      isCancelled && !wasCancelled
        ? .cancelled : isChanged || bookingChanged ? .updated : .unchanged, stored)
  }

  /// Sets all values of a new object.
  private func fill<Snapshot: ImportedSnapshot>(
    _ snapshot: inout Snapshot, _ reservation: Reservation, _ keys: BookingKeys, _ trip: UUID
  ) throws {
    snapshot.fill(reservation)
    snapshot.tripID = trip
    snapshot.sourceKeys = KeyIndex.text(keys, and: nil)
    snapshot.importedValues = ReservationValues.encode(reservation)
    try resolvePlaces(&snapshot, reservation, trip, isOrigin: true, isDestination: true)
  }

  /// Updates the values that the user has not edited.
  private func update<Snapshot: ImportedSnapshot>(
    _ snapshot: inout Snapshot, _ reservation: Reservation, _ keys: BookingKeys, _ trip: UUID,
    hasActiveBooking: Bool
  ) throws {
    let older = ReservationValues.decode(snapshot.importedValues)
    var merged = older.flatMap { ReservationMerge.merged($0, reservation) } ?? reservation
    // The journey takes place as long as one traveller's booking is not cancelled.
    if merged.status == .cancelled, hasActiveBooking { merged.status = .confirmed }
    var base = Snapshot(id: snapshot.id, at: now)
    if let older { base.fill(older) }
    var target = Snapshot(id: snapshot.id, at: now)
    target.fill(merged)
    let names = (base.placeNames, target.placeNames)
    ReservationValues.merge(&snapshot, older: base, newer: target)
    try resolvePlaces(
      &snapshot, merged, trip, isOrigin: names.0.0 != names.1.0,
      isDestination: names.0.1 != names.1.1)
    snapshot.sourceKeys = KeyIndex.text(keys, and: snapshot.sourceKeys)
    snapshot.importedValues = ReservationValues.encode(merged)
  }

  /// Sets the places that are absent or that the source has changed.
  private func resolvePlaces<Snapshot: ImportedSnapshot>(
    _ snapshot: inout Snapshot, _ reservation: Reservation, _ trip: UUID, isOrigin: Bool,
    isDestination: Bool
  ) throws {
    let (first, last) = Snapshot.stops(of: reservation)
    if isOrigin || snapshot.firstPlaceID == nil,
      let id = try storePlace(first.place, zone: first.time?.zone.identifier, trip)
    {
      snapshot.firstPlaceID = id
    }
    if isDestination || snapshot.lastPlaceID == nil,
      let id = try storePlace(last?.place, zone: last?.time?.zone.identifier, trip)
    {
      snapshot.lastPlaceID = id
    }
  }

  // MARK: Bookings

  /// The number of bookings of an object among which one without a name or a code is recognized.
  private static let travellerLimit = 500

  /// Stores one traveller's booking, and its cost; true if a value changed.
  @discardableResult
  private func storeBooking<Entity: ImportedEntity>(
    _ reservation: Reservation, of entity: Entity, _ trip: UUID
  ) throws -> Bool {
    guard ReservationValues.hasBooking(reservation) else { return false }
    let id = UUID(namespace: entity.id, name: "booking:\(BookingKeys.booking(reservation))")
    let stored = try context.first(Booking.self, id: id) ?? known(reservation, among: entity)
    guard let stored else {
      var snapshot = BookingSnapshot(id: id, at: now)
      ReservationValues.fill(&snapshot, reservation)
      snapshot.tripID = trip
      snapshot.segmentID = entity is Segment ? entity.id : nil
      snapshot.itemID = entity is DayPlanItem ? entity.id : nil
      snapshot.personID = try person(named: snapshot.traveller, trip)
      snapshot.importedValues = ReservationValues.encode(reservation)
      let booking = try context.insert(snapshot, at: now)
      try storeCost(of: booking, entity.snapshot().name, trip, older: nil)
      return true
    }
    if stored.isDeleted { return false }
    var snapshot = stored.snapshot()
    let older = ReservationValues.decode(snapshot.importedValues)
    let newer = Self.withKnownName(reservation, older)
    let merged = older.flatMap { ReservationMerge.merged($0, newer) } ?? newer
    var base = BookingSnapshot(id: id, at: now)
    let before = snapshot
    if let older { ReservationValues.fill(&base, older) }
    // An earlier version stored prices as the source computed them.
    if let raw = older?.price?.amount, let rounded = base.price, snapshot.price == raw {
      snapshot.price = rounded
    }
    var target = BookingSnapshot(id: id, at: now)
    ReservationValues.fill(&target, merged)
    ReservationValues.merge(&snapshot, older: base, newer: target)
    let isChanged = snapshot != before
    snapshot.importedValues = ReservationValues.encode(merged)
    try context.update(stored, snapshot, at: now)
    try storeCost(of: stored, entity.snapshot().name, trip, older: before)
    return isChanged
  }

  /// Returns a reservation with the earlier name of its traveller, if the new one is a less readable form of it.
  private static func withKnownName(
    _ reservation: Reservation, _ older: Reservation?
  ) -> Reservation {
    let known = TravellerName(ReservationValues.traveller(older?.traveller))
    let name = TravellerName(ReservationValues.traveller(reservation.traveller))
    guard known.isReadable, !name.isReadable, !name.isEmpty, known.isSame(as: name) else {
      return reservation
    }
    var reservation = reservation
    reservation.traveller = older?.traveller
    return reservation
  }

  /// Returns the booking of the same traveller whose code is the same or not known.
  private func known<Entity: ImportedEntity>(
    _ reservation: Reservation, among entity: Entity
  ) -> Booking? {
    // A list of more travellers takes quadratic time, and each of them has a name.
    guard entity.bookings.count <= Self.travellerLimit else { return nil }
    let key = BookingKeys.traveller(reservation.traveller)
    let traveller = TravellerName(ReservationValues.traveller(reservation.traveller))
    let matches = entity.bookings.filter { booking in
      let otherKey = BookingKeys.traveller(Traveller(name: booking.traveller))
      let other = TravellerName(booking.traveller)
      // A file that has two forms of a name has two travellers.
      let isOther = key != otherKey && travellers.contains(otherKey)
      let isSame = traveller.isEmpty || other.isEmpty || !isOther && traveller.isSame(as: other)
      let code = BookingKeys.folded(booking.code)
      let newCode = BookingKeys.folded(reservation.number)
      return isSame && (code == nil || newCode == nil || code == newCode)
    }
    return matches.count == 1 ? matches[0] : nil
  }

  /// Returns the person of the trip with a name, or else the only one with another form of it.
  private func person(named name: String, _ trip: UUID) throws -> UUID? {
    let key = BookingKeys.traveller(Traveller(name: name))
    if key.isEmpty { return nil }
    let people = try context.fetch(FetchDescriptor(predicate: Collaborator.inTrip(trip)))
      .filter { !$0.isDeleted }
    let equal = people.first { BookingKeys.traveller(Traveller(name: $0.name)) == key }
    if let equal { return equal.id }
    let traveller = TravellerName(name)
    let similar = people.filter { TravellerName($0.name).isSame(as: traveller) }
    return similar.count == 1 ? similar[0].id : nil
  }
}
