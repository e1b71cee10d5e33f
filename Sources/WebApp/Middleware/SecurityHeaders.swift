// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Tells browsers what the pages may do: nothing but their own styles, script, images and forms.
struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
  static var policy: String {
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
      + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  }

  func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.contentSecurityPolicy] = Self.policy
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.referrerPolicy] = "same-origin"
    response.headers[.frameOptions] = "DENY"
    response.headers[.openerPolicy] = "same-origin"
    response.headers[.resourcePolicy] = "same-origin"
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }
}
