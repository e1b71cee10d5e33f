// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Testing

/// Examples of command lines in help texts.
struct CommandExampleTests {
  @Test
  func `the purposes of examples are in one column`() {
    let text = CommandExample.text([
      CommandExample("cairn", "serve the pages"),
      CommandExample("cairn log add TEXT", "add an entry"),
    ])
    #expect(
      text == """
          cairn                                  serve the pages
          cairn log add TEXT                     add an entry
        """)
  }

  @Test
  func `a command line that reaches the column is followed by two spaces`() {
    let command = String(repeating: "c", count: 45)
    #expect(CommandExample.text([CommandExample(command, "run")]) == "  \(command)  run")
  }

  @Test
  func `no examples are an empty text`() {
    #expect(CommandExample.text([]).isEmpty)
  }
}
