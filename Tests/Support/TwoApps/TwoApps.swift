// Cairn
// SPDX-License-Identifier: Apache-2.0

import Command
import Logbook
import RuckMapApp

/// A command like `cairn` with two apps, for tests of operations on several stores.
@main
enum TwoApps {
  static func main() async { await CairnCommand.main(apps: [LogbookApp(), RuckApp()]) }
}
