// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Links to the neighboring pages of a long list.
package struct Pager: Sendable, Equatable {
  static let name = "pager"
  static let template = #"""
    <nav class="pager" aria-label="Pages of {{objects}}">{{#newer}}<a class="button" rel="prev" href="{{newer}}">Previous</a>{{/newer}}{{#older}}<a class="button" rel="next" href="{{older}}">Next</a>{{/older}}</nav>

    """#

  /// The plural noun of the list's objects, such as "trips".
  let objects: String
  /// The address of the previous page; nil on the first.
  package let newer: String?
  /// The address of the next page; nil on the last.
  package let older: String?
  /// The position of the page, such as "Page 2 of 3".
  package let text: String

  /// The links of a page; nil for a list of one page.
  ///
  /// - Parameters:
  ///   - objects: The plural noun of the list's objects, such as "trips".
  ///   - page: The page, from 1. Beyond the end, the last page is shown.
  ///   - pages: The number of pages.
  ///   - address: The address of a page.
  package init?(of objects: String, page: Int, pages: Int, address: (Int) -> String) {
    guard pages > 1 else { return nil }
    let page = min(max(page, 1), pages)
    self.objects = objects
    newer = page > 1 ? address(page - 1) : nil
    older = page < pages ? address(page + 1) : nil
    text = "Page \(page) of \(pages)"
  }
}
