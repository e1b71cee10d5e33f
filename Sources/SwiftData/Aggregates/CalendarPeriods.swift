// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite
import Foundation

/// The days, weeks, months or years of a calendar, determined for the dates that occur.
///
/// A date is found among the known periods by a binary search. The calendar is asked once for each
/// period, because that takes some microseconds. An instance belongs to one query at a time.
final class CalendarPeriods {
  private struct Period {
    let start: Double
    let end: Double
  }

  private let unit: Calendar.Component
  private let calendar: Calendar
  /// Disjoint periods, in order.
  private var known: [Period] = []
  /// The index of the last result.
  private var last = 0

  init(_ unit: Calendar.Component, _ calendar: Calendar) {
    self.unit = unit
    self.calendar = calendar
  }

  /// The start of the period of a date.
  func start(of date: Date) -> Date {
    Date(timeIntervalSinceReferenceDate: start(of: date.timeIntervalSinceReferenceDate))
  }

  /// The start of the period of a date, both in seconds since the reference date.
  func start(of date: Double) -> Double {
    if last < known.count, known[last].start <= date, date < known[last].end {
      return known[last].start
    }
    var (low, high) = (0, known.count)
    while low < high {
      let middle = (low + high) / 2
      if known[middle].end <= date { low = middle + 1 } else { high = middle }
    }
    last = low
    if low < known.count, known[low].start <= date { return known[low].start }
    let moment = Date(timeIntervalSinceReferenceDate: date)
    guard let interval = calendar.dateInterval(of: unit, for: moment) else { return date }
    let period = Period(
      start: interval.start.timeIntervalSinceReferenceDate,
      end: interval.end.timeIntervalSinceReferenceDate)
    // Far outside of the calendar's range, all dates have its last period.
    if period.start <= date, date < period.end, low == 0 || known[low - 1].end <= period.start {
      known.insert(period, at: low)
    }
    return period.start
  }
}

extension SQLFunction {
  /// The SQL function of a date and of `CalendarPeriods`, which are bound as a pointer.
  static let period: SQLFragment = "cairn_period"

  /// The type of the bound pointer, which SQLite compares.
  private static let pointerType: StaticString = "CalendarPeriods"

  private static var pointerTypeName: UnsafePointer<CChar> {
    UnsafeRawPointer(pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  static func registerPeriods(in database: OpaquePointer?) {
    sqlite3_create_function_v2(
      database, "cairn_period", 2, SQLITE_UTF8, nil,
      { context, _, values in
        guard let values, sqlite3_value_type(values[0]) != SQLITE_NULL,
          let pointer = sqlite3_value_pointer(values[1], SQLFunction.pointerTypeName)
        else { return sqlite3_result_null(context) }
        let periods = Unmanaged<CalendarPeriods>.fromOpaque(pointer)
        let date = sqlite3_value_double(values[0])
        sqlite3_result_double(context, periods._withUnsafeGuaranteedRef { $0.start(of: date) })
      }, nil, nil, nil)
  }

  /// Binds periods to a parameter; they must outlive the statement's execution.
  static func bind(_ periods: CalendarPeriods, to statement: OpaquePointer, _ index: Int32) -> Int32
  {
    sqlite3_bind_pointer(
      statement, index, Unmanaged.passUnretained(periods).toOpaque(), pointerTypeName, nil)
  }
}
