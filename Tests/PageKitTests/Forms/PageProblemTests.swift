// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import Testing

@Suite struct PageProblemTests {
  /// The fields of an address.
  private func query(_ address: String) -> FormFields {
    FormFields(String(address.split(separator: "?").last ?? ""))
  }

  @Test func `a signed message is shown with all its characters`() {
    let token = FormToken()
    let text = "\"4,5\" & <b>é</b> + 1 % is no amount."
    let address = PageProblem.address("/trips", text, token: token)
    #expect(address.hasPrefix("/trips?problem="))
    #expect(PageProblem.message(query(address), token: token) == text)
  }

  @Test func `a message of another page or another server is not shown`() {
    let token = FormToken()
    let other = PageProblem.address("/trips", "Call this number.", token: FormToken())
    #expect(PageProblem.message(query(other), token: token) == nil)
    #expect(PageProblem.message(FormFields("problem=Call+this+number."), token: token) == nil)
    let own = PageProblem.address("/trips", "Enter a day.", token: token)
    let changed = own.replacing("Enter", with: "Print")
    #expect(PageProblem.message(query(changed), token: token) == nil)
  }

  @Test func `a long message is cut`() {
    let token = FormToken()
    let address = PageProblem.address("/", String(repeating: "a", count: 1_000), token: token)
    #expect(PageProblem.message(query(address), token: token)?.count == 300)
  }
}
