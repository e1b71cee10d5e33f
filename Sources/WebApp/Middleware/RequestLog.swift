// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging

/// Tells the log of each request and its answer.
struct RequestLog<Context: RequestContext>: RouterMiddleware {
  let logger: Logger

  func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    logger.debug(
      "Request answered",
      metadata: [
        "method": "\(request.method)", "path": "\(request.uri.path)",
        "status": "\(response.status.code)", "duration": "\(ContinuousClock.now - start)",
        "request": "\(context.id)",
      ])
    return response
  }
}
