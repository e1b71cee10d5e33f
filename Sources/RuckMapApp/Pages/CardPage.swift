// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import PageKit

/// One page of a long list in a card; the field `page` of the query chooses it.
struct CardPage<Element> {
  /// The maximum number of elements.
  static var size: Int { 50 }

  /// The elements of the page; the last page is shown for a number beyond the end.
  let elements: ArraySlice<Element>
  /// The number of the page, from 1.
  let number: Int
  /// Whether a page follows.
  let hasNext: Bool

  /// Creates the page that a request asks for.
  ///
  /// - Parameters:
  ///   - list: The list, or its beginning up to one element after the page.
  ///   - request: The request; nil for the first page.
  init(of list: [Element], _ request: Request?) {
    let pages = max(1, (list.count + Self.size - 1) / Self.size)
    number = min(Self.number(request), pages)
    let start = (number - 1) * Self.size
    elements = list[start..<min(start + Self.size, list.count)]
    hasNext = number < pages
  }

  /// The number of the page that a request asks for, from 1.
  static func number(_ request: Request?) -> Int {
    let text = request.flatMap { FormFields(query: $0)["page"] } ?? ""
    return min(max(Int(text) ?? 1, 1), 100_000)
  }

  /// The address of this page.
  func address(_ path: String) -> String { Self.address(path, number) }

  /// The links to the neighbouring pages.
  ///
  /// - Parameters:
  ///   - path: The path of the first page.
  ///   - card: The identifier of the card's heading, to which the browser scrolls.
  /// - Returns: No link for a list of one page.
  func links(_ path: String, _ card: String) -> [SectionPage.Action] {
    var links: [SectionPage.Action] = []
    if number > 1 {
      links.append(.link("Previous page", Self.address(path, number - 1) + "#" + card))
    }
    if hasNext { links.append(.link("Next page", Self.address(path, number + 1) + "#" + card)) }
    return links
  }

  private static func address(_ path: String, _ number: Int) -> String {
    number > 1 ? "\(path)?page=\(number)" : path
  }
}
