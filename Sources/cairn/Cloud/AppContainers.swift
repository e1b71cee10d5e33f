// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The containers of the apps, which a server has from its first start.
enum AppContainers {
  static let ruckMap = "iCloud.com.yourteam.ruckmap"

  static let names = [
    ruckMap, "iCloud.com.surfseer.rowing-performance-tracker",
    "iCloud.com.smarttripplanner.SmartTripPlanner",
  ]
}
