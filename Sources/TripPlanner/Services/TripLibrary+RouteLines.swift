// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData
package import TravelFiles

extension TripLibrary {
  /// Returns the lines of a route's path; none if the route has only its ends.
  ///
  /// - Throws: ``TripLibraryError/notFound(kind:name:)`` if there is no such route.
  package func routeLines(_ id: UUID) throws -> [[Coordinates]] {
    let route = try entity(Route.self, id)
    let path = route.path.flatMap { RoutePath(decoding: $0) }
    return (path?.segments ?? []).map { $0.map(\.coordinates) }
  }
}
