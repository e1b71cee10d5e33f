// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Converts errors of routes to pages with a remedy, and logs failures.
struct ErrorPages<Context: RequestContext>: RouterMiddleware {
  let site: Site

  func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = PageError(error)
      if problem.status.code >= 500 {
        site.logger.error(
          "Request failed",
          metadata: [
            "path": "\(site.secrets.redacted(request.uri.path))", "error": "\(error)",
            "request": "\(context.id)",
          ])
      }
      return site.page(
        status: problem.status,
        title: problem.title, ErrorPage.render(.init(problem), templates: site.templates))
    }
  }
}

/// Logs each request and its response.
struct RequestLog<Context: RequestContext>: RouterMiddleware {
  let site: Site

  func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    site.logger.debug(
      "Request answered",
      metadata: [
        "method": "\(request.method)", "path": "\(site.secrets.redacted(request.uri.path))",
        "status": "\(response.status.code)", "duration": "\(ContinuousClock.now - start)",
        "request": "\(context.id)",
      ])
    return response
  }
}
