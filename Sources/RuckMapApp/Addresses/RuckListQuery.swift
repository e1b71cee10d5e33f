// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
package import RuckMap

/// The order, filters and page of the list as query parameters of its address.
///
/// An invalid value counts as absent, so that every address shows a list.
package struct RuckListQuery: Sendable {
  package var sortKey = RuckQuery.SortKey.date
  package var direction = RuckQuery.Direction.descending
  /// The first and the last day, as "2026-11-21"; empty for none.
  package var from = ""
  package var to = ""
  package var text = ""
  /// The minimum distance as entered, such as "5 km"; empty for none.
  package var minimum = ""
  package var page = 1

  /// The newest rucks.
  package init() {}

  /// Reads query parameters.
  package init(_ value: (String) -> String?) {
    sortKey = value("sort").flatMap(RuckQuery.SortKey.init) ?? sortKey
    direction = value("order").flatMap(RuckQuery.Direction.init) ?? direction
    from = value("from").map { String($0.prefix(10)) } ?? ""
    to = value("to").map { String($0.prefix(10)) } ?? ""
    text = value("text").map { String($0.prefix(200)) } ?? ""
    minimum = value("minimum").map { String($0.prefix(20)) } ?? ""
    page = max(1, value("page").flatMap { Int($0) } ?? 1)
  }

  /// Whether any filter is set.
  package var isFiltered: Bool { !(from + to + text + minimum).isEmpty }

  /// The query of the library.
  func query(unitSystem: UnitSystem, calendar: PageCalendar) -> RuckQuery {
    let end = calendar.day(to).flatMap {
      calendar.calendar.date(byAdding: .day, value: 1, to: $0)
    }
    return RuckQuery(
      sortKey: sortKey, direction: direction, from: calendar.day(from), to: end, text: text,
      minimumDistance: minimum.isEmpty ? nil : try? Length.parse(minimum, default: unitSystem),
      page: page)
  }

  // MARK: Addresses

  /// The address of the list with this query, below a path.
  func address(_ path: String) -> String {
    var items: [(String, String)] = []
    if sortKey != .date { items.append(("sort", sortKey.rawValue)) }
    if direction != .descending { items.append(("order", direction.rawValue)) }
    for (name, value) in [("from", from), ("to", to), ("text", text), ("minimum", minimum)]
    where !value.isEmpty { items.append((name, value)) }
    if page > 1 { items.append(("page", "\(page)")) }
    guard !items.isEmpty else { return path }
    return path + "?"
      + items.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
  }

  /// Returns the query for another page of the list.
  func with(page: Int) -> RuckListQuery {
    var query = self
    query.page = page
    return query
  }

  /// Returns the query sorted by a column; a second selection of the column reverses the order.
  func sorted(by key: RuckQuery.SortKey) -> RuckListQuery {
    var query = self
    query.page = 1
    query.sortKey = key
    // The fastest pace is the smallest.
    let first: RuckQuery.Direction = key == .pace ? .ascending : .descending
    let other: RuckQuery.Direction = key == .pace ? .descending : .ascending
    query.direction = key == sortKey && direction == first ? other : first
    return query
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}
