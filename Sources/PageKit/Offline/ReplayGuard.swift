// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
package import Hummingbird
import Logging

/// Processes each request with an Idempotency-Key header at most once.
///
/// A repeated request gets the stored status and redirect. A form that was rejected changed nothing,
/// and can be sent again. After any other failure the outcome is unknown, and the user decides.
package struct ReplayGuard: RouterMiddleware {
  package typealias Context = PageContext

  private let log: ReplayLog
  private let site: Site

  /// Creates the guard, which follows the checks of host, origin and session.
  package init(_ log: ReplayLog, site: Site) {
    self.log = log
    self.site = site
  }

  package func handle(
    _ request: Request, context: PageContext,
    next: @concurrent (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    let keys = request.headers[values: .idempotencyKey]
    guard request.method != .get, request.method != .head, !keys.isEmpty else {
      return try await next(request, context)
    }
    guard keys.count == 1, Self.isKey(keys[0]) else {
      throw PageError.badForm("Its idempotency key is not 16 to 64 letters, digits and hyphens.")
    }
    let key = keys[0]
    switch try await log.begin(key, request: "\(request.method) \(request.uri.path)") {
    case .first: return try await process(request, context, key, next)
    case .repeated(let outcome): return Self.response(outcome)
    case .running, .full:
      return Response(status: .serviceUnavailable, headers: [.retryAfter: "5"])
    case .unknown: return unknown()
    case .mismatch: throw PageError.badForm("Its idempotency key belongs to another form.")
    }
  }

  private func process(
    _ request: Request, _ context: PageContext, _ key: String,
    _ next: @concurrent (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    do {
      let response = try await next(request, context)
      if response.status.code < 400 {
        let outcome = ReplayLog.Outcome(
          status: Int(response.status.code), location: response.headers[.location])
        await stored(key) { try await log.finish(key, outcome) }
      } else {
        await settle(key, status: response.status)
      }
      return response
    } catch {
      await settle(key, status: PageError(error).status)
      throw error
    }
  }

  /// A client error changed nothing; a server error may have.
  private func settle(_ key: String, status: HTTPResponse.Status) async {
    if status.code < 500 {
      await stored(key) { try await log.abandon(key) }
    } else {
      await log.fail(key)
    }
  }

  /// Logs a failure to store an outcome, since the request itself is processed.
  private func stored(_ key: String, _ action: () async throws -> Void) async {
    do {
      try await action()
    } catch {
      site.logger.error("The outcome of a form can't be stored", metadata: ["error": "\(error)"])
    }
  }

  private func unknown() -> Response {
    let content = site.templates.render(
      ErrorPage.name,
      ErrorPage.Model(
        code: 409, title: "It is unknown whether the form was processed",
        explanation: "The server stopped while it processed the form. Check whether the change is "
          + "there, then discard the form or send it again.",
        next: PageLink("Start page", Paths.home)))
    return site.page(status: .conflict, title: "Unknown outcome", content)
  }

  private static func response(_ outcome: ReplayLog.Outcome) -> Response {
    var headers: HTTPFields = [.idempotencyReplayed: "true"]
    if let location = outcome.location { headers[.location] = location }
    return Response(status: .init(code: outcome.status), headers: headers)
  }

  private static func isKey(_ text: String) -> Bool {
    (16...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

extension ErrorPage.Model {
  /// Creates the values for a problem that is not a ``PageError``.
  fileprivate init(code: Int, title: String, explanation: String, next: PageLink) {
    self.code = code
    self.title = title
    self.explanation = explanation
    self.next = next
  }
}

extension HTTPField.Name {
  /// The key of a request that may be repeated (draft-ietf-httpapi-idempotency-key-header).
  static let idempotencyKey = token("Idempotency-Key")
  /// Marks the repeated response of an earlier request.
  static let idempotencyReplayed = token("Idempotency-Replayed")

  private static func token(_ text: String) -> Self {
    guard let name = Self(text) else { preconditionFailure("\(text) is not a header's name") }
    return name
  }
}
