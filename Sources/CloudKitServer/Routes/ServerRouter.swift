// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The router: the middleware in order, then the pages for operators.
enum ServerRouter {
  static func router(dependencies: ServerDependencies) -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.addMiddleware {
      RequestLogMiddleware(dependencies: dependencies)
      HostMiddleware()
      ProtocolRoutes(dependencies: dependencies)
      SignInRoute(dependencies: dependencies)
      DeviceSignInRoute(dependencies: dependencies)
      PageMethodMiddleware(dependencies: dependencies)
    }
    HealthRoute(dependencies: dependencies).add(to: router)
    MetricsRoute(dependencies: dependencies).add(to: router)
    OpenAPIRoute(dependencies: dependencies).add(to: router)
    return router
  }
}

/// Rejects HTTP/1.1 requests without exactly one `Host` header (RFC 9112, 3.2).
struct HostMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    guard request.head.authority != nil else {
      throw ServerFailure(.badRequest, "the request has no Host, or more than one")
    }
    return try await next(request, context)
  }
}

/// Rejects methods other than GET for the operators' pages.
struct PageMethodMiddleware: RouterMiddleware {
  private let pages: Set<String>

  init(dependencies: ServerDependencies) {
    pages = [
      "/health", "/metrics", OpenAPIPages.description,
      dependencies.configuration.mount + OpenAPIPages.description,
    ]
  }

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let path = RequestTarget(request.head.path ?? "/").path
    if request.method != .get, pages.contains(path) {
      throw RouteError.wrongMethod(request.method.rawValue, allowed: ["GET"])
    }
    return try await next(request, context)
  }
}

/// `/health`: 200 if the storage responds, 503 if it does not.
struct HealthRoute {
  let dependencies: ServerDependencies

  func add(to router: Router<ServerContext>) {
    router.get("/health") { [dependencies] _, context in
      do {
        try await dependencies.health()
        return JSONResponse.response(Array(#"{"status":"ok"}"#.utf8))
      } catch {
        dependencies.logger.error(
          "Storage does not respond",
          metadata: ["request": "\(context.requestID)", "error": "\(String(reflecting: error))"])
        return JSONResponse.response(
          Array(#"{"status":"unavailable"}"#.utf8), status: .serviceUnavailable)
      }
    }
  }
}

/// `/metrics`: metrics for Prometheus, for programs on this machine only.
struct MetricsRoute {
  let dependencies: ServerDependencies

  func add(to router: Router<ServerContext>) {
    router.get("/metrics") { [dependencies] request, context in
      guard ClientAddress.isLocal(request, context), dependencies.isNamed(by: request) else {
        throw HTTPError(.notFound)
      }
      let text = dependencies.metrics.text(waitingDevices: dependencies.notifications.hub.count)
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
  }
}

/// `/openapi.json`: the OpenAPI description of this server's endpoints.
struct OpenAPIRoute {
  let dependencies: ServerDependencies

  func add(to router: Router<ServerContext>) {
    let mount = dependencies.configuration.mount
    let body = OpenAPIDocument(of: dependencies.endpoints.endpoints, mountedAt: mount).bytes
    for path in Set([OpenAPIPages.description, mount + OpenAPIPages.description]) {
      router.get(RouterPath(path)) { _, _ in
        var response = JSONResponse.response(body)
        response.headers[.cacheControl] = "public, max-age=300"
        CrossOrigin.allow("*", in: &response)
        return response
      }
    }
  }
}
