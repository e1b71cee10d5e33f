// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A recurrence rule by day, week, month or year (RFC 5545, section 3.3.10).
public struct RecurrenceRule: Sendable, Hashable {
  /// The unit of the interval.
  public enum Frequency: String, Sendable, Hashable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A day of the week, with its position in the month or year.
  struct WeekdayPosition: Sendable, Hashable {
    /// 0 for Monday to 6 for Sunday.
    var weekday: Int
    /// The position, negative from the end; 0 for every such day.
    var position: Int
  }

  /// The unit of the interval.
  public let frequency: Frequency
  /// The number of units between occurrences, from 1.
  public let interval: Int
  /// The number of occurrences; nil for no limit.
  public let count: Int?
  /// The last time; nil for no limit.
  public let until: TravelTime?
  let weekdays: [WeekdayPosition]
  let monthDays: [Int]
  let months: [Int]
  let positions: [Int]

  /// The rule is endless if it has neither a count nor a last time.
  public var isEndless: Bool { count == nil && until == nil }

  /// Parses a rule; nil if a part is invalid or not supported, such as hourly frequencies.
  public init?(_ text: String) {
    var parts: [String: String] = [:]
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      parts[pair[0].uppercased()] = pair[1].uppercased()
    }
    guard let frequency = parts["FREQ"].flatMap(Frequency.init) else { return nil }
    let supported: Set = [
      "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "WKST",
    ]
    guard parts.keys.allSatisfy(supported.contains) else { return nil }
    self.frequency = frequency
    guard let interval = Self.number(parts["INTERVAL"] ?? "1", 1...10_000) else { return nil }
    self.interval = interval
    if let text = parts["COUNT"] {
      guard let number = Self.number(text, 1...Int.max) else { return nil }
      count = number
    } else {
      count = nil
    }
    if let text = parts["UNTIL"] {
      guard let time = TravelTime(iso8601: text) else { return nil }
      until = time
    } else {
      until = nil
    }
    guard let weekdays = Self.weekdays(parts["BYDAY"]),
      let monthDays = Self.numbers(parts["BYMONTHDAY"], -31...31),
      let months = Self.numbers(parts["BYMONTH"], 1...12),
      let positions = Self.numbers(parts["BYSETPOS"], -366...366)
    else { return nil }
    self.weekdays = weekdays
    self.monthDays = monthDays
    self.months = months
    self.positions = positions
  }

  private static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  private static func numbers(_ text: String?, _ range: ClosedRange<Int>) -> [Int]? {
    guard let text else { return [] }
    let numbers = text.split(separator: ",").prefix(400).map { number(String($0), range) }
    guard !numbers.isEmpty, !numbers.contains(where: { $0 == nil || $0 == 0 }) else { return nil }
    return numbers.compactMap(\.self)
  }

  private static func weekdays(_ text: String?) -> [WeekdayPosition]? {
    guard let text else { return [] }
    var days: [WeekdayPosition] = []
    for part in text.split(separator: ",").prefix(400) {
      let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
      guard let weekday = names.firstIndex(of: String(part.suffix(2))) else { return nil }
      let prefix = part.dropLast(2)
      guard let position = prefix.isEmpty ? 0 : number(String(prefix), -53...53) else { return nil }
      days.append(WeekdayPosition(weekday: weekday, position: position))
    }
    return days.isEmpty ? nil : days
  }

  /// The times of the rule from a start, at most a number of them.
  ///
  /// The wall clock of the start is the wall clock of each time.
  func dates(from start: TravelTime, limit: Int) -> (dates: [TravelTime], isTruncated: Bool) {
    var dates: [TravelTime] = []
    var period = 0
    let last = min(count ?? Int.max, limit)
    // A rule such as 30 February never occurs; the search ends after so many empty periods.
    var emptyPeriods = 0
    while dates.count < last, emptyPeriods < 500 {
      guard let days = days(ofPeriod: period, from: start.date) else {
        return (dates, false)
      }
      period += interval
      emptyPeriods = days.isEmpty ? emptyPeriods + 1 : 0
      for day in days where day >= start.date {
        guard
          let local = LocalDateTime(
            day, hour: start.local.hour, minute: start.local.minute, second: start.local.second)
        else { continue }
        var time = start
        time.local = local
        if isAfterEnd(time) { return (dates, false) }
        dates.append(time)
        if dates.count == last { return (dates, count == nil || last < count ?? 0) }
      }
    }
    return (dates, emptyPeriods < 500 && dates.count < (count ?? Int.max))
  }

  private func isAfterEnd(_ time: TravelTime) -> Bool {
    guard let until else { return false }
    if until.isDateOnly { return time.date > until.date }
    return TimeMerge.isBefore(until, time)
  }

  /// The days of the rule in a day, week, month or year; nil after the last year.
  private func days(ofPeriod period: Int, from start: LocalDate) -> [LocalDate]? {
    switch frequency {
    case .daily:
      guard let day = start.adding(days: period) else { return nil }
      let matches =
        matchesMonth(day) && matchesMonthDay(day)
        && (weekdays.isEmpty || weekdays.contains { $0.weekday == day.weekday })
      return matches ? [day] : []
    case .weekly:
      guard let monday = start.adding(days: period * 7 - start.weekday) else { return nil }
      let wanted = weekdays.isEmpty ? [start.weekday] : weekdays.map(\.weekday)
      let days = (0..<7).compactMap { wanted.contains($0) ? monday.adding(days: $0) : nil }
      return selected(days.filter { matchesMonth($0) })
    case .monthly:
      let index = start.year * 12 + start.month - 1 + period
      guard index / 12 <= 9999 else { return nil }
      let days = daysOfMonth(index % 12 + 1, year: index / 12, default: start.day)
      return selected(days.filter { matchesMonth($0) })
    case .yearly:
      let year = start.year + period
      guard year <= 9999 else { return nil }
      if months.isEmpty, weekdays.contains(where: { $0.position != 0 }) {
        return selected(positioned((1...12).flatMap { allDays(ofMonth: $0, year: year) }))
      }
      let wanted = months.isEmpty ? [start.month] : months.sorted()
      return selected(
        wanted.flatMap { daysOfMonth($0, year: year, default: start.day) })
    }
  }

  private func matchesMonth(_ day: LocalDate) -> Bool {
    months.isEmpty || months.contains(day.month)
  }

  private func matchesMonthDay(_ day: LocalDate) -> Bool {
    let length = LocalDate.length(ofMonth: day.month, year: day.year)
    return monthDays.isEmpty || monthDays.contains(day.day)
      || monthDays.contains(day.day - length - 1)
  }

  private func allDays(ofMonth month: Int, year: Int) -> [LocalDate] {
    (1...LocalDate.length(ofMonth: month, year: year)).compactMap {
      LocalDate(year: year, month: month, day: $0)
    }
  }

  private func daysOfMonth(_ month: Int, year: Int, default day: Int) -> [LocalDate] {
    if weekdays.isEmpty, monthDays.isEmpty {
      return LocalDate(year: year, month: month, day: day).map { [$0] } ?? []
    }
    let days = allDays(ofMonth: month, year: year)
    return (weekdays.isEmpty ? days : positioned(days)).filter { matchesMonthDay($0) }
  }

  /// The days of the wanted weekdays, at their positions among the days.
  private func positioned(_ days: [LocalDate]) -> [LocalDate] {
    var result: Set<LocalDate> = []
    for wanted in weekdays {
      let matches = days.filter { $0.weekday == wanted.weekday }
      if wanted.position == 0 {
        result.formUnion(matches)
      } else {
        let index = wanted.position > 0 ? wanted.position - 1 : matches.count + wanted.position
        if matches.indices.contains(index) { result.insert(matches[index]) }
      }
    }
    return result.sorted()
  }

  private func selected(_ days: [LocalDate]) -> [LocalDate] {
    guard !positions.isEmpty else { return days }
    let indices = positions.map { $0 > 0 ? $0 - 1 : days.count + $0 }
    return Set(indices).sorted().compactMap { days.indices.contains($0) ? days[$0] : nil }
  }
}
