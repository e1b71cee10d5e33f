// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import HTTPTypes
import Hummingbird
import Logging

/// Adds the request's ID and the common headers to each response, counts it, and logs it.
///
/// The log contains no query, body or header, because these hold the secrets. Its endpoint names are a
/// fixed set.
struct RequestLogMiddleware: RouterMiddleware {
  let dependencies: ServerDependencies

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    dependencies.metrics.begin()
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      response = ErrorResponse.response(for: error, context: context, dependencies: dependencies)
    }
    let endpoint = EndpointName.of(request, mountedAt: dependencies.configuration.mount)
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let duration = Double(seconds) + Double(attoseconds) / 1e18
    dependencies.metrics.end(endpoint: endpoint, status: response.status.code, seconds: duration)
    response.headers[.requestUUID] = context.requestID
    response.headers[.xContentTypeOptions] = "nosniff"
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    if dependencies.configuration.tls != nil {
      response.headers[.strictTransportSecurity] = "max-age=31536000"
    }
    dependencies.logger.info(
      "Request answered",
      metadata: [
        "request": "\(context.requestID)", "method": "\(request.method.rawValue)",
        "endpoint": "\(endpoint)", "status": "\(response.status.code)",
        "milliseconds": "\((duration * 100_000).rounded() / 100)",
      ])
    return response
  }
}

/// The endpoint names in logs and metrics: a fixed set, independent of the paths that clients send.
enum EndpointName {
  private static let pages = ["/health": "health", "/metrics": "metrics"]

  static func of(_ request: Request, mountedAt mount: String) -> String {
    let path = RequestTarget(request.head.path ?? "/").path
    if let page = pages[path] { return page }
    if path == OpenAPIPages.description || path == mount + OpenAPIPages.description {
      return "description"
    }
    if path.hasPrefix(mount + SignInPaths.start) { return "sign-in" }
    guard
      let route = try? Route(path: path, method: request.method.rawValue, mountedAt: mount)
    else { return "other" }
    return switch route {
    case .operation(let route): route.endpoint.operation
    case .uploadAsset: "upload"
    case .downloadAsset: "download"
    case .notifications: "webcourier"
    }
  }
}
