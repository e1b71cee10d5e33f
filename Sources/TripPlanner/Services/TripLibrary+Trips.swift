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
  /// - Returns: The trips.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  package func trips(
    _ filter: TripFilter = .active, now: Date = Date()
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
    let items = try counts(
      FetchDescriptor<DayPlanItem>(predicate: #Predicate { !$0.isDeleted }), \.trip)
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
        segmentCount: segments[trip.id] ?? 0, itemCount: items[trip.id] ?? 0,
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
    let trip = model.snapshot()
    let segments = try items(SegmentSnapshot.self, in: id)
    let items = try items(DayPlanItemSnapshot.self, in: id)
    let owners = Set(segments.map(\.id) + items.map(\.id))
    return TripDetail(
      trip: trip,
      phase: TripPhase(
        start: trip.firstDate, end: trip.lastDate, today: Self.today(now, in: trip.zone)),
      segments: Itinerary.ordered(segments), items: Itinerary.ordered(items),
      places: try self.items(PlaceSnapshot.self, in: id),
      routes: try self.items(RouteSnapshot.self, in: id),
      packingItems: try self.items(PackingItemSnapshot.self, in: id).sorted {
        ($0.category, $0.position, $0.id) < ($1.category, $1.position, $1.id)
      },
      documents: try self.items(DocumentAssetSnapshot.self, in: id),
      people: try self.items(CollaboratorSnapshot.self, in: id),
      bookings: try self.items(BookingSnapshot.self, in: id).filter {
        ($0.segmentID ?? $0.itemID).map(owners.contains) ?? true
      },
      expenses: try self.items(ExpenseSnapshot.self, in: id),
      rates: try self.items(ExchangeRateSnapshot.self, in: id))
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
    var best: (time: TravelTime, seconds: TimeInterval, segment: Segment?, item: DayPlanItem?)?
    func consider(_ time: TravelTime?, _ segment: Segment?, _ item: DayPlanItem?) {
      guard let time, !time.isDateOnly, let instant = time.instant else { return }
      let seconds = instant.timeIntervalSince(now)
      if seconds > 0, seconds < best?.seconds ?? .infinity { best = (time, seconds, segment, item) }
    }
    let segments = FetchDescriptor<Segment>(
      predicate: #Predicate { segment in
        !segment.isDeleted && segment.status != "cancelled" && (segment.departure ?? "") >= text
          && segment.trip?.isDeleted == false && segment.trip?.isArchived == false
      })
    for segment in try modelContext.fetch(segments) {
      consider(TravelTime(stored: segment.departure), segment, nil)
    }
    let items = FetchDescriptor<DayPlanItem>(
      predicate: #Predicate { item in
        !item.isDeleted && item.status != "cancelled" && (item.start ?? "") >= text
          && item.trip?.isDeleted == false && item.trip?.isArchived == false
      })
    for item in try modelContext.fetch(items) {
      consider(TravelTime(stored: item.start), nil, item)
    }
    guard let best, let trip = best.segment?.trip ?? best.item?.trip else { return nil }
    return NextDeparture(
      trip: trip.snapshot(), segment: best.segment?.snapshot(), item: best.item?.snapshot(),
      time: best.time, seconds: best.seconds)
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
