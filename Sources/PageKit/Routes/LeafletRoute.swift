// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// GET /assets/leaflet/…: serves the files of Leaflet.
package struct LeafletRoute: Sendable {
  private let files: LeafletFiles?

  /// Creates the route for the files of a package; nil if it is not installed.
  package init(files: LeafletFiles?) {
    self.files = files
  }

  /// Adds the routes to a router.
  package func add(to router: PageRouter) {
    router.get("/assets/leaflet/:name") { request, context in
      try response(context.parameters.get("name") ?? "", to: request)
    }
    router.get("/assets/leaflet/images/:name") { request, context in
      try response("images/\(context.parameters.get("name") ?? "")", to: request)
    }
  }

  private func response(_ name: String, to request: Request) throws(PageError) -> Response {
    guard let file = files?.file(named: name) else { throw .notFound }
    return .cached(
      file.body, tag: file.tag, mediaType: file.mediaType, cacheControl: "no-cache", for: request)
  }
}
