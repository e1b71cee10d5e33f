// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SwiftData

extension RuckLibrary {
  /// Returns the days with rucks, for a calendar.
  ///
  /// A ruck belongs to the day of its start. Rucks without times have no day. Rucks that are too
  /// fast to walk are left out, since one of them would hide all others. The store reads only the
  /// columns that the result needs.
  ///
  /// - Parameters:
  ///   - start: The earliest start of a ruck.
  ///   - end: The end of the range of starts, which does not belong to it.
  ///   - calendar: The calendar and time zone of the days.
  /// - Returns: The days with at least one ruck, the earliest first.
  /// - Throws: A `SwiftDataError`.
  public func days(from start: Date, to end: Date, in calendar: Calendar) throws -> [RuckDay] {
    var descriptor = FetchDescriptor<RuckingSession>(
      predicate: #Predicate {
        $0.isCompleted && $0.isTimed && $0.startDate >= start && $0.startDate < end
      })
    descriptor.propertiesToFetch = [\.startDate, \.distance, \.duration, \.movingTime]
    let sessions = try modelContext.fetch(descriptor).filter { !$0.isTooFastToWalk }
    return Dictionary(grouping: sessions) { calendar.startOfDay(for: $0.startDate) }
      .map { day, sessions in
        RuckDay(
          date: day, distance: sessions.reduce(0) { $0 + $1.totalDistance },
          count: sessions.count)
      }
      .sorted { $0.date < $1.date }
  }
}

/// The rucks of one day.
///
/// ```swift
/// let year = calendar.dateInterval(of: .year, for: .now) ?? DateInterval()
/// for day in try await library.days(from: year.start, to: year.end, in: calendar) {
///   shade(day.date, by: day.distance)
/// }
/// ```
public struct RuckDay: Sendable, Hashable, Codable {
  /// The first moment of the day, in the calendar of the request.
  public var date: Date
  /// The distance of all rucks of the day in metres.
  public var distance: Double
  /// The number of rucks.
  public var count: Int

  /// Creates a day.
  public init(date: Date, distance: Double, count: Int) {
    self.date = date
    self.distance = distance
    self.count = count
  }
}
