// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import SystemSupport

/// `/sign-in/1/TICKET`: the sign-in form.
///
/// After a successful sign-in the server posts the token to the page that opened the form, redirects to a
/// callback URL with it, or shows it for copying.
struct SignInRoute: RouterMiddleware {
  let dependencies: ServerDependencies

  func handle(
    _ request: Request, context: ServerContext,
    next: @concurrent (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = dependencies.configuration.mount + SignInPaths.start + "1/"
    let path = RequestTarget(request.head.path ?? "/").path
    guard path.hasPrefix(start) else { return try await next(request, context) }
    let ticket = String(path.dropFirst(start.count))
    let token: APIToken
    do {
      token = try await dependencies.signIn.token(ofTicket: ticket)
    } catch is SignIn.Failure {
      return SignInPage.response(
        SignInPage.problem(
          "This address has expired or is incomplete. Go back to the program and start again."),
        status: .notFound)
    }
    switch request.method {
    case .get: return form(request, token, ticket)
    case .post: return try await submit(request, context, token, ticket)
    default: throw RouteError.wrongMethod(request.method.rawValue, allowed: ["GET", "POST"])
    }
  }

  private static let cookie = "cairn-sign-in"

  private func form(
    _ request: Request, _ token: APIToken, _ ticket: String, name: String = "",
    problem: String? = nil, status: HTTPResponse.Status = .ok
  ) -> Response {
    let known = request.cookies[Self.cookie]?.value
    let value = known.flatMap { CSRFTokens.isValue($0) ? $0 : nil } ?? CSRFTokens.newValue()
    let page = SignInPage.form(
      container: token.container, code: dependencies.csrfTokens.code(for: value, ticket: ticket),
      name: name, problem: problem)
    var response = SignInPage.response(page, status: status, sendingTo: target(of: token))
    let isSecure =
      dependencies.configuration.tls != nil
      || dependencies.configuration.publicURL?.scheme == "https"
    response.headers[.setCookie] =
      "\(Self.cookie)=\(value); Path=\(dependencies.configuration.mount)\(SignInPaths.start); HttpOnly; "
      + "SameSite=Strict" + (isSecure ? "; Secure" : "")
    return response
  }

  /// The origin that a browser may be redirected to after the form.
  private func target(of token: APIToken) -> String? {
    guard let callback = token.callback, let url = URLComponents(string: callback),
      let scheme = url.scheme
    else { return nil }
    guard scheme == "https" || scheme == "http", let host = url.host else { return "\(scheme):" }
    return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
  }

  private func submit(
    _ request: Request, _ context: ServerContext, _ token: APIToken, _ ticket: String
  ) async throws -> Response {
    let bytes = try await RequestBodyReader.read(request, context, atMost: URLEncodedForm.largest)
    let fields = URLEncodedForm(String(decoding: bytes, as: UTF8.self))
    let name = fields["name"] ?? ""
    let isOurs = dependencies.csrfTokens.matches(
      fields[CSRFTokens.field], value: request.cookies[Self.cookie]?.value, ticket: ticket)
    guard isOurs else {
      return form(
        request, token, ticket, name: name,
        problem: "The form was sent twice or from elsewhere. Please send it again.",
        status: .forbidden)
    }
    let address = ClientAddress.of(
      request, context, isBehindProxy: dependencies.configuration.isBehindProxy)
    do {
      let webToken = try await dependencies.signIn.signIn(
        name: name, password: fields["password"] ?? "", persistent: fields["staying"] == "yes",
        by: token, from: address)
      return welcome(webToken, token)
    } catch let failure as SignIn.Failure {
      dependencies.metrics.failSignIn()
      dependencies.logger.notice(
        "Sign-in failed",
        metadata: ["request": "\(context.requestID)", "address": "\(address)"])
      guard case .tooManyAttempts(let seconds) = failure else {
        return form(
          request, token, ticket, name: name, problem: "Name and password do not match.",
          status: .forbidden)
      }
      var response = form(
        request, token, ticket, name: name,
        problem: "Too many attempts. Try again in \((seconds + 59) / 60) minutes.",
        status: .tooManyRequests)
      response.headers[.retryAfter] = "\(seconds)"
      return response
    }
  }

  private func welcome(_ webToken: String, _ token: APIToken) -> Response {
    if let callback = token.callback {
      var response = SignInPage.response("", status: .seeOther)
      response.headers[.location] = SignInPage.callback(callback, token: webToken)
      return response
    }
    guard !token.allowedOrigins.isEmpty else {
      return SignInPage.response(SignInPage.showing(token: webToken))
    }
    let nonce = Hexadecimal.text(Secret.bytes(16))
    return SignInPage.response(
      SignInPage.posting(token: webToken, origins: token.allowedOrigins, nonce: nonce),
      nonce: nonce)
  }
}
