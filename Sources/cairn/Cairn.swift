// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Command
import RuckMapApp

/// The command `cairn`.
@main
enum Cairn {
  /// The apps: an app is its two modules and one line here.
  static let apps: [any CairnApp] = [
    RuckApp()
  ]

  /// Containers that a new server creates for the apps to come.
  static let reservedContainers = [
    "iCloud.com.surfseer.rowing-performance-tracker",
    "iCloud.com.smarttripplanner.SmartTripPlanner",
  ]

  static func main() async {
    await CairnCommand.main(apps: apps, reservedContainers: reservedContainers)
  }
}
