// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Command
import RowingApp
import RuckMapApp
import TripPlannerApp

/// The command `cairn`.
@main
enum Cairn {
  /// The apps: an app is its two modules and one line here.
  static let apps: [any CairnApp] = [
    RuckApp(),
    RowApp(),
    TripApp(),
  ]

  static func main() async {
    await CairnCommand.main(apps: apps)
  }
}
