// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Refuses requests that were meant for another name, or sent by another site's page.
///
/// A name that an attacker lets point at this machine (DNS rebinding) is in the Host header, so only
/// the server's own names are answered. A page of another origin is named by Origin and
/// Sec-Fetch-Site, so it can't send a form.
struct HostCheck<Context: RequestContext>: RouterMiddleware {
  let address: LocalAddress

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

  /// A name that is a token of letters and hyphens.
  private static func name(_ text: String) -> Self {
    guard let name = Self(text) else { preconditionFailure("\(text) is not a header's name") }
    return name
  }
}
