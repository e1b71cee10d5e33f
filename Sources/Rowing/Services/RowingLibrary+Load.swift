// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RowingLibrary {
  /// The seconds after which a load has no share in the means: of the mean of 42 days, less than a
  /// ten-billionth remains after 1,000 days.
  private static let memory: TimeInterval = 1000 * 86_400

  /// Returns an athlete's training load by day.
  ///
  /// A session with heart rates of strokes is summed over them; one with only a mean heart rate has
  /// the load of that rate over its time. The means begin at the first session, and fall on each day
  /// of rest after the last one.
  ///
  /// - Parameters:
  ///   - id: The athlete's identifier.
  ///   - from: The first day; nil for the first session's.
  ///   - to: The end of the range of starts, which doesn't belong to it; nil for the end of today.
  ///   - now: The current time.
  ///   - calendar: The calendar and time zone of days.
  /// - Returns: The days in order.
  /// - Throws: A `SwiftDataError`.
  package func load(
    athlete id: UUID, from: Date? = nil, to: Date? = nil, at now: Date = Date(),
    in calendar: Calendar = .current
  ) throws -> LoadHistory {
    let athlete = try model(athlete: id)
    let to = to ?? calendar.dateInterval(of: .day, for: now)?.end ?? now
    let age = athlete.birthYear.map { calendar.component(.year, from: min(to, now)) - $0 }
    let rates = TrainingLoad.HeartRates(
      resting: athlete.restingHeartRate, maximum: athlete.maxHeartRate, age: age)
    var query = SessionQuery(athlete: id, to: to, isEnded: true)
    guard let earliest = try firstStart(query) else {
      return LoadHistory(
        days: [], restingHeartRate: Int(rates.resting.rounded()),
        maxHeartRate: Int(rates.maximum.rounded()), areHeartRatesAssumed: rates.isAssumed,
        sessionsWithoutHeartRate: 0)
    }
    query.from = from?.addingTimeInterval(-Self.memory)
    try validateCache()
    var descriptor = FetchDescriptor(
      predicate: query.condition, sortBy: [SortDescriptor(\RowingSession.startTime)])
    descriptor.propertiesToFetch = [
      \.id, \.startTime, \.recordedStrokes, \.averageHeartRate, \.totalTime,
    ]
    let sessions = try modelContext.fetch(descriptor)
    let start = from.map { calendar.startOfDay(for: $0) } ?? .distantPast
    var loads: [Date: (load: TrainingLoad, count: Int)] = [:]
    var withoutRate = 0
    for session in sessions {
      let samples = try heartRates(of: session)
      if samples.isEmpty, session.startTime >= start { withoutRate += 1 }
      let load = TrainingLoad(samples, rates, sex: athlete.sex)
      var day = loads[calendar.startOfDay(for: session.startTime)] ?? (TrainingLoad(), 0)
      day.load.banister += load.banister
      day.load.edwards += load.edwards
      day.count += 1
      loads[calendar.startOfDay(for: session.startTime)] = day
    }
    let first = max(earliest, query.from ?? earliest)
    let days = Self.history(loads, first: first, end: to, in: calendar)
    return LoadHistory(
      days: days.filter { $0.date >= start }, restingHeartRate: Int(rates.resting.rounded()),
      maxHeartRate: Int(rates.maximum.rounded()), areHeartRatesAssumed: rates.isAssumed,
      sessionsWithoutHeartRate: withoutRate)
  }

  private func heartRates(of session: RowingSession) throws -> [HeartRateSample] {
    if session.recordedStrokes > 0 {
      let measured = try heartRates(ofStrokes: session)
      if !measured.isEmpty { return measured }
    }
    guard let mean = session.averageHeartRate, mean > 0 else { return [] }
    return [HeartRateSample(duration: session.totalTime, heartRate: Double(mean))]
  }

  /// Returns the start of the earliest session that matches; nil if none does.
  private func firstStart(_ query: SessionQuery) throws -> Date? {
    var descriptor = FetchDescriptor(
      predicate: query.condition, sortBy: [SortDescriptor(\RowingSession.startTime)])
    descriptor.fetchLimit = 1
    descriptor.propertiesToFetch = [\.startTime]
    return try modelContext.fetch(descriptor).first?.startTime
  }

  /// Returns every day from the first session until an end, with the weighted means.
  private static func history(
    _ loads: [Date: (load: TrainingLoad, count: Int)], first: Date, end: Date,
    in calendar: Calendar
  ) -> [DayLoad] {
    var result: [DayLoad] = []
    var (day, week, weeks) = (calendar.startOfDay(for: first), 0.0, 0.0)
    var (edwardsWeek, edwardsWeeks) = (0.0, 0.0)
    while day < end {
      let entry = loads[day]
      let banister = entry?.load.banister ?? 0
      week = TrainingLoad.average(week, adding: banister, days: 7)
      weeks = TrainingLoad.average(weeks, adding: banister, days: 42)
      let edwards = entry?.load.edwards ?? 0
      edwardsWeek = TrainingLoad.average(edwardsWeek, adding: edwards, days: 7)
      edwardsWeeks = TrainingLoad.average(edwardsWeeks, adding: edwards, days: 42)
      result.append(
        DayLoad(
          date: day, banister: banister, edwards: edwards, average7: week, average42: weeks,
          edwards7: edwardsWeek, edwards42: edwardsWeeks, sessions: entry?.count ?? 0))
      guard let next = calendar.date(byAdding: .day, value: 1, to: day), next > day else { break }
      day = calendar.startOfDay(for: next)
    }
    return result
  }
}
