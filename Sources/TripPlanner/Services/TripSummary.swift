// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TravelFiles

/// The trips that a list shows.
package enum TripFilter: String, Sendable, Hashable, CaseIterable {
  /// Trips that are neither archived nor deleted.
  case active
  case archived
  case deleted
  /// All trips that are not deleted.
  case all
}

/// The time of a trip relative to now.
package enum TripPhase: String, Sendable, Hashable, CaseIterable {
  case undated, upcoming, current, past
}

/// A trip in a list.
package struct TripSummary: Sendable, Hashable, Identifiable {
  package var trip: TripSnapshot
  package var phase: TripPhase
  /// The number of days from now until the first day; nil unless the trip is coming.
  package var daysUntilStart: Int?
  package var segmentCount: Int
  /// The number of items; nil if they were not counted.
  package var itemCount: Int?
  package var packingCount: Int
  package var packedCount: Int

  package var id: UUID { trip.id }
}

/// A trip with all its parts that are not deleted.
package struct TripDetail: Sendable, Hashable, Identifiable {
  package var trip: TripSnapshot
  package var phase: TripPhase
  /// In the order of departure.
  package var segments: [SegmentSnapshot]
  /// By day and position.
  package var items: [DayPlanItemSnapshot]
  package var places: [PlaceSnapshot]
  package var routes: [RouteSnapshot]
  /// By category and position.
  package var packingItems: [PackingItemSnapshot]
  package var documents: [DocumentAssetSnapshot]
  package var people: [CollaboratorSnapshot]
  package var bookings: [BookingSnapshot]
  package var expenses: [ExpenseSnapshot]
  package var rates: [ExchangeRateSnapshot]

  package var id: UUID { trip.id }

  /// The bookings of a segment.
  package func bookings(ofSegment id: UUID) -> [BookingSnapshot] {
    bookings.filter { $0.segmentID == id }
  }

  /// The bookings of an item.
  package func bookings(ofItem id: UUID) -> [BookingSnapshot] {
    bookings.filter { $0.itemID == id }
  }

  /// The place with an identifier.
  package func place(_ id: UUID?) -> PlaceSnapshot? {
    id.flatMap { id in places.first { $0.id == id } }
  }
}

/// The next departure, check-in or item with a time.
package struct NextDeparture: Sendable, Hashable {
  package var trip: TripSnapshot
  package var segment: SegmentSnapshot?
  package var item: DayPlanItemSnapshot?
  package var time: TravelTime
  /// Seconds from now.
  package var seconds: TimeInterval
}

extension TripPhase {
  /// The phase of a trip with dates on the clocks of a zone.
  init(start: LocalDate?, end: LocalDate?, today: LocalDate?) {
    guard let first = start ?? end, let today else {
      self = .undated
      return
    }
    let last = end ?? first
    self = today < first ? .upcoming : today > last ? .past : .current
  }
}
