// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An app's card on the start page.
package struct DashboardCard: Sendable {
  package var title: String
  package var path: String
  /// The page or form that adds objects; nil if there is none.
  package var add: PageLink?
  /// The totals.
  package var figures: [FigureTile]
  /// A picture of the data as HTML, such as a ``CalendarPicture/figure``.
  package var picture: String?
  /// The latest objects, newest first.
  package var latest: [SearchResult]
  /// Problems that wait for the user, such as conflicts.
  package var problems: [PageLink]
  /// The next step, if there is no data yet.
  package var empty: String?

  package init(
    title: String, path: String, add: PageLink? = nil, figures: [FigureTile] = [],
    picture: String? = nil, latest: [SearchResult] = [], problems: [PageLink] = [],
    empty: String? = nil
  ) {
    self.title = title
    self.path = path
    self.add = add
    self.figures = figures
    self.picture = picture
    self.latest = latest
    self.problems = problems
    self.empty = empty
  }
}
