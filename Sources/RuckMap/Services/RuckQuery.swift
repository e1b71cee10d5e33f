// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A page of the list of rucks: the filters, the order and the page's number.
///
/// ```swift
/// var query = RuckQuery(sortKey: .distance, text: "lake 2026", minimumDistance: 5_000)
/// let first = try await library.rucks(query)
/// query.page = 2
/// let second = try await library.rucks(query)
/// ```
public struct RuckQuery: Sendable, Hashable {
  /// The value by which rucks are sorted.
  public enum SortKey: String, Sendable, Hashable, CaseIterable {
    /// The start; a ruck without times is sorted by the time of its import.
    case date
    /// The distance.
    case distance
    /// The time from start to end, pauses included.
    case duration
    /// The time for a distance; the fastest ruck has the smallest pace.
    case pace
    /// The pack weight.
    case pack
    /// The energy.
    case energy
  }

  /// The order of the sorted values.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    case ascending
    case descending
  }

  /// The number of rucks on a page.
  public static let pageSize = 50

  /// The sort key; rucks without a value for it are last in both directions.
  public var sortKey: SortKey
  /// The direction.
  public var direction: Direction
  /// The earliest start; a ruck without times has no start and does not match.
  public var from: Date?
  /// The end of the range of starts, which does not belong to it; a ruck without times does not
  /// match.
  public var to: Date?
  /// The words to find, as in ``RuckLibrary/search(_:limit:in:)``; an empty string matches all.
  public var text: String
  /// The minimum distance in metres.
  public var minimumDistance: Double?
  /// The number of the page, from 1.
  public var page: Int

  /// Creates a query; without arguments, for the newest rucks.
  public init(
    sortKey: SortKey = .date, direction: Direction = .descending, from: Date? = nil,
    to: Date? = nil, text: String = "", minimumDistance: Double? = nil, page: Int = 1
  ) {
    self.sortKey = sortKey
    self.direction = direction
    self.from = from
    self.to = to
    self.text = text
    self.minimumDistance = minimumDistance
    self.page = page
  }
}

/// One page of rucks, and the number of all rucks that match the query.
public struct RuckPageResult: Sendable, Hashable {
  /// The rucks of the page, in the query's order; empty after the last page.
  public var rucks: [RuckSummary]
  /// The number of matching rucks on all pages.
  public var count: Int
  /// The number of pages; 1 if no ruck matches.
  public var pages: Int { max(1, (count + RuckQuery.pageSize - 1) / RuckQuery.pageSize) }

  /// Creates a result.
  public init(rucks: [RuckSummary], count: Int) {
    self.rucks = rucks
    self.count = count
  }
}
