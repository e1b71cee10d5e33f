// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import HTTPTypes
import Hummingbird

/// Cross-origin resource sharing (CORS): a page may use the API tokens that allow its origin.
///
/// The protocol has no cookies, so credentials are never allowed.
enum CrossOrigin {
  /// Answers a CORS preflight request.
  static func preflight(
    _ request: Request, target: RequestTarget, dependencies: ServerDependencies
  ) async throws -> Response {
    let method = request.headers[.accessControlRequestMethod] ?? "POST"
    let route = try Route(
      path: target.path, method: method, mountedAt: dependencies.configuration.mount)
    if case .operation = route {} else { return allowed("*", "content-type, range, last-event-id") }
    guard let origin = request.headers[.origin], let apiToken = target.apiToken,
      try await dependencies.authenticator.token(apiToken, forOrigin: origin) != nil
    else {
      throw ServerFailure(.accessDenied, "ckAPIToken is not for pages of this origin")
    }
    return allowed(origin, "content-type")
  }

  /// Returns a preflight response that allows an origin to send some headers.
  private static func allowed(_ origin: String, _ headers: String) -> Response {
    var response = Response(status: .noContent)
    allow(origin, in: &response)
    response.headers[.accessControlAllowMethods] = "GET, POST, OPTIONS"
    response.headers[.accessControlAllowHeaders] = headers
    response.headers[.accessControlMaxAge] = "3600"
    return response
  }

  /// Allows pages of an origin to read a response.
  static func allow(_ origin: String, in response: inout Response) {
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.vary] = "Origin"
    response.headers[.accessControlExposeHeaders] = HeaderNames.exposed.joined(separator: ", ")
  }
}
