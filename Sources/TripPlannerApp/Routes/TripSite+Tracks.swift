// Cairn
// SPDX-License-Identifier: Apache-2.0

import TravelFiles
import TripPlanner

extension TripSite {
  /// The points of a trip's routes.
  func tracks(_ view: TripView) async throws -> [[Coordinates]] {
    var tracks: [[Coordinates]] = []
    for route in view.detail.routes {
      tracks += try await library.routeLines(route.id).filter { !$0.isEmpty }
    }
    return tracks
  }
}
