// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Routes the paths of the protocol and passes other paths on.
///
/// The steps, in order: the path, preflights of other origins, authentication, the rate limit,
/// authorization, the body, the service, the session's next token.
struct ProtocolRoutes: RouterMiddleware {
  let dependencies: ServerDependencies

  private static let starts = ["/database/", "/device/", "/assets/1/", "/webcourier/"]

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let target = RequestTarget(request.head.path ?? "/")
    let mount = dependencies.configuration.mount
    guard Self.starts.contains(where: { target.path.hasPrefix(mount + $0) }) else {
      return try await next(request, context)
    }
    if request.method == .options {
      return try await CrossOrigin.preflight(request, target: target, dependencies: dependencies)
    }
    let route = try Route(
      path: target.path, method: request.method.rawValue, mountedAt: mount)
    switch route {
    case .uploadAsset(let token):
      return try await AssetRoutes(dependencies: dependencies).upload(token, request, context)
    case .downloadAsset(let token):
      return try await AssetRoutes(dependencies: dependencies).download(token, request, context)
    case .notifications(let token):
      return try await NotificationRoute(dependencies: dependencies).answer(
        token, request, context, target)
    case .operation: break
    }
    guard case .operation(let operation) = route,
      let handler = dependencies.endpoints[operation.endpoint]
    else {
      throw ServerFailure(
        .notFound, "could not find handler for endpoint \(WireError.quoted(target.path))")
    }
    return try await answer(request, context, target, operation, handler)
  }

  // MARK: Steps

  /// An operation on its way through the steps.
  private struct Exchange {
    let request: Request
    let context: ServerContext
    let target: RequestTarget
    let route: OperationRoute
    let credentials: Credentials
    let address: String
    /// The body, if a signature over it was checked; else nil until ``respond(to:as:with:)`` reads it.
    var body: [UInt8]?
    /// The share of the memory budget; it counts against the address until the caller is known.
    var memory: MemoryBudget.Share
  }

  private func answer(
    _ request: Request, _ context: ServerContext, _ target: RequestTarget, _ route: OperationRoute,
    _ handler: EndpointTable.Handler
  ) async throws -> Response {
    let address = ClientAddress.of(
      request, context, isBehindProxy: dependencies.configuration.isBehindProxy)
    var exchange = Exchange(
      request: request, context: context, target: target, route: route,
      credentials: Credentials(
        target: target, origin: request.headers[.origin], signature: Self.signature(of: request)),
      address: address, memory: dependencies.memory.share(of: address))
    let identity = try await identify(&exchange)
    var response: Response
    do {
      response = try await respond(to: exchange, as: identity, with: handler)
    } catch {
      response = ErrorResponse.response(for: error, context: context, dependencies: dependencies)
    }
    await extendSession(of: identity, exchange, &response)
    if let origin = exchange.credentials.origin, case .program = identity {
      CrossOrigin.allow(origin, in: &response)
    }
    return response
  }

  /// Authenticates the caller; the body is read here only if it is signed.
  private func identify(_ exchange: inout Exchange) async throws -> Identity {
    var signed: [UInt8]?
    let identity = try await dependencies.authenticator.identify(
      exchange.credentials, route: exchange.route
    ) { [exchange] in
      let bytes = try await RequestBodyReader.read(
        exchange.request, exchange.context, atMost: dependencies.configuration.requestBytes,
        held: exchange.memory)
      signed = bytes
      return bytes
    }
    exchange.body = signed
    if signed == nil {
      exchange.memory = dependencies.memory.share(of: identity.rateKey(address: exchange.address))
    }
    return identity
  }

  /// Throttles, authorizes and performs the operation.
  private func respond(
    to exchange: Exchange, as identity: Identity, with handler: EndpointTable.Handler
  ) async throws -> Response {
    let key = identity.rateKey(address: exchange.address)
    try throttle(key)
    var call = try dependencies.authenticator.authorize(
      identity, route: exchange.route, wantsSyncToken: exchange.target.wantsSyncToken,
      baseURL: dependencies.url(of: exchange.request, path: ""), clientID: exchange.target.clientID
    ) { token in
      dependencies.url(
        of: exchange.request, path: SignInPaths.page(dependencies.signIn.ticket(for: token)))
    }
    call.rateKey = key
    let memory = exchange.memory
    let body =
      if let signed = exchange.body {
        signed
      } else {
        try await RequestBodyReader.read(
          exchange.request, exchange.context, atMost: dependencies.configuration.requestBytes,
          held: memory)
      }
    // The parsed body needs as much memory again.
    try memory.add(body.count)
    let eventLoop = exchange.context.channel.eventLoop
    guard exchange.route.endpoint.isReading else {
      let answer = try await handler(body, call)
      // The change is committed, so its response may exceed the budget.
      memory.set(to: answer.count)
      return JSONResponse.response(answer, held: memory, on: eventLoop)
    }
    // The budget learns the size of a response when it is complete, so few are built at a time.
    return try await dependencies.reads.run(key) {
      let answer = try await handler(body, call)
      // A client can repeat a rejected read.
      if answer.count > memory.held {
        try memory.add(answer.count - memory.held)
      } else {
        memory.set(to: answer.count)
      }
      return JSONResponse.response(answer, held: memory, on: eventLoop)
    }
  }

  /// Adds a fresh web token to a session's response.
  private func extendSession(
    of identity: Identity, _ exchange: Exchange, _ response: inout Response
  ) async {
    do {
      response.headers[.webAuthToken] = try await dependencies.authenticator.freshToken(
        for: identity)
    } catch {
      // The operation is done, and the old token stays valid.
      dependencies.logger.error(
        "Session not extended",
        metadata: [
          "request": "\(exchange.context.requestID)", "error": "\(String(reflecting: error))",
        ])
    }
  }

  private func throttle(_ caller: String) throws(ServerFailure) {
    guard let seconds = dependencies.limiter.consume(caller) else { return }
    dependencies.metrics.throttle()
    throw ServerFailure(.throttled, "too many requests", retryAfter: seconds)
  }

  private static func signature(of request: Request) -> RequestSignature? {
    guard let keyID = request.headers[.keyID] else { return nil }
    return RequestSignature(
      keyID: keyID, date: request.headers[.signatureDate] ?? "",
      signature: request.headers[.signature] ?? "")
  }
}

extension Endpoint {
  /// True for endpoints that change nothing, so that a client can retry them.
  fileprivate var isReading: Bool {
    switch self {
    case .queryRecords, .lookupRecords, .databaseChanges, .zonesChanges, .zoneChanges,
      .recordChanges, .listZones, .lookupZones, .listSubscriptions, .lookupSubscriptions:
      true
    default: false
    }
  }
}
