// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

/// GET /tiles/:zoom/:column/:row: serves a tile of a local file.
///
/// A missing tile is 404 with an empty body: a map asks for many of them at the edge of its area.
package struct TileRoute: Sendable {
  /// The time for which browsers use a tile without asking again.
  static let cacheControl = "private, max-age=3600"
  /// The time for which browsers don't ask for a missing tile again.
  static let missingCacheControl = "private, max-age=60"

  private let site: Site

  /// Creates the route for the tile file of a site's settings.
  package init(site: Site) {
    self.site = site
  }

  /// Adds the route to a router.
  package func add(to router: PageRouter) {
    router.get("/tiles/:zoom/:column/:row") { request, context in
      guard let zoom = context.tileNumber("zoom"), let column = context.tileNumber("column"),
        let row = context.tileNumber("row")
      else { throw PageError.notFound }
      guard let file = site.maps.file else { throw PageError.notFound }
      guard let tile = try await file.tile(zoom: zoom, column: column, row: row) else {
        return Response(
          status: .notFound, headers: [.cacheControl: Self.missingCacheControl])
      }
      return .cached(
        ByteBuffer(bytes: tile.data), tag: EntityTag(tile.data),
        mediaType: tile.format.mediaType, cacheControl: Self.cacheControl, for: request)
    }
  }
}

extension RequestContext {
  /// A number of the path, in decimal digits.
  fileprivate func tileNumber(_ name: String) -> Int? {
    guard let text = parameters.get(name), !text.isEmpty, text.utf8.count <= 10,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}
