// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import TravelFiles
import TripPlanner

/// The order, filter and page of the list as query parameters of its address.
///
/// An invalid value counts as absent, so that every address shows a list.
struct TripListQuery: Sendable, Equatable {
  enum SortKey: String, Sendable, CaseIterable {
    /// Current and coming trips first, then those without dates, then past ones.
    case next
    /// The first day; trips without dates are last.
    case date
    case name
    /// The number of days; trips without dates are last.
    case length
  }

  enum Direction: String, Sendable {
    case ascending, descending
  }

  /// The number of trips on a page.
  static let pageSize = 50

  var sortKey = SortKey.next
  var direction = Direction.ascending
  /// The text to find, in archived trips, too; empty for none.
  var text = ""
  /// Whether the list has the archived trips, unless there is a text.
  var isArchive = false
  var page = 1
  /// The year of the calendar; nil for the one with the next trip.
  var year: Int?

  /// Reads query parameters.
  init(_ value: (String) -> String?) {
    sortKey = value("sort").flatMap(SortKey.init) ?? sortKey
    direction = value("order").flatMap(Direction.init) ?? Self.first(sortKey)
    text = (value("q").map { String($0.prefix(200)) } ?? "").trimmingCharacters(in: .whitespaces)
    isArchive = text.isEmpty && value("show") == "archived"
    page = max(1, value("page").flatMap { Int($0) } ?? 1)
    year = value("year").flatMap { Int($0) }
  }

  var isFiltered: Bool { !text.isEmpty || isArchive }

  /// The direction at the first selection of an order: the latest and the longest trips first.
  private static func first(_ key: SortKey) -> Direction {
    switch key {
    case .next, .name: .ascending
    case .date, .length: .descending
    }
  }

  /// The address of the list with this query.
  var address: String {
    Paths.address(
      TripPaths.list,
      [
        ("q", text), ("show", isArchive ? "archived" : ""),
        ("sort", sortKey == .next ? "" : sortKey.rawValue),
        ("order", direction == Self.first(sortKey) ? "" : direction.rawValue),
        ("page", page > 1 ? "\(page)" : ""), ("year", year.map { "\($0)" } ?? ""),
      ])
  }

  /// Returns the query for another page of the list.
  func with(page: Int) -> TripListQuery {
    var query = self
    query.page = page
    return query
  }

  /// Returns the query for another year of the calendar.
  func with(year: Int) -> TripListQuery {
    var query = self
    query.year = year
    return query
  }

  /// Returns the query with an order; a second selection of the order reverses it.
  func sorted(by key: SortKey) -> TripListQuery {
    var query = self
    query.page = 1
    query.sortKey = key
    let first = Self.first(key)
    let other: Direction = first == .ascending ? .descending : .ascending
    query.direction = key != .next && key == sortKey && direction == first ? other : first
    return query
  }
}

extension TripListQuery {
  /// Trips with a heading.
  struct Group: Sendable, Equatable {
    var id: String
    var title: String
    var trips: [TripSummary]
  }

  /// The trips in the order of the query, in groups that are not empty.
  ///
  /// - Parameter trips: The trips, the latest first.
  /// - Returns: The groups.
  func groups(of trips: [TripSummary]) -> [Group] {
    let groups: [Group]
    switch sortKey {
    case .next where isArchive:
      groups = [Group(id: "archived", title: "Archived", trips: trips)]
    case .next:
      groups = [
        Group(id: "coming", title: "Coming", trips: Self.coming(trips)),
        Group(
          id: "undated", title: "Without dates", trips: trips.filter { $0.phase == .undated }),
        Group(id: "past", title: "Past", trips: trips.filter { $0.phase == .past }),
      ]
    case .date:
      groups = [Group(id: "by-date", title: "By first day", trips: sorted(trips, by: \.firstDay))]
    case .name:
      groups = [Group(id: "by-name", title: "By name", trips: sortedByName(trips))]
    case .length:
      groups = [Group(id: "by-length", title: "By length", trips: sorted(trips, by: \.days))]
    }
    return groups.filter { !$0.trips.isEmpty }
  }

  /// The current trips, then the upcoming ones in the order of their first days.
  static func coming(_ trips: [TripSummary]) -> [TripSummary] {
    trips.filter { $0.phase == .current }
      + trips.filter { $0.phase == .upcoming }
      .sorted { ($0.firstDay ?? 0, $0.trip.title) < ($1.firstDay ?? 0, $1.trip.title) }
  }

  /// The trips by a number of theirs; trips without it are last.
  private func sorted(_ trips: [TripSummary], by number: (TripSummary) -> Int?) -> [TripSummary] {
    let sign = direction == .ascending ? 1 : -1
    func key(_ trip: TripSummary) -> (Int, String, String) {
      (number(trip).map { $0 * sign } ?? .max, trip.trip.title, trip.id.uuidString)
    }
    return trips.map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func sortedByName(_ trips: [TripSummary]) -> [TripSummary] {
    let ordered: ComparisonResult = direction == .ascending ? .orderedAscending : .orderedDescending
    return trips.sorted {
      let result = $0.trip.title.localizedStandardCompare($1.trip.title)
      return result == .orderedSame ? $0.id.uuidString < $1.id.uuidString : result == ordered
    }
  }

  /// The part of groups on a page.
  static func page(_ page: Int, of groups: [Group]) -> [Group] {
    var skipped = (page - 1) * pageSize
    var left = pageSize
    return groups.compactMap { group in
      let part = group.trips.dropFirst(skipped).prefix(left)
      skipped = max(0, skipped - group.trips.count)
      left -= part.count
      return part.isEmpty ? nil : Group(id: group.id, title: group.title, trips: Array(part))
    }
  }
}

extension TripSummary {
  /// The first day, as the number of days since 1970; nil without dates.
  fileprivate var firstDay: Int? { (trip.firstDate ?? trip.lastDate)?.daysSince1970 }

  /// The number of days; nil without dates.
  fileprivate var days: Int? {
    guard let firstDay else { return nil }
    return ((trip.lastDate ?? trip.firstDate)?.daysSince1970 ?? firstDay) - firstDay + 1
  }
}
