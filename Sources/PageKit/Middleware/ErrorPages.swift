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
      var response = site.page(
        status: problem.status,
        title: problem.title, ErrorPage.render(.init(problem), templates: site.templates))
      // The router's own error is about an address without a route.
      if problem.status == .notFound, !(error is any HTTPResponseError) {
        response.headers[.missingObject] = "object"
      }
      return response
    }
  }
}

extension HTTPField.Name {
  /// Tells the service worker that a route did not find its object, so that it removes the saved pages of the object.
  ///
  /// An address without a route can belong to an app whose store can't be opened now.
  static let missingObject: Self = {
    guard let name = Self("Cairn-Missing") else { preconditionFailure("the name is a token") }
    return name
  }()
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
