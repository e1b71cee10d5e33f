// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData
import TravelFiles

extension TripLibrary {
  /// Returns the trips of a filter: undated ones first, then by their first day, the latest first.
  ///
  /// - Parameters:
  ///   - filter: The trips.
  ///   - now: The time to which phases refer.
  ///   - countsItems: False to leave out the numbers of items, for which the store reads all items.
  /// - Returns: The trips.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  package func trips(
    _ filter: TripFilter = .active, now: Date = Date(), countsItems: Bool = true
  ) throws -> [TripSummary] {
    let trips = try modelContext.fetch(FetchDescriptor<Trip>()).filter { trip in
      switch filter {
      case .active: !trip.isDeleted && !trip.isArchived
      case .archived: !trip.isDeleted && trip.isArchived
      case .deleted: trip.isDeleted
      case .all: !trip.isDeleted
      }
    }
    let segments = try counts(
      FetchDescriptor<Segment>(predicate: #Predicate { !$0.isDeleted }), \.trip)
    let items =
      countsItems
      ? try counts(
        FetchDescriptor<DayPlanItem>(predicate: #Predicate { !$0.isDeleted }), \.trip) : nil
    let packing = try counts(
      FetchDescriptor<PackingItem>(predicate: #Predicate { !$0.isDeleted }), \.trip)
    let packed = try counts(
      FetchDescriptor<PackingItem>(predicate: #Predicate { !$0.isDeleted && $0.isPacked }),
      \.trip)
    return trips.map { trip in
      let snapshot = trip.snapshot()
      let today = Self.today(now, in: snapshot.zone)
      let phase = TripPhase(start: snapshot.firstDate, end: snapshot.lastDate, today: today)
      return TripSummary(
        trip: snapshot, phase: phase,
        daysUntilStart: phase == .upcoming ? Self.days(from: today, to: snapshot.firstDate) : nil,
        segmentCount: segments[trip.id] ?? 0, itemCount: items.map { $0[trip.id] ?? 0 },
        packingCount: packing[trip.id] ?? 0, packedCount: packed[trip.id] ?? 0)
    }.sorted {
      ($1.trip.startDay ?? "9999", $0.trip.title, $0.id)
        < ($0.trip.startDay ?? "9999", $1.trip.title, $1.id)
    }
  }

  private static func days(from today: LocalDate?, to day: LocalDate?) -> Int? {
    guard let today, let day else { return nil }
    return day.daysSince1970 - today.daysSince1970
  }

  /// Counts the models of each trip.
  ///
  /// SQL groups by the relationship. In optimized builds, SwiftData does not recognise the steps of a key path through
  /// an optional relationship, such as `\.trip?.id`, and would read all models.
  private func counts<Model: TripEntity>(
    _ descriptor: FetchDescriptor<Model>, _ trip: KeyPath<Model, Trip?>
  ) throws -> [UUID: Int] {
    var result: [UUID: Int] = [:]
    for group in try modelContext.aggregate(descriptor, by: .model(trip), values: .count) {
      if let id = group.key?.id { result[id] = group.values }
    }
    return result
  }

  /// The day at an instant on the clocks of a zone; of UTC if it is unknown.
  ///
  /// Nil outside of the years 1 to 9999.
  static func today(_ now: Date, in zone: String?) -> LocalDate? {
    let zone = zone.flatMap(TravelZone.init(identifier:)) ?? .offset(0)
    return TravelTime(instant: now, zone: zone)?.date
  }

  /// Returns a trip with its parts that are not deleted; nil if no trip has the identifier.
  package func trip(_ id: UUID, now: Date = Date()) throws -> TripDetail? {
    guard let model = try modelContext.first(Trip.self, id: id) else { return nil }
    // The models to which others refer stay in memory; otherwise each relationship loads its target again.
    let placeModels = try models(Place.self, in: id, includingDeleted: true)
    let peopleModels = try models(Collaborator.self, in: id, includingDeleted: true)
    let routeModels = try models(Route.self, in: id, includingDeleted: true)
    let segmentModels = try models(Segment.self, in: id, includingDeleted: true)
    let itemModels = try models(DayPlanItem.self, in: id, includingDeleted: true)
    defer {
      withExtendedLifetime(
        (model, placeModels, peopleModels, routeModels, segmentModels, itemModels)
      ) {}
    }
    let trip = model.snapshot()
    let segments = Self.snapshots(segmentModels)
    let items = Self.snapshots(itemModels)
    let owners = Set(segments.map(\.id) + items.map(\.id))
    return TripDetail(
      trip: trip,
      phase: TripPhase(
        start: trip.firstDate, end: trip.lastDate, today: Self.today(now, in: trip.zone)),
      segments: Itinerary.ordered(segments), items: Itinerary.ordered(items),
      places: Self.snapshots(placeModels), routes: Self.snapshots(routeModels),
      packingItems: try self.items(PackingItemSnapshot.self, in: id).sorted {
        ($0.category, $0.position, $0.id) < ($1.category, $1.position, $1.id)
      },
      documents: try self.items(DocumentAssetSnapshot.self, in: id),
      people: Self.snapshots(peopleModels),
      bookings: try self.items(BookingSnapshot.self, in: id).filter {
        ($0.segmentID ?? $0.itemID).map(owners.contains) ?? true
      },
      expenses: try self.items(ExpenseSnapshot.self, in: id),
      rates: try self.items(ExchangeRateSnapshot.self, in: id))
  }

  /// Returns the values of the models that are not deleted.
  private static func snapshots<Entity: TripEntity>(_ models: [Entity]) -> [Entity.Snapshot] {
    models.lazy.filter { !$0.isDeleted }.map { $0.snapshot() }
  }

  /// Returns the identifier of the trip with a name, or with a prefix of its identifier.
  ///
  /// - Throws: ``TripLibraryError/notFound(kind:name:)`` or ``TripLibraryError/ambiguous(kind:name:matches:)``.
  package func tripID(matching text: String) throws -> UUID {
    try itemID(TripSnapshot.self, matching: text, in: nil)
  }

  /// Returns the identifiers of trips with a prefix, ignoring case; an empty string matches none.
  package func ids(matching prefix: String) throws -> [UUID] {
    let prefix = prefix.uppercased()
    guard !prefix.isEmpty else { return [] }
    return try modelContext.fetch(FetchDescriptor<Trip>()).map(\.id)
      .filter { $0.uuidString.hasPrefix(prefix) }
  }

  /// Creates a trip of the store's user.
  @discardableResult
  package func createTrip(_ trip: TripSnapshot) throws -> TripSnapshot {
    try write { now in
      var trip = trip
      if trip.ownerID == nil { trip.ownerID = try ownerForUpdate(at: now).id }
      return try insertModel(trip, at: now).snapshot()
    }
  }

  /// Moves a trip to or from the archive.
  package func setArchived(_ trip: UUID, _ isArchived: Bool) throws {
    try edit(TripSnapshot.self, trip) { $0.isArchived = isArchived }
  }

  /// Moves all dates of a trip; wall-clock times stay.
  ///
  /// - Parameters:
  ///   - id: The trip's identifier.
  ///   - days: The number of days, negative for earlier ones.
  /// - Returns: The number of changed objects.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  @discardableResult
  package func shiftTrip(_ id: UUID, days: Int) throws -> Int {
    guard days.magnitude <= 36_500 else {
      throw TripLibraryError.invalidValue(property: "days", value: "\(days)")
    }
    return try write { now in
      let trip = try trip(model: id)
      var count = 0
      func shift<Entity: TripEntity>(
        _ models: [Entity], _ change: (inout Entity.Snapshot) -> Void
      ) throws {
        for model in models {
          var snapshot = model.snapshot()
          change(&snapshot)
          try snapshot.validate()
          if try model.apply(snapshot, in: modelContext) {
            model.updatedAt = now
            count += 1
          }
        }
      }
      try shift([trip]) { DayShift.shift(&$0, days) }
      try shift(trip.segments) { DayShift.shift(&$0, days) }
      try shift(trip.dayPlanItems) { DayShift.shift(&$0, days) }
      try shift(trip.expenses.filter { !$0.isPaid }) {
        $0.day = DayShift.day($0.day, days)
      }
      return count
    }
  }

  /// Returns the next departure or item with a time in the trips that are neither archived nor deleted.
  ///
  /// Times of unknown zones are left out.
  package func next(now: Date = Date()) throws -> NextDeparture? {
    let text = Self.today(now.addingTimeInterval(-172_800), in: nil)?.description ?? ""
    // The parts refer to few trips, which stay in memory during the search.
    let trips = try modelContext.fetch(FetchDescriptor<Trip>())
    defer { withExtendedLifetime(trips) {} }
    var best: (time: TravelTime, seconds: TimeInterval, segment: Segment?, item: DayPlanItem?)?
    /// Considers the part with the next wall clock; false once no later wall clock can be an earlier instant.
    func consider(
      _ time: TravelTime?, of trip: Trip?, _ segment: Segment?, _ item: DayPlanItem?
    ) -> Bool {
      guard let time else { return true }
      let clock = TimeInterval(time.local.secondsSince1970) - now.timeIntervalSince1970
      if let best, clock - Self.largestOffset > best.seconds { return false }
      guard let trip, !trip.isDeleted, !trip.isArchived, !time.isDateOnly,
        let instant = time.instant
      else { return true }
      let seconds = instant.timeIntervalSince(now)
      if seconds > 0, seconds < best?.seconds ?? .infinity { best = (time, seconds, segment, item) }
      return true
    }
    try enumerate(
      #Predicate<Segment> { segment in
        !segment.isDeleted && segment.status != "cancelled" && (segment.departure ?? "") >= text
      }, orderedBy: \.departure
    ) { consider(TravelTime(stored: $0.departure), of: $0.trip, $0, nil) }
    try enumerate(
      #Predicate<DayPlanItem> { item in
        !item.isDeleted && item.status != "cancelled" && (item.start ?? "") >= text
      }, orderedBy: \.start
    ) { consider(TravelTime(stored: $0.start), of: $0.trip, nil, $0) }
    guard let best, let trip = best.segment?.trip ?? best.item?.trip else { return nil }
    return NextDeparture(
      trip: trip.snapshot(), segment: best.segment?.snapshot(), item: best.item?.snapshot(),
      time: best.time, seconds: best.seconds)
  }
}

extension TripLibrary {
  /// More seconds than any zone's offset from UTC has.
  private static let largestOffset: TimeInterval = 86_400

  /// Calls a closure with the models of a predicate in the order of a stored time, until it returns false.
  ///
  /// The models are loaded in batches that grow, since the first ones usually suffice.
  private func enumerate<Model: TripEntity>(
    _ predicate: Predicate<Model>, orderedBy time: any KeyPath<Model, String?> & Sendable,
    _ body: (Model) -> Bool
  ) throws {
    var descriptor = FetchDescriptor(
      predicate: predicate, sortBy: [SortDescriptor(time, comparator: .lexical)])
    var (offset, limit) = (0, 32)
    while true {
      descriptor.fetchOffset = offset
      descriptor.fetchLimit = limit
      let models = try modelContext.fetch(descriptor)
      guard models.allSatisfy(body), models.count == limit else { return }
      offset += limit
      limit *= 8
    }
  }
}

/// Moving of dates by days.
enum DayShift {
  static func day(_ day: String?, _ days: Int) -> String? {
    guard let date = StoredTime.day(day) else { return day }
    return (date.adding(days: days) ?? date).description
  }

  static func time(_ text: String?, _ days: Int) -> String? {
    guard let time = TravelTime(stored: text) else { return text }
    return time.shifted(days: days).stored
  }

  static func shift(_ trip: inout TripSnapshot, _ days: Int) {
    trip.startDay = day(trip.startDay, days)
    trip.endDay = day(trip.endDay, days)
  }

  static func shift(_ segment: inout SegmentSnapshot, _ days: Int) {
    segment.departure = time(segment.departure, days)
    segment.arrival = time(segment.arrival, days)
    segment.boarding = time(segment.boarding, days)
  }

  static func shift(_ item: inout DayPlanItemSnapshot, _ days: Int) {
    item.day = day(item.day, days)
    item.start = time(item.start, days)
    item.end = time(item.end, days)
  }
}
