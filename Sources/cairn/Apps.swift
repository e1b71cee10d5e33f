// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import RuckMapApp

/// The apps of the command: an app is its two modules and one line here.
enum Apps {
  static let all: [any CairnApp] = [
    RuckApp()
  ]

  /// Containers that a new server creates for the apps to come.
  static let reservedContainers = [
    "iCloud.com.surfseer.rowing-performance-tracker",
    "iCloud.com.smarttripplanner.SmartTripPlanner",
  ]
}
