// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Testing

/// Tables of the command.
struct TextTableTests {
  @Test
  func `a non-breaking space is an ordinary one, which searches of the output find`() {
    var table = TextTable([.left("NAME"), .right("TIME")])
    table.add(["Ridge", "1\u{A0}h\u{A0}5\u{A0}min"])
    #expect(
      table.text(colors: false) == """
        NAME        TIME
        Ridge  1 h 5 min

        """)
    #expect("5\u{A0}min".printable == "5 min")
  }
}
