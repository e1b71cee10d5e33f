// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import HTTPTypes
import Hummingbird

/// What pages of other origins may do: use the API tokens that name their origin.
///
/// There are no cookies in the protocol, so credentials are never allowed.
enum CrossOrigin {
  /// Answers what a browser asks beforehand.
  static func preflight(
    _ request: Request, target: RequestTarget, site: CloudSite
  ) async throws -> Response {
    let method = request.headers[.accessControlRequestMethod] ?? "POST"
    let route = try Route(path: target.path, method: method, mountedAt: site.configuration.mount)
    if case .operation = route {} else { return allowed("*", "content-type, range, last-event-id") }
    guard let origin = request.headers[.origin], let apiToken = target.apiToken,
      try await site.authenticator.token(apiToken, forOrigin: origin) != nil
    else {
      throw ServerFailure(.accessDenied, "ckAPIToken is not for pages of this origin")
    }
    return allowed(origin, "content-type")
  }

  /// Says what the pages of an origin may send.
  private static func allowed(_ origin: String, _ headers: String) -> Response {
    var response = Response(status: .noContent)
    allow(origin, in: &response)
    response.headers[.accessControlAllowMethods] = "GET, POST, OPTIONS"
    response.headers[.accessControlAllowHeaders] = headers
    response.headers[.accessControlMaxAge] = "3600"
    return response
  }

  /// Lets the page of an origin read an answer.
  static func allow(_ origin: String, in response: inout Response) {
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.vary] = "Origin"
    response.headers[.accessControlExposeHeaders] = HeaderNames.exposed.joined(separator: ", ")
  }
}
