// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import PageTestSupport
import Testing

/// Error pages with snapshots.
struct ErrorPageTests {
  @Test(arguments: [
    PageError.notFound, .noSuch("ruck", list: PageLink("All rucks", "/rucks")), .methodNotAllowed,
    .foreignHost, .foreignOrigin, .staleForm,
    .badForm("It is damaged."), .uploadTooLarge(limit: 1 << 30),
    .noSpace("No space left on device."), .failed("The store is locked. Try again."), .failed(nil),
  ])
  func `each error page matches its snapshot`(error: PageError) throws {
    let templates = try Templates()
    let html = ErrorPage.render(.init(error), templates: templates)
    let name = "\(error)".prefix { $0.isLetter }
    let suffix = error == .failed(nil) ? "-unknown" : ""
    try Snapshot.expect(html, is: "error-\(name)\(suffix).html")
  }
}
