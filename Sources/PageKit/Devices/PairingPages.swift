// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
package import Logging
import NIOCore

/// The pages of the LAN server on which a device is paired.
package struct PairingPages: PageModule {
  /// The templates alone, for a site without apps.
  private struct Frame: PageModule {
    let templates = [PairingPage.name: PairingPage.template]
    let navigation: PageLink? = nil
    func addRoutes(to router: PageRouter, site: Site) {}
  }

  /// The maximum size of the form in bytes.
  private static let largestForm = 4 << 10

  package let templates: [String: String] = [:]
  package let navigation: PageLink? = nil
  private let access: LANAccess
  /// A site without the names of apps, and with a form token of its own: a device without a session
  /// learns neither.
  private let site: Site
  private let logger: Logger

  /// Creates the pages.
  ///
  /// - Parameters:
  ///   - access: The pairing, the sessions and the certificate.
  ///   - configuration: The time zone of the pages.
  ///   - logger: The logger of pairings and failed attempts.
  /// - Throws: The parser's error for a template that isn't well-formed.
  package init(
    _ access: LANAccess, _ configuration: WebServerConfiguration, logger: Logger
  ) throws {
    self.access = access
    self.logger = logger
    site = try Site(
      modules: [Frame()], configuration: configuration, logger: logger,
      changes: { AsyncThrowingStream { $0.finish() } })
  }

  /// The middleware of the LAN server's router, after the check of host and origin.
  ///
  /// - Parameter secrets: The addresses that need no session.
  /// - Returns: The check of sessions.
  func guards(_ secrets: SecretAddresses) -> [PageMiddleware] {
    [DeviceAccess(access, site: site, secrets: secrets)]
  }

  package func addRoutes(to router: PageRouter, site: Site) {
    router.get(RouterPath(DevicePaths.pair)) { request, _ in
      // Opening the link consumes nothing: programs that preview links open it, too.
      let code = request.uri.queryParameters.get(DevicePaths.codeField)
      return PairingPage.response(site: self.site, code: code.map { String($0) })
    }
    router.post(RouterPath(DevicePaths.pair)) { request, _ in try await pair(request) }
    router.get(RouterPath(DevicePaths.authority)) { _, _ in
      Response(
        status: .ok,
        headers: [
          .contentType: "application/x-x509-ca-cert",
          .contentDisposition: #"attachment; filename="cairn-authority.crt""#,
        ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: access.certificate.authorityDER)))
    }
  }

  private func pair(_ request: Request) async throws -> Response {
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.largestForm)
    } catch is NIOTooManyBytesError {
      throw PageError.badForm("It has more than \(ByteSize.text(Self.largestForm)).")
    }
    let code = FormFields(String(buffer: body))[DevicePaths.codeField] ?? ""
    switch access.pairing.attempt(code) {
    case .paired:
      try await revokePreviousSession(of: request)
      let name = DeviceName.initial(userAgent: request.headers[.userAgent])
      let (session, secret) = try await access.sessions.create(name: name)
      logger.notice("A device was paired", metadata: ["device": "\(session.id)"])
      var response = site.redirect(to: Paths.home)
      response.headers[.setCookie] = SessionCookie.header(secret.text)
      return response
    case .wrong(let remaining):
      logger.notice("A wrong pairing code was entered", metadata: ["remaining": "\(remaining)"])
      return PairingPage.response(
        site: site, status: .forbidden,
        problem: remaining == 0
          ? "The code is wrong, and is no longer valid. Make a new code on the page Devices."
          : "The code is wrong. Attempts that remain: \(remaining).")
    case .noOffer:
      return PairingPage.response(
        site: site, status: .forbidden,
        problem: "No code is valid now: a code is valid once, for ten minutes and five attempts. "
          + "Make a new code on the page Devices.")
    }
  }

  /// A browser that pairs again replaces its session.
  private func revokePreviousSession(of request: Request) async throws {
    for secret in SessionCookie.secrets(in: request.headers) {
      if let found = await access.sessions.access(secret: secret) {
        try await access.sessions.revoke(found.session.id)
      }
    }
  }
}
