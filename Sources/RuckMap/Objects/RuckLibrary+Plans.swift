// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RuckLibrary {
  /// Returns the ruck that fulfils a planned ruck: the longest of its day that fulfils no other.
  ///
  /// - Parameters:
  ///   - planned: The planned ruck.
  ///   - calendar: The calendar and time zone of the day.
  /// - Returns: The ruck's identifier; nil if there is none.
  /// - Throws: A `SwiftDataError`.
  package func ruck(fulfilling planned: PlannedRuckItem, in calendar: Calendar) throws -> UUID? {
    let start = calendar.startOfDay(for: planned.date)
    guard let end = calendar.date(byAdding: .day, value: 1, to: start) else { return nil }
    let used = Set(try objects(PlannedRuckItem.self).compactMap(\.ruck))
    let sessions = try modelContext.fetch(
      FetchDescriptor<RuckingSession>(
        predicate: #Predicate {
          $0.isCompleted && $0.isTimed && $0.startDate >= start && $0.startDate < end
        }))
    return sessions.filter { !used.contains($0.id) }
      .max { ($0.distance, $0.id.uuidString) < ($1.distance, $1.id.uuidString) }?.id
  }
}
