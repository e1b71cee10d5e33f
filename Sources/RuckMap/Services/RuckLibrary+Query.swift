// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
import SwiftData

extension RuckLibrary {
  /// Returns one page of the completed rucks that match a query.
  ///
  /// The store filters, sorts and counts, and reads the rucks of the page only. A text also reads
  /// the start of each ruck.
  ///
  /// - Parameters:
  ///   - query: The filters, the order and the page's number.
  ///   - calendar: The calendar and time zone of dates in the query's text.
  /// - Returns: The rucks of the page, and the number of all that match.
  /// - Throws: A `SwiftDataError`.
  public func rucks(_ query: RuckQuery, in calendar: Calendar = .current) throws -> RuckPageResult {
    let matching = try condition(for: query, in: calendar)
    let count = try modelContext.fetchCount(FetchDescriptor(predicate: matching))
    let (offset, isOutside) = (max(1, query.page) - 1)
      .multipliedReportingOverflow(by: RuckQuery.pageSize)
    guard !isOutside, offset < count else { return RuckPageResult(rucks: [], count: count) }
    let order = [query.sortDescriptor, .newest]
    let size = RuckQuery.pageSize
    guard let known = query.sortKey.isKnown else {
      let page = try fetch(matching, order, offset: offset, limit: size)
      return RuckPageResult(rucks: page.map { RuckSummary($0) }, count: count)
    }

    // Rucks without a value are last in both directions, so they are a second fetch.
    let withValue = #Predicate<RuckingSession> { matching.evaluate($0) && known.evaluate($0) }
    let withoutValue = #Predicate<RuckingSession> { matching.evaluate($0) && !known.evaluate($0) }
    let knownCount = try modelContext.fetchCount(FetchDescriptor(predicate: withValue))
    var page: [RuckingSession] = []
    if offset < knownCount {
      page = try fetch(withValue, order, offset: offset, limit: size)
    }
    if page.count < size, knownCount < count {
      page += try fetch(
        withoutValue, [.newest], offset: max(0, offset - knownCount), limit: size - page.count)
    }
    return RuckPageResult(rucks: page.map { RuckSummary($0) }, count: count)
  }

  /// Returns the rucks that contain all words of a text, newest first.
  ///
  /// A word may be in the name, the notes, the name of the file, or the date as text: the words and
  /// numbers of "2026-08-05 Wed Wednesday 5 Aug August 2026". Case and diacritics are ignored.
  ///
  /// - Parameters:
  ///   - text: Words separated by white space; without a word, nothing matches.
  ///   - limit: The maximum number of rucks.
  ///   - calendar: The calendar and time zone of the dates.
  /// - Returns: The first matching rucks.
  /// - Throws: A `SwiftDataError`.
  public func search(
    _ text: String, limit: Int, in calendar: Calendar = .current
  ) throws -> [RuckSummary] {
    let query = RuckQuery(text: text)
    guard limit > 0, !query.words.isEmpty else { return [] }
    let matching = try condition(for: query, in: calendar)
    return try fetch(matching, [.newest], offset: 0, limit: limit).map { RuckSummary($0) }
  }

  private func fetch(
    _ predicate: Predicate<RuckingSession>, _ order: [SortDescriptor<RuckingSession>],
    offset: Int, limit: Int
  ) throws -> [RuckingSession] {
    var descriptor = FetchDescriptor(predicate: predicate, sortBy: order)
    descriptor.fetchOffset = offset
    descriptor.fetchLimit = limit
    return try modelContext.fetch(descriptor)
  }

  /// Returns the condition of a query's filters.
  private func condition(
    for query: RuckQuery, in calendar: Calendar
  ) throws -> Predicate<RuckingSession> {
    let miles = Length.miles(metres: query.minimumDistance ?? 0)
    let (from, to) = (query.from ?? .distantPast, query.to ?? .distantFuture)
    let needsStart = query.from != nil || query.to != nil
    let filters = #Predicate<RuckingSession> { ruck in
      ruck.isCompleted && ruck.distance >= miles
        && (!needsStart || (ruck.isTimed && ruck.startDate >= from && ruck.startDate < to))
    }
    if query.words.isEmpty { return filters }

    var starts = FetchDescriptor(
      predicate: #Predicate<RuckingSession> { filters.evaluate($0) && $0.isTimed })
    starts.propertiesToFetch = [\.startDate]
    let dates = DateTexts(try modelContext.fetch(starts).map(\.startDate), in: calendar)
    return query.words.reduce(filters) { condition, word in
      let found = dates.containing(word)
      return #Predicate<RuckingSession> { ruck in
        condition.evaluate(ruck)
          && (ruck.name?.localizedStandardContains(word) == true
            || ruck.notes?.localizedStandardContains(word) == true
            || ruck.sourceFile?.localizedStandardContains(word) == true
            || (ruck.isTimed && found.contains(ruck.startDate)))
      }
    }
  }
}

extension RuckQuery {
  /// The words of the text.
  fileprivate var words: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  fileprivate var sortDescriptor: SortDescriptor<RuckingSession> {
    let order: SortOrder = direction == .ascending ? .forward : .reverse
    return switch sortKey {
    case .date: SortDescriptor(\.startDate, order: order)
    case .distance: SortDescriptor(\.distance, order: order)
    case .duration: SortDescriptor(\.duration, order: order)
    case .pace: SortDescriptor(\.storedPace, order: order)
    case .pack: SortDescriptor(\.packWeight, order: order)
    case .energy: SortDescriptor(\.calories, order: order)
    }
  }
}

extension RuckQuery.SortKey {
  /// The condition that a ruck has a value for the key, as 0 stands for an unknown value; nil if all
  /// rucks have one.
  fileprivate var isKnown: Predicate<RuckingSession>? {
    switch self {
    case .date, .distance, .pack: return nil
    case .duration: return #Predicate<RuckingSession> { $0.duration > 0 }
    case .pace: return #Predicate<RuckingSession> { $0.storedPace > 0 }
    case .energy: return #Predicate<RuckingSession> { $0.calories > 0 }
    }
  }
}

extension SortDescriptor<RuckingSession> {
  fileprivate static var newest: Self { SortDescriptor(\.startDate, order: .reverse) }
}
