// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Testing

/// Tables and lists of values on a terminal.
struct TextTableTests {
  @Test
  func `columns are aligned by the widths of their cells`() {
    var table = TextTable([.left("NAME"), .right("BYTES")])
    table.add(["sample", "5"])
    table.add(["東京", "1200"])
    #expect(table.text(colors: false) == "NAME    BYTES\nsample      5\n東京     1200\n")
    #expect(table.text(colors: true).hasPrefix("\u{1B}[2mNAME    BYTES\u{1B}[0m\n"))
  }

  @Test
  func `the values of a list are in one column, and printable`() {
    let text = TextTable.fields([("Name", "Lake\u{1B}[2J"), ("Distance", "1.19 mi"), ("Note", "")])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.count == 4 && lines[3].isEmpty)
    #expect(lines[0].hasPrefix("Name      Lake") && !lines[0].contains("\u{1B}"))
    #expect(lines[1] == "Distance  1.19 mi")
    #expect(lines[2] == "Note      ")
    #expect(TextTable.fields([]) == "")
  }

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
