// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A page of the list of sessions: the filters, the order and the page's number.
package struct SessionQuery: Sendable, Hashable {
  /// The value by which sessions are sorted.
  package enum SortKey: String, Sendable, Hashable, CaseIterable {
    case date, distance, duration, pace, power
  }

  /// The order of the sorted values.
  package enum Direction: String, Sendable, Hashable, CaseIterable {
    case ascending, descending
  }

  /// The default number of sessions on a page.
  package static let pageSize = 50
  /// The athlete; nil for all.
  package var athlete: UUID?
  /// The team whose members' sessions match; nil for all.
  package var team: UUID?
  /// The earliest start.
  package var from: Date?
  /// The end of the range of starts, which doesn't belong to it.
  package var to: Date?
  /// The machine; nil for all.
  package var machine: RowingMachine?
  /// The purpose; nil for all.
  package var type: SessionType?
  /// Words to find in workout, comments and file name; an empty string matches all.
  package var text: String
  /// The minimum distance in metres.
  package var minimumDistance: Double?
  /// The maximum distance in metres.
  package var maximumDistance: Double?
  /// Whether sessions have ended, completely or not; nil for both.
  package var isEnded: Bool?
  /// The sort key; sessions without a value for it are last in both directions.
  package var sortKey: SortKey
  /// The direction.
  package var direction: Direction
  /// The number of the page, from 1.
  package var page: Int
  /// The number of sessions on a page.
  package var pageSize: Int

  /// Creates a query; without arguments, for the newest sessions.
  package init(
    athlete: UUID? = nil, team: UUID? = nil, from: Date? = nil, to: Date? = nil,
    machine: RowingMachine? = nil, type: SessionType? = nil, text: String = "",
    minimumDistance: Double? = nil, maximumDistance: Double? = nil, isEnded: Bool? = nil,
    sortKey: SortKey = .date, direction: Direction = .descending, page: Int = 1,
    pageSize: Int = SessionQuery.pageSize
  ) {
    self.athlete = athlete
    self.team = team
    self.from = from
    self.to = to
    self.machine = machine
    self.type = type
    self.text = text
    self.minimumDistance = minimumDistance
    self.maximumDistance = maximumDistance
    self.isEnded = isEnded
    self.sortKey = sortKey
    self.direction = direction
    self.page = page
    self.pageSize = pageSize
  }
}

/// One page of sessions, and the totals of all sessions that match the query.
package struct SessionPage: Sendable, Hashable {
  /// The sessions of the page, in the query's order; empty after the last page.
  package var sessions: [SessionSummary]
  /// The number of matching sessions on all pages.
  package var count: Int
  /// The number of pages; 1 if no session matches.
  package var pages: Int
  /// Metres of work of all matching sessions.
  package var distance: Double
  /// Seconds of work of all matching sessions.
  package var duration: Double

  /// Creates a page.
  package init(
    sessions: [SessionSummary], count: Int, pages: Int, distance: Double, duration: Double
  ) {
    self.sessions = sessions
    self.count = count
    self.pages = pages
    self.distance = distance
    self.duration = duration
  }
}

/// Changes to a session; nil leaves a value unchanged.
package struct SessionEdit: Sendable, Hashable {
  /// The start.
  package var startedAt: Date?
  /// The purpose.
  package var type: SessionType?
  /// The machine.
  package var machine: RowingMachine?
  /// The workout's description; an empty string removes it.
  package var workout: String?
  /// The comments; an empty string removes them.
  package var comments: String?
  /// The athlete.
  package var athlete: UUID?
  /// The drag factor; 0 removes it.
  package var dragFactor: Double?
  /// The weight class.
  package var weightClass: WeightClass?

  /// Creates an edit.
  package init(
    startedAt: Date? = nil, type: SessionType? = nil, machine: RowingMachine? = nil,
    workout: String? = nil, comments: String? = nil, athlete: UUID? = nil,
    dragFactor: Double? = nil, weightClass: WeightClass? = nil
  ) {
    self.startedAt = startedAt
    self.type = type
    self.machine = machine
    self.workout = workout
    self.comments = comments
    self.athlete = athlete
    self.dragFactor = dragFactor
    self.weightClass = weightClass
  }
}
