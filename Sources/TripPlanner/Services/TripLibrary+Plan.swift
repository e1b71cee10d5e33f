// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData
package import TravelFiles

extension TripLibrary {
  /// Returns the days of a trip with their entries in order.
  package func plan(_ trip: UUID) throws -> [PlanDay] {
    let model = try self.trip(model: trip)
    return Itinerary.days(
      model.snapshot(), try items(SegmentSnapshot.self, in: trip),
      try items(DayPlanItemSnapshot.self, in: trip))
  }

  /// Moves an item to a day, before another item of it.
  ///
  /// The wall-clock times of the item stay; its start and end move with the day.
  ///
  /// - Parameters:
  ///   - id: The item's identifier.
  ///   - day: The day; nil removes the item from the plan of days.
  ///   - next: The item before which it is placed; nil for the end of the day.
  /// - Returns: The moved item.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  @discardableResult
  package func move(
    _ id: UUID, to day: LocalDate?, before next: UUID? = nil
  ) throws -> DayPlanItemSnapshot {
    try write { now in
      let model = try entity(DayPlanItem.self, id)
      var item = model.snapshot()
      if let old = item.date, let day {
        let days = day.daysSince1970 - old.daysSince1970
        item.start = DayShift.time(item.start, days)
        item.end = DayShift.time(item.end, days)
      }
      item.date = day
      var others = try modelContext.siblings(of: item)
      if let next {
        guard let index = others.firstIndex(where: { $0.id == next }) else {
          throw TripLibraryError.notFound(kind: "item", name: next.uuidString)
        }
        item.position = Itinerary.between(
          index > 0 ? others[index - 1].position : nil, others[index].position)
        let isTight = others.contains { $0.position == item.position }
        if isTight {
          others.insert(item, at: index)
          try renumber(others.filter { $0.id != id }, around: index, at: now)
          item.position = Double(index + 1)
        }
      } else {
        item.position = Itinerary.between(others.last?.position, nil)
      }
      return try update(model, item, at: now).snapshot()
    }
  }

  /// Numbers the items of a day, with a gap at an index.
  private func renumber(
    _ items: [DayPlanItemSnapshot], around gap: Int, at now: Date
  ) throws {
    for (index, item) in items.enumerated() {
      let model = try entity(DayPlanItem.self, item.id)
      let position = Double(index < gap ? index + 1 : index + 2)
      if model.position != position {
        model.position = position
        model.updatedAt = now
      }
    }
  }
}
