// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Answers the paths of the protocol; lets others pass.
///
/// In this order: the path, the pages of other origins, who asks, how often, whether they may, the size
/// of the body, its text, and then the service.
struct ProtocolRoutes: RouterMiddleware {
  let site: CloudSite

  private static let starts = ["/database/", "/device/", "/assets/1/", "/webcourier/"]

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let target = RequestTarget(request.head.path ?? "/")
    let mount = site.configuration.mount
    guard Self.starts.contains(where: { target.path.hasPrefix(mount + $0) }) else {
      return try await next(request, context)
    }
    if request.method == .options {
      return try await CrossOrigin.preflight(request, target: target, site: site)
    }
    let route = try Route(
      path: target.path, method: request.method.rawValue, mountedAt: mount)
    switch route {
    case .uploadAsset(let token):
      return try await AssetRoutes(site: site).upload(token, request)
    case .downloadAsset(let token):
      return try await AssetRoutes(site: site).download(token, request, context)
    case .notifications(let token):
      return try await CourierRoute(site: site).answer(token, request, context, target)
    case .operation: break
    }
    guard case .operation(let operation) = route, let handler = site.endpoints[operation.endpoint]
    else {
      throw ServerFailure(
        .notFound, "could not find handler for endpoint \(WireError.quoted(target.path))")
    }
    return try await answer(request, context, target, operation, handler)
  }

  private func answer(
    _ request: Request, _ context: ServerContext, _ target: RequestTarget, _ route: OperationRoute,
    _ handler: EndpointTable.Handler
  ) async throws -> Response {
    let credentials = Credentials(
      target: target, origin: request.headers[.origin], signature: Self.signature(of: request))
    // A signature is over the body, which is read for it before the rest is checked.
    var signed: [UInt8]?
    let address = ClientAddress.of(
      request, context, isBehindProxy: site.configuration.isBehindProxy)
    var held = site.held.share(of: address)
    let identity = try await site.authenticator.identify(credentials, route: route) { [held] in
      let bytes = try await RequestBytes.read(
        request, atMost: site.configuration.requestBytes, held: held)
      signed = bytes
      return bytes
    }
    let key = identity.rateKey(address: address)
    if signed == nil { held = site.held.share(of: key) }
    var response: Response
    do {
      try throttle(key)
      var call = try site.authenticator.authorize(
        identity, route: route, wantsSyncToken: target.wantsSyncToken,
        baseURL: site.url(of: request, path: ""), clientID: target.clientID
      ) { token in
        site.url(of: request, path: SignInPaths.page(site.signIn.ticket(for: token)))
      }
      call.rateKey = key
      let body =
        if let signed {
          signed
        } else {
          try await RequestBytes.read(
            request, atMost: site.configuration.requestBytes, held: held)
        }
      // A body is taken apart beside its bytes; what is done can't be refused any more.
      try held.add(body.count)
      let answer = try await handler(body, call)
      if answer.count > held.held, route.endpoint.isReading {
        try held.add(answer.count - held.held)
      } else {
        held.set(to: answer.count)
      }
      response = JSONAnswer.response(answer, held: held)
    } catch {
      response = ErrorAnswer.response(for: error, context: context, site: site)
    }
    do {
      response.headers[.webAuthToken] = try await site.authenticator.freshToken(for: identity)
    } catch {
      // What was done is done, and the old token is still good.
      site.logger.error(
        "Session not extended",
        metadata: ["request": "\(context.requestID)", "error": "\(String(reflecting: error))"])
    }
    if let origin = credentials.origin, case .program = identity {
      CrossOrigin.allow(origin, in: &response)
    }
    return response
  }

  private func throttle(_ caller: String) throws(ServerFailure) {
    guard let seconds = site.limiter.take(caller) else { return }
    site.metrics.throttle()
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
  /// True for what changes nothing, so that it can be asked for again.
  fileprivate var isReading: Bool {
    switch self {
    case .queryRecords, .lookupRecords, .databaseChanges, .zonesChanges, .zoneChanges,
      .recordChanges, .listZones, .lookupZones, .listSubscriptions, .lookupSubscriptions:
      true
    default: false
    }
  }
}
