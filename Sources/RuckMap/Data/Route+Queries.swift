// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SwiftData

extension Route {
  /// The number of rucks from which a public route is listed as popular.
  ///
  /// The badge ``isPopular`` needs more, and good reviews.
  public static let popularSessionCount = 10

  /// Public routes with at least 10 rucks, those with most rucks first.
  public static var popularRoutes: FetchDescriptor<Route> {
    FetchDescriptor<Route>(
      predicate: #Predicate { route in
        route.isPublic && route.sessions.count >= 10
      },
      sortBy: [SortDescriptor(\.sessions.count, order: .reverse), SortDescriptor(\.name)])
  }

  /// The search for public routes that start within a radius, nearest first.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north.
  ///   - longitude: Degrees east.
  ///   - radius: Metres on the ellipsoid.
  /// - Returns: A descriptor for `ModelContext.search(_:)`.
  public static func routesNear(
    latitude: Double, longitude: Double, radius: Double
  ) -> NearbyDescriptor<Route> {
    var descriptor = NearbyDescriptor<Route>(
      latitude: \.startLatitude, longitude: \.startLongitude, center: (latitude, longitude),
      predicate: #Predicate { $0.isPublic })
    descriptor.radius = radius
    return descriptor
  }

  /// True if the start is known; a draft has none.
  public var hasStart: Bool { startLatitude != 0 || startLongitude != 0 }
}
