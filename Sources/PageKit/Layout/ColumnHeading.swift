// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The heading of a column in a table of objects, with the link that sorts by it.
///
/// A page shows the headings by `{{>column-headings}}` with the value `columns`.
package struct ColumnHeading: Sendable, Equatable {
  static let name = "column-headings"
  static let template = #"""
    <thead role="rowgroup"><tr role="row">{{#columns}}<th role="columnheader" scope="col"{{#order}} aria-sort="{{order}}"{{/order}}>{{#link}}<a href="{{link}}">{{title}}</a>{{/link}}{{^link}}{{title}}{{/link}}</th>{{/columns}}</tr></thead>

    """#

  package let title: String
  /// The address of the page in the order of the column; nil for a column without an order.
  package let link: String?
  /// The value of `aria-sort` in the sorted column.
  package let order: String?

  package init(title: String, link: String?, order: String?) {
    self.title = title
    self.link = link
    self.order = order
  }
}
