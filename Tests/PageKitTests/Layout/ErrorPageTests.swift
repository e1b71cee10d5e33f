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
    .badForm("It is damaged."),
    .conflict("The ruck has no positions.", next: PageLink("The ruck", "/rucks/1")),
    .uploadTooLarge(limit: 1 << 30),
    .noSpace("No space left on device."), .failed("The store is locked. Try again."), .failed(nil),
  ])
  func `each error page matches its snapshot`(error: PageError) throws {
    let templates = try Templates()
    let html = ErrorPage.render(.init(error), templates: templates)
    let name = "\(error)".prefix { $0.isLetter }
    let suffix = error == .failed(nil) ? "-unknown" : ""
    try Snapshot.expect(html, is: "error-\(name)\(suffix).html")
  }

  @Test func `a rejected value outside of a form is the sender's error`() {
    #expect(PageError(FieldProblem("Write a weight.")) == .badForm("Write a weight."))
  }
}
