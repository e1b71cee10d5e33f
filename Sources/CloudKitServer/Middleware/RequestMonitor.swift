// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging

/// Gives each answer its request's id, counts it, and tells the log of it.
///
/// The log has no query, no body and no header: these are where secrets are. What it calls an endpoint is
/// one of a fixed set.
struct RequestMonitor: RouterMiddleware {
  let site: CloudSite

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    site.metrics.begin()
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      response = ErrorAnswer.response(for: error, context: context, site: site)
    }
    let endpoint = EndpointName.of(request, mountedAt: site.configuration.mount)
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let duration = Double(seconds) + Double(attoseconds) / 1e18
    site.metrics.end(endpoint: endpoint, status: response.status.code, seconds: duration)
    response.headers[.requestUUID] = context.requestID
    response.headers[.xContentTypeOptions] = "nosniff"
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    if site.configuration.tls != nil {
      response.headers[.strictTransportSecurity] = "max-age=31536000"
    }
    site.logger.info(
      "Request answered",
      metadata: [
        "request": "\(context.requestID)", "method": "\(request.method.rawValue)",
        "endpoint": "\(endpoint)", "status": "\(response.status.code)",
        "milliseconds": "\((duration * 100_000).rounded() / 100)",
      ])
    return response
  }
}
