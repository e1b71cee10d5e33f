// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Hummingbird

/// Refuses methods that the pages beside the protocol do not have.
struct PageMethods: RouterMiddleware {
  private let pages: Set<String>

  init(site: CloudSite) {
    pages = [
      "/health", "/metrics", OpenAPIPages.description,
      site.configuration.mount + OpenAPIPages.description,
    ]
  }

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let path = RequestTarget(request.head.path ?? "/").path
    if request.method != .get, pages.contains(path) {
      throw RouteError.wrongMethod(request.method.rawValue, allowed: ["GET"])
    }
    return try await next(request, context)
  }
}
