// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Hummingbird

/// Refuses requests of HTTP/1.1 that do not name one host (RFC 9112, 3.2).
struct HostRule: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    guard request.head.authority != nil else {
      throw ServerFailure(.badRequest, "the request has no Host, or more than one")
    }
    return try await next(request, context)
  }
}
