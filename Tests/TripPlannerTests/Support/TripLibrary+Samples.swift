// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import TravelFiles

@testable import TripPlanner

/// A library in memory with a clock that begins in May 2026.
func makeLibrary(_ clock: TestClock = TestClock()) async throws -> TripLibrary {
  let library = TripLibrary(modelContainer: try TripStore.inMemory())
  await library.setClock(clock.function)
  return library
}

extension TripLibrary {
  /// Inserts a trip with dates.
  @discardableResult
  func makeTrip(
    _ title: String = "Trip", _ start: String? = nil, _ end: String? = nil
  ) throws -> TripSnapshot {
    var trip = TripSnapshot()
    trip.title = title
    trip.startDay = start
    trip.endDay = end
    return try createTrip(trip)
  }

  /// Inserts a segment with times as they are stored.
  @discardableResult
  func makeSegment(
    in trip: UUID, _ title: String, _ departure: String?, _ arrival: String?,
    mode: Transport = .train, change: @Sendable (inout SegmentSnapshot) -> Void = { _ in }
  ) throws -> SegmentSnapshot {
    var segment = SegmentSnapshot()
    segment.tripID = trip
    segment.title = title
    segment.departure = departure
    segment.arrival = arrival
    segment.mode = mode
    change(&segment)
    return try insert(segment)
  }

  /// Inserts an item of the plan.
  @discardableResult
  func makeItem(
    in trip: UUID, _ title: String, _ day: String?, start: String? = nil, end: String? = nil,
    kind: PlanKind = .activity
  ) throws -> DayPlanItemSnapshot {
    var item = DayPlanItemSnapshot()
    item.tripID = trip
    item.title = title
    item.day = day
    item.start = start
    item.end = end
    item.planKind = kind
    return try insert(item)
  }

  /// Imports a text.
  func importText(
    _ text: String, _ name: String = "file", trip: UUID? = nil, dryRun: Bool = false
  ) -> TripImportReport.File {
    importData(
      Data(text.utf8), name: name,
      options: TripImportOptions(
        trip: trip, isDryRun: dryRun, documentDate: LocalDate(year: 2027, month: 1, day: 1))
    ).files[0]
  }
}
