// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import Testing

/// The links between the pages of a list.
struct PagerTests {
  @Test(
    arguments: [
      (1, 1, nil, nil, nil), (1, 2, nil, "/2", "Page 1 of 2"), (2, 2, "/1", nil, "Page 2 of 2"),
      (2, 3, "/1", "/3", "Page 2 of 3"),
      // Beyond the ends, the first or last page is shown.
      (9, 3, "/2", nil, "Page 3 of 3"), (0, 3, nil, "/2", "Page 1 of 3"), (1, 0, nil, nil, nil),
    ] as [(Int, Int, String?, String?, String?)])
  func `a page links to its neighbors`(
    page: Int, pages: Int, newer: String?, older: String?, text: String?
  ) {
    let pager = Pager(of: "notes", page: page, pages: pages) { "/\($0)" }
    #expect(pager?.newer == newer)
    #expect(pager?.older == older)
    #expect(pager?.text == text)
  }
}
