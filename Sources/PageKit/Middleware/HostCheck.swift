// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Rejects requests for another host name, or from another site's page.
///
/// In a DNS rebinding attack, an attacker's name resolves to this machine; the Host header contains
/// that name, so only the server's own names are accepted. The headers Origin and Sec-Fetch-Site
/// identify pages of other origins, so these can't send a form.
struct HostCheck<Context: RequestContext>: RouterMiddleware {
  let address: any ServerNames

  func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard address.isNamed(by: request.head.authority) else { throw PageError.foreignHost }
    if request.method != .get, request.method != .head {
      try checkOrigin(of: request)
    }
    return try await next(request, context)
  }

  private func checkOrigin(of request: Request) throws(PageError) {
    for origin in request.headers[values: .origin] where !address.isOrigin(origin) {
      throw .foreignOrigin
    }
    for site in request.headers[values: .secFetchSite]
    where site != "same-origin" && site != "none" {
      throw .foreignOrigin
    }
  }
}

extension HTTPField.Name {
  static let secFetchSite = name("Sec-Fetch-Site")
  static let contentSecurityPolicy = name("Content-Security-Policy")
  static let referrerPolicy = name("Referrer-Policy")
  static let frameOptions = name("X-Frame-Options")
  static let openerPolicy = name("Cross-Origin-Opener-Policy")
  static let resourcePolicy = name("Cross-Origin-Resource-Policy")

  /// A header name from a token of letters and hyphens.
  private static func name(_ text: String) -> Self {
    guard let name = Self(text) else { preconditionFailure("\(text) is not a header's name") }
    return name
  }
}

/// Adds headers that restrict pages to their own styles, script, images and forms.
struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
  /// The site, whose settings name the tile server that images may be loaded from.
  let site: Site

  private var policy: String {
    let images = ["'self'", site.maps.imageOrigin].compactMap(\.self).joined(separator: " ")
    return "default-src 'none'; style-src 'self'; script-src 'self'; img-src \(images); "
      + "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
      + "base-uri 'none'; frame-ancestors 'none'"
  }

  func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.contentSecurityPolicy] = policy
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.referrerPolicy] = "same-origin"
    response.headers[.frameOptions] = "DENY"
    response.headers[.openerPolicy] = "same-origin"
    response.headers[.resourcePolicy] = "same-origin"
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }
}
