// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Answers every request of a device without a session with the pairing page, unless its address has a secret.
///
/// It belongs to the router of the LAN server only. Requests over the loopback interface are served
/// by another router without it, and the routes of the list of devices exist only there.
struct DeviceAccess: RouterMiddleware {
  typealias Context = PageContext

  private let access: LANAccess
  private let site: Site
  private let secrets: SecretAddresses

  /// Creates the check.
  ///
  /// - Parameters:
  ///   - access: The sessions.
  ///   - site: The site of the pairing page: without modules of apps, whose names the page would
  ///     contain, and with a form token of its own.
  ///   - secrets: The addresses that a device without a session may read.
  init(_ access: LANAccess, site: Site, secrets: SecretAddresses) {
    self.access = access
    self.site = site
    self.secrets = secrets
  }

  func handle(
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
    guard request.method == .get || request.method == .head, secrets.contains(request.uri.path)
    else { return pairingPage() }
    return try await secretResponse(request, context, next)
  }

  /// The response to a device without a session.
  private func pairingPage() -> Response {
    var response = PairingPage.response(site: site, status: .forbidden)
    response.headers[.deviceState] = "unpaired"
    return response
  }

  /// The response to an address with a secret; an unknown one is answered like every other address.
  private func secretResponse(
    _ request: Request, _ context: PageContext,
    _ next: @concurrent (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    let sender = context.remoteAddress?.ipAddress ?? ""
    if let delay = access.secretAttempts.delay(of: sender) {
      var response = text(
        .tooManyRequests, "Too many unknown addresses. Try again in \(delay) seconds.\n")
      response.headers[.retryAfter] = "\(delay)"
      return response
    }
    do {
      return try await next(request, context)
    } catch {
      // The page of an error has the names of apps.
      guard PageError(error).status == .notFound else {
        site.logger.error(
          "Request failed",
          metadata: [
            "path": "\(secrets.redacted(request.uri.path))", "error": "\(error)",
            "request": "\(context.id)",
          ])
        return text(.internalServerError, "The data can't be read. See the log of the server.\n")
      }
      access.secretAttempts.recordFailure(of: sender)
      return pairingPage()
    }
  }

  private func text(_ status: HTTPResponse.Status, _ text: String) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

extension DevicePaths {
  /// The paths that a device without a session may request; they contain no data.
  static let open: Set<String> = Set(
    [pair, authority, OfflinePaths.manifest, OfflinePaths.worker]
      + [Asset.stylesheet, .script, .icon].map(Paths.asset) + OfflinePaths.assets)
}
