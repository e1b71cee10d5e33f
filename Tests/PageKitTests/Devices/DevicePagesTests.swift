// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// The list of devices on this machine.
@Suite(.timeLimit(.minutes(15)))
struct DevicePagesTests {
  private func localToken(_ server: LANTestServer) async throws -> String {
    let page = try await server.sendLocally("GET", "/devices")
    let match = try #require(page.body.firstMatch(of: /name="token" value="([0-9a-f]{64})"/))
    return String(match.1)
  }

  @Test
  func `a new code is shown with its QR code and link`() async throws {
    try await LANTestServer.run { server in
      let token = try await localToken(server)
      let answer = try await server.sendLocally("POST", "/devices/offer", body: "token=\(token)")
      #expect(answer.status == 303)
      let offer = try #require(server.access.pairing.offer)
      let page = try await server.sendLocally("GET", "/devices").body
      #expect(page.contains(offer.displayCode))
      #expect(page.contains("https://127.0.0.1:\(server.port)/pair?code=\(offer.displayCode)"))
      #expect(page.contains("<svg ") && page.contains("shape-rendering=\"crispEdges\""))
      #expect(page.contains(server.access.certificate.fingerprint))
      #expect(page.contains(server.access.certificate.authorityFingerprint))
    }
  }

  @Test
  func `devices are listed, renamed and revoked`() async throws {
    try await LANTestServer.run { server in
      _ = try await server.pair(userAgent: "Mozilla/5.0 (Linux; Android 14) Firefox/130.0")
      let session = try #require(await server.access.sessions.all.first)
      let token = try await localToken(server)
      let list = try await server.sendLocally("GET", "/devices").body
      #expect(list.contains("Android device, Firefox"))
      _ = try await server.sendLocally(
        "POST", "/devices/\(session.id)/name", body: "token=\(token)&name=%3Cb%3EAnn%27s+phone")
      let renamed = try await server.sendLocally("GET", "/devices").body
      #expect(renamed.contains("&lt;b&gt;Ann&#39;s phone") && !renamed.contains("<b>Ann"))
      let revoked = try await server.sendLocally(
        "POST", "/devices/\(session.id)/revoke", body: "token=\(token)")
      #expect(revoked.status == 303)
      #expect(await server.access.sessions.all.isEmpty)
      #expect(try await server.sendLocally("GET", "/devices").body.contains("No device is paired"))
    }
  }

  @Test
  func `forms without the token change nothing`() async throws {
    try await LANTestServer.run { server in
      _ = try await server.pair()
      let session = try #require(await server.access.sessions.all.first)
      let paths = [
        "/devices/offer", "/devices/revoke", "/devices/\(session.id)/revoke",
        "/devices/\(session.id)/name",
      ]
      for path in paths {
        #expect(try await server.sendLocally("POST", path, body: "name=x").status == 403, "\(path)")
      }
      #expect(await server.access.sessions.all == [session])
      #expect(server.access.pairing.offer == nil)
    }
  }

  @Test
  func `the local server has no pairing page`() async throws {
    try await LANTestServer.run { server in
      let page = try await server.sendLocally("GET", "/pair")
      #expect(page.status == 404)
      let code = server.access.pairing.makeOffer().code
      #expect(try await server.sendLocally("POST", "/pair", body: "code=\(code)").status == 404)
    }
  }

  @Test
  func `the terminal shows code, address and fingerprint`() async throws {
    try await LANTestServer.run { server in
      let offer = server.access.pairing.makeOffer()
      let text = try DevicePages.terminalText(offer, server.access, isColored: false)
      #expect(text.contains("Code: \(offer.displayCode), valid once"))
      #expect(text.contains("https://127.0.0.1:\(server.port)/"))
      #expect(text.contains(server.access.certificate.fingerprint))
      #expect(text.contains("█"))
    }
  }
}
