// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import HTTPTypes
import Hummingbird
import Logging

/// `/sign-in/2/sessions`: name and password in, credentials out; and `/sign-in/2/sessions/end`.
///
/// An addition to Apple's protocol, for devices whose user sits at a terminal and has no token yet.
struct DeviceSignInRoute: RouterMiddleware {
  let site: CloudSite

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let mount = site.configuration.mount
    let path = RequestTarget(request.head.path ?? "/").path
    let isEnd = path == mount + SignInPaths.devicesEnd
    guard isEnd || path == mount + SignInPaths.devices else {
      return try await next(request, context)
    }
    guard request.method == .post else {
      throw RouteError.wrongMethod(request.method.rawValue, allowed: ["POST"])
    }
    // Without this a page elsewhere could send a form that has the text of such a request.
    guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
      throw ServerFailure(.badRequest, "Content-Type is not application/json")
    }
    let body = try await RequestBytes.read(request, atMost: FormText.largest)
    if isEnd {
      try await site.signIn.signOut(try DeviceSignOutRequest(body: body))
      return JSONAnswer.response(Array("{}".utf8))
    }
    let address = ClientAddress.of(
      request, context, isBehindProxy: site.configuration.isBehindProxy)
    do {
      let answer = try await site.signIn.signIn(
        try DeviceSignInRequest(body: body), from: address)
      return JSONAnswer.response(try answer.encoded())
    } catch let refusal as SignIn.Refusal {
      site.metrics.failSignIn()
      site.logger.notice(
        "Sign-in refused",
        metadata: ["request": "\(context.requestID)", "address": "\(address)"])
      guard case .tooManyAttempts(let seconds) = refusal else {
        throw ServerFailure(.authenticationFailed, "Name and password do not match.")
      }
      throw ServerFailure(
        .throttled, "Too many attempts. Try again in \((seconds + 59) / 60) minutes.",
        retryAfter: seconds)
    }
  }
}
