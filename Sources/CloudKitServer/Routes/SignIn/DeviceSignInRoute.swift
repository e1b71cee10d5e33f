// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import HTTPTypes
import Hummingbird
import Logging

/// `/sign-in/2/sessions` exchanges a name and password for tokens; `/sign-in/2/sessions/end` signs out.
///
/// An addition to Apple's protocol, for users at a terminal who have no token yet.
struct DeviceSignInRoute: RouterMiddleware {
  let dependencies: ServerDependencies

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let mount = dependencies.configuration.mount
    let path = RequestTarget(request.head.path ?? "/").path
    let isEnd = path == mount + SignInPaths.devicesEnd
    guard isEnd || path == mount + SignInPaths.devices else {
      return try await next(request, context)
    }
    guard request.method == .post else {
      throw RouteError.wrongMethod(request.method.rawValue, allowed: ["POST"])
    }
    // Without this check a page of another site could send a form whose text is a valid request.
    guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
      throw ServerFailure(.badRequest, "Content-Type is not application/json")
    }
    let body = try await RequestBodyReader.read(request, context, atMost: URLEncodedForm.largest)
    if isEnd {
      try await dependencies.signIn.signOut(try DeviceSignOutRequest(body: body))
      return JSONResponse.response(Array("{}".utf8))
    }
    let address = ClientAddress.of(
      request, context, isBehindProxy: dependencies.configuration.isBehindProxy)
    do {
      let answer = try await dependencies.signIn.signIn(
        try DeviceSignInRequest(body: body), from: address)
      return JSONResponse.response(try answer.encoded())
    } catch let failure as SignIn.Failure {
      dependencies.metrics.failSignIn()
      dependencies.logger.notice(
        "Sign-in failed",
        metadata: ["request": "\(context.requestID)", "address": "\(address)"])
      guard case .tooManyAttempts(let seconds) = failure else {
        throw ServerFailure(.authenticationFailed, "Name and password do not match.")
      }
      throw ServerFailure(
        .throttled, "Too many attempts. Try again in \((seconds + 59) / 60) minutes.",
        retryAfter: seconds)
    }
  }
}
