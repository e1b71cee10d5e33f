// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import TravelFiles

/// The choice of the trip of each reservation.
///
/// A known booking stays in its trip. Others belong to the trip that the user names, to the trip with a booking of
/// the same code, such as the flight out of a return flight, to the shortest trip whose dates contain their start,
/// a day more at each end, or to a new trip. Its identifier is made of its first booking, so that devices that
/// import a file offline create one trip.
struct TripAssignment {
  /// The days without a booking after which another trip begins.
  private static let gap = 4
  /// The number of days by which an import extends a trip that an import created, and between two bookings of one
  /// code in one trip.
  private static let extensionLimit = 60

  private let context: ModelContext
  private let options: TripImportOptions
  private let now: Date

  init(_ context: ModelContext, _ options: TripImportOptions, _ now: Date) {
    self.context = context
    self.options = options
    self.now = now
  }

  /// A reservation with its days.
  private struct Dated {
    var offset: Int
    var start: LocalDate?
    var end: LocalDate?
    var code: String?
  }

  /// Returns the trip of each reservation; nil for one that is not stored.
  func assign(
    _ reservations: [Reservation], _ references: [KeyIndex.Reference?], title: String?,
    in run: TripImportRun
  ) throws -> [UUID?] {
    var trips = [UUID?](repeating: nil, count: reservations.count)
    var open: [Dated] = []
    var coded: [String: Trip] = [:]
    for (offset, reservation) in reservations.enumerated() {
      let uid = reservation.uid ?? reservation.event?.uid
      if uid?.hasSuffix(TripLibrary.calendarDomain) == true, try run.isStored(uid: uid) { continue }
      let start = reservation.startTime?.date ?? reservation.journey?.departureDay
      // The end of an event may be before its start by mistake.
      let end = [start, reservation.endTime?.date].compactMap(\.self).max()
      if let trip = try references[offset].flatMap(trip(of:)) {
        trips[offset] = trip.id
        if let code = reservation.number { coded[code] = trip }
        extend(trip, start, end)
      } else if let trip = options.trip {
        trips[offset] = trip
        if let model = try context.first(Trip.self, id: trip) { extend(model, start, end) }
      } else if reservation.status != .cancelled {
        open.append(Dated(offset: offset, start: start, end: end, code: reservation.number))
      }
    }
    let sparse = try split(&open, reservations, run)
    try assign(open, reservations, title, &trips, coded, run)
    try assign(sparse, reservations, &trips, run)
    return trips
  }

  /// Assigns reservations without a known trip: those of one code, or without a gap between them, to one trip.
  private func assign(
    _ open: [Dated], _ reservations: [Reservation], _ title: String?, _ trips: inout [UUID?],
    _ coded: [String: Trip], _ run: TripImportRun
  ) throws {
    let lastStarts = Self.lastStarts(open)
    var coded = coded
    var cluster: [Dated] = []
    // The latest day of the cluster, later bookings with its codes included.
    var reach: LocalDate?
    let sorted = open.sorted {
      ($0.start?.daysSince1970 ?? .max, $0.offset) < ($1.start?.daysSince1970 ?? .max, $1.offset)
    }
    for dated in sorted {
      if let reach, let start = dated.start, start.daysSince1970 - reach.daysSince1970 > Self.gap {
        try close(&cluster, reservations, title, &trips, run)
      }
      if cluster.isEmpty {
        reach = nil
        if let start = dated.start,
          let trip = try dated.code.flatMap({ try withCode($0, near: start, coded) })
            ?? fitting(start)
        {
          trips[dated.offset] = trip.id
          if let code = dated.code { coded[code] = trip }
          extend(trip, dated.start, dated.end)
          continue
        }
      }
      cluster.append(dated)
      let later = dated.code.flatMap { lastStarts[$0] }.flatMap { last in
        dated.start.map { last.daysSince1970 - $0.daysSince1970 <= Self.extensionLimit } == true
          ? last : nil
      }
      reach = [reach, dated.end, later].compactMap(\.self).max()
    }
    try close(&cluster, reservations, title, &trips, run)
  }

  /// Returns the latest start of the bookings of each code.
  private static func lastStarts(_ reservations: [Dated]) -> [String: LocalDate] {
    var result: [String: LocalDate] = [:]
    for dated in reservations {
      guard let code = dated.code, let start = dated.start else { continue }
      result[code] = max(result[code] ?? start, start)
    }
    return result
  }

  /// Returns the trip that has a booking of a code near a day: of this document, or a stored one.
  private func withCode(
    _ code: String, near day: LocalDate, _ coded: [String: Trip]
  ) throws -> Trip? {
    func distance(_ trip: Trip) -> Int? {
      let snapshot = trip.snapshot()
      guard !trip.isDeleted, !trip.isArchived,
        let first = snapshot.firstDate ?? snapshot.lastDate,
        let last = snapshot.lastDate ?? snapshot.firstDate
      else { return nil }
      let days = max(
        first.daysSince1970 - day.daysSince1970, day.daysSince1970 - last.daysSince1970, 0)
      return days <= Self.extensionLimit ? days : nil
    }
    if let trip = coded[code], distance(trip) != nil { return trip }
    let bookings = try context.fetch(
      FetchDescriptor<Booking>(predicate: #Predicate { $0.code == code && !$0.isDeleted }))
    return bookings.compactMap { booking -> (trip: Trip, days: Int)? in
      booking.trip.flatMap { trip in distance(trip).map { (trip, $0) } }
    }.min { ($0.days, $0.trip.id.uuidString) < ($1.days, $1.trip.id.uuidString) }?.trip
  }

  private func trip(of reference: KeyIndex.Reference) throws -> Trip? {
    reference.isSegment
      ? try context.first(Segment.self, id: reference.id)?.trip
      : try context.first(DayPlanItem.self, id: reference.id)?.trip
  }

  /// Returns the shortest trip whose dates contain a day, or the day before or after it.
  private func fitting(_ day: LocalDate) throws -> Trip? {
    guard let before = day.adding(days: -1)?.description,
      let after = day.adding(days: 1)?.description
    else { return nil }
    let descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { trip in
        !trip.isDeleted && !trip.isArchived && trip.startDay != nil
          && (trip.startDay ?? "") <= after && (trip.endDay ?? trip.startDay ?? "") >= before
      })
    func length(_ trip: Trip) -> Int {
      let snapshot = trip.snapshot()
      guard let first = snapshot.firstDate else { return .max }
      return (snapshot.lastDate ?? first).daysSince1970 - first.daysSince1970
    }
    return try context.fetch(descriptor).min {
      (length($0), $0.id.uuidString) < (length($1), $1.id.uuidString)
    }
  }

  /// Extends the dates of a trip that has none, or that an import created.
  private func extend(_ trip: Trip, _ start: LocalDate?, _ end: LocalDate?) {
    guard let start, !trip.isDeleted else { return }
    let end = max(start, end ?? start)
    let isImported = trip.id.uuid.6 >> 4 == 5
    guard isImported || trip.startDay == nil && trip.endDay == nil else { return }
    let snapshot = trip.snapshot()
    let first = snapshot.firstDate.map { min($0, start) } ?? start
    let last = snapshot.lastDate.map { max($0, end) } ?? end
    guard
      last.daysSince1970 - first.daysSince1970
        <= (snapshot.firstDate.flatMap { first in
          snapshot.lastDate.map { $0.daysSince1970 - first.daysSince1970 }
        } ?? Self.extensionLimit) + Self.extensionLimit
    else { return }
    if trip.startDay != first.description {
      trip.startDay = first.description
      trip.updatedAt = now
    }
    if trip.endDay != last.description {
      trip.endDay = last.description
      trip.updatedAt = now
    }
  }

  /// Creates the trip of a cluster of reservations.
  private func close(
    _ cluster: inout [Dated], _ reservations: [Reservation], _ title: String?,
    _ trips: inout [UUID?], _ run: TripImportRun
  ) throws {
    defer { cluster = [] }
    guard let first = cluster.first else { return }
    let key = BookingKeys(reservations[first.offset]).identity
    let id = UUID(namespace: .tripNamespace, name: "trip:\(key)")
    for dated in cluster { trips[dated.offset] = id }
    let last = cluster.compactMap(\.end).max()
    if let stored = try context.first(Trip.self, id: id) {
      if stored.isDeleted {
        run.addChange(.stayedDeleted, stored)
        for dated in cluster { trips[dated.offset] = nil }
      } else {
        for dated in cluster { extend(stored, dated.start, dated.end) }
      }
      return
    }
    var snapshot = TripSnapshot(id: id, at: now)
    let parts = cluster.map { reservations[$0.offset] }
    snapshot.destination = TripTitle.destination(parts)?.shortenedName ?? ""
    snapshot.title =
      snapshot.destination.nonEmptyText ?? title?.nonEmptyText
      ?? TripTitle.name(parts) ?? "New trip"
    snapshot.title = snapshot.title.shortenedName
    snapshot.startDay = first.start?.description
    snapshot.endDay = last?.description
    let owner = try owner()
    snapshot.ownerID = owner.id
    run.addChange(.added, try context.insert(snapshot, at: now))
  }

  private func owner() throws -> UserProfile {
    if let owner = try context.first(UserProfile.self, id: TripLibrary.ownerID) { return owner }
    let owner = UserProfile(id: TripLibrary.ownerID, at: now)
    context.insert(owner)
    return owner
  }
}

extension TripAssignment {
  /// Removes the recurring events that create no trip: weekly classes, and others with gaps that last longer than a
  /// trip.
  ///
  /// Daily events are like others. The occurrences of a short one with gaps belong together as bookings of one code do,
  /// unless another trip contains one of them.
  ///
  /// - Parameters:
  ///   - open: The reservations without a trip; the removed occurrences are not in it afterwards.
  ///   - reservations: All reservations of the document.
  ///   - run: The import.
  /// - Returns: The occurrences of each removed event.
  /// - Throws: A `SwiftDataError`.
  private func split(
    _ open: inout [Dated], _ reservations: [Reservation], _ run: TripImportRun
  ) throws -> [[Dated]] {
    var recurring: [String: [Dated]] = [:]
    for dated in open {
      guard let id = run.recurringEvent(of: reservations[dated.offset]) else { continue }
      recurring[id, default: []].append(dated)
    }
    var sparse: [String: [Dated]] = [:]
    var codes: [Int: String] = [:]
    var fits: [LocalDate: Bool] = [:]
    func isFitting(_ day: LocalDate) throws -> Bool {
      if let known = fits[day] { return known }
      let result = try fitting(day) != nil
      fits[day] = result
      return result
    }
    for (id, occurrences) in recurring {
      let days = occurrences.compactMap { $0.start?.daysSince1970 }.sorted()
      guard let first = days.first, let last = days.last,
        zip(days, days.dropFirst()).contains(where: { $1 - $0 > Self.gap })
      else { continue }
      if try last - first > Self.extensionLimit
        || occurrences.compactMap(\.start).contains(where: isFitting)
      {
        sparse[id] = occurrences
      } else {
        for dated in occurrences { codes[dated.offset] = "recurring:\(id)" }
      }
    }
    for index in open.indices {
      if let code = codes[open[index].offset] { open[index].code = code }
    }
    let removed = Set(sparse.values.joined().map(\.offset))
    open.removeAll { removed.contains($0.offset) }
    return sparse.values.sorted { ($0.first?.offset ?? 0) < ($1.first?.offset ?? 0) }
  }

  /// Assigns the occurrences of recurring events to the trips whose days contain them; the others are not stored.
  private func assign(
    _ events: [[Dated]], _ reservations: [Reservation], _ trips: inout [UUID?],
    _ run: TripImportRun
  ) throws {
    // Weekly classes of one day of the week have the same days.
    var found: [LocalDate: UUID?] = [:]
    for occurrences in events {
      var skipped = 0
      for dated in occurrences {
        guard let start = dated.start else {
          skipped += 1
          continue
        }
        let trip: UUID? = try found[start] ?? tripID(containing: start)
        found[start] = .some(trip)
        trips[dated.offset] = trip
        if trip == nil { skipped += 1 }
      }
      guard skipped > 0, let offset = occurrences.first?.offset else { continue }
      run.addIssue(
        "\(reservations[offset].event?.name ?? "An event") recurs outside of all trips; \(skipped) of its "
          + "\(occurrences.count) occurrences are not stored. Import the file into a trip to store all of them."
      )
    }
  }

  /// Returns the shortest trip whose dates contain a day.
  private func tripID(containing day: LocalDate) throws -> UUID? {
    guard let trip = try fitting(day) else { return nil }
    let snapshot = trip.snapshot()
    guard let first = snapshot.firstDate, first <= day, day <= snapshot.lastDate ?? first else {
      return nil
    }
    return trip.id
  }
}

/// Titles of new trips.
enum TripTitle {
  /// The time on the ground after which an arrival is no layover, in seconds.
  private static let layoverLimit = 86_400

  /// The town of the longest stay, or else of the arrival before the longest time on the ground.
  ///
  /// An arrival in the town of the first departure ends the trip, and never names it. The last arrival elsewhere
  /// names it if all others are layovers.
  static func destination(_ reservations: [Reservation]) -> String? {
    let stays = reservations.filter { $0.kind == .lodging }.max { nights($0) < nights($1) }
    if let stay = stays, let town = town(stay.venue) { return town }
    let journeys = reservations.compactMap(\.journey).compactMap { journey in
      start(journey).map { (start: $0, journey: journey) }
    }.sorted { $0.start < $1.start }
    let home = journeys.first?.journey.departure.place
    var best: (seconds: Int, place: TravelFiles.Place?)?
    for (index, (start, journey)) in journeys.enumerated()
    where !isSame(journey.arrival.place, home) {
      var seconds = layoverLimit
      if index + 1 < journeys.count {
        seconds = journeys[index + 1].start - (self.end(journey) ?? start)
      }
      if seconds > best?.seconds ?? .min { best = (seconds, journey.arrival.place) }
    }
    return name(best?.place) ?? town(reservations.first?.venue)
  }

  /// The departure of a journey in seconds since 1970; the local time if its zone is unknown.
  private static func start(_ journey: Journey) -> Int? {
    (journey.departure.time ?? journey.departureDay.map { TravelTime($0) }).map(seconds)
  }

  private static func end(_ journey: Journey) -> Int? { journey.arrival.time.map(seconds) }

  private static func seconds(_ time: TravelTime) -> Int {
    time.instant.map { Int($0.timeIntervalSince1970) } ?? time.local.secondsSince1970
  }

  /// True if two places are in one town.
  private static func isSame(_ first: TravelFiles.Place?, _ second: TravelFiles.Place?) -> Bool {
    guard let first, let second else { return false }
    if let code = first.code, code == second.code { return true }
    return name(first).map { $0 == name(second) } ?? false
  }

  /// The town of a place, or else its name or code.
  private static func name(_ place: TravelFiles.Place?) -> String? {
    town(place) ?? place?.name?.nonEmptyText ?? place?.code
  }

  /// The name of the first event, restaurant or stay, or the town in which a car is picked up.
  static func name(_ reservations: [Reservation]) -> String? {
    reservations.lazy.compactMap { reservation -> String? in
      if case .carRental(let rental) = reservation.subject {
        return name(rental.pickup.place) ?? rental.company?.name
      }
      return reservation.event?.name ?? reservation.venue?.name
    }.first
  }

  private static func nights(_ reservation: Reservation) -> Int {
    guard let start = reservation.checkIn?.date, let end = reservation.checkOut?.date else {
      return 0
    }
    return end.daysSince1970 - start.daysSince1970
  }

  /// The town of a place.
  static func town(_ place: TravelFiles.Place?) -> String? {
    guard let place else { return nil }
    if let town = place.address?.locality?.nonEmptyText { return town }
    if place.kind == .airport, let airport = place.code.flatMap({ AirportTable.airport($0) }) {
      return airport.city.nonEmptyText
    }
    return place.kind == .trainStation || place.kind == .port || place.kind == .busStop
      ? place.name : nil
  }
}
