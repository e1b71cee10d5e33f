// Cairn
// SPDX-License-Identifier: Apache-2.0

import Command
import Logbook

/// A command like `cairn`, with the logbook as its only app.
@main
enum LogbookCommand {
  static func main() async { await CairnCommand.main(apps: [LogbookApp()]) }
}
