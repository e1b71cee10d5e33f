// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import Testing

/// Paths with query parameters.
struct PathsTests {
  @Test
  func `an address has the values that are not empty, escaped`() {
    #expect(Paths.address("/rowing", []) == "/rowing")
    #expect(Paths.address("/rowing", [("athlete", "")]) == "/rowing")
    #expect(Paths.address("/rowing", [("page", "2")]) == "/rowing?page=2")
    let items = [("text", "2 km & more"), ("from", ""), ("to", "2026-11-28"), ("name", "é")]
    #expect(
      Paths.address("/rowing", items)
        == "/rowing?text=2%20km%20%26%20more&to=2026%2D11%2D28&name=%C3%A9")
  }
}
