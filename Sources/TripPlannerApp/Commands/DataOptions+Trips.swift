// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import TripPlanner

extension DataOptions {
  /// Opens the store of the trips, creating the folder and the store if needed.
  func openTrips() throws -> TripLibrary { try TripLibrary.open(directory: url) }
}
