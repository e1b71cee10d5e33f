// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import Hummingbird

/// A step of request handling, before the routes.
package typealias PageMiddleware = any MiddlewareProtocol<Request, Response, PageContext>

/// Answers every request of a device without a session with the pairing page.
///
/// It belongs to the router of the LAN server only. Requests over the loopback interface are served
/// by another router without it, and the routes of the list of devices exist only there.
package struct DeviceAccess: RouterMiddleware {
  package typealias Context = PageContext

  private let access: LANAccess
  private let site: Site

  /// Creates the check.
  ///
  /// - Parameters:
  ///   - access: The sessions.
  ///   - site: The site of the pairing page: without modules of apps, whose names the page would
  ///     contain, and with a form token of its own.
  package init(_ access: LANAccess, site: Site) {
    self.access = access
    self.site = site
  }

  package func handle(
    _ request: Request, context: PageContext,
    next: @concurrent (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    for secret in SessionCookie.secrets(in: request.headers) {
      guard let found = await access.sessions.access(secret: secret) else { continue }
      var response = try await next(request, context)
      if found.renewsCookie, response.headers[.setCookie] == nil {
        response.headers[.setCookie] = SessionCookie.header(secret)
      }
      return response
    }
    if DevicePaths.open.contains(request.uri.path) { return try await next(request, context) }
    var response = PairingPage.response(site: site, status: .forbidden)
    response.headers[.deviceState] = "unpaired"
    return response
  }
}
