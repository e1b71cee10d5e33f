// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport

/// A line icon, drawn in the colour of the text beside it.
///
/// ```swift
/// let icon = PageIcon(path: "M6 3h9l4 4v14H6z")
/// ```
package struct PageIcon: Sendable, Equatable {
  /// The icon of an app without its own: three stones.
  package static let cairn = PageIcon(
    path: "M4 18a8 3 0 1 0 16 0 8 3 0 1 0-16 0z"
      + "M6.5 12.5a5.500 2.500 0 1 0 11 0 5.500 2.500 0 1 0-11 0z"
      + "M9 7.5a3 2 0 1 0 6 0 3 2 0 1 0-6 0z")

  /// The data of an SVG path on a grid of 24 by 24; lines are drawn, areas stay empty.
  package let path: String

  /// Creates an icon from the data of an SVG path on a grid of 24 by 24.
  package init(path: String) { self.path = path }

  /// The icon as HTML, hidden from screen readers: it repeats the text beside it.
  var html: String {
    #"<svg class="symbol" viewBox="0 0 24 24" aria-hidden="true"><path d="\#(HTMLEscaper.escaped(path))"/></svg>"#
  }
}
