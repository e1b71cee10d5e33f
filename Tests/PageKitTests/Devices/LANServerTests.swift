// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOSSL
import PageKit
import SwiftASN1
import Synchronization
import Testing
import X509

/// The cases of the threat model "Pages on other devices", over real connections.
@Suite(.timeLimit(.minutes(15)))
struct LANServerTests {
  @Test
  func `plain HTTP gets no answer, so an eavesdropper learns nothing`() async throws {
    try await LANTestServer.run { server in
      let request = "GET /pair HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
      let answer = try await server.client.exchange(request, isSecure: false)
      #expect(!String(decoding: answer, as: UTF8.self).contains("HTTP"))
    }
  }

  @Test(arguments: [
    ("GET", "/"), ("GET", "/secret-notes"), ("POST", "/secret-notes"), ("GET", "/search?q=x"),
    ("GET", "/changes"), ("GET", "/token"), ("GET", "/devices"), ("POST", "/devices/offer"),
    ("GET", "/nowhere"), ("GET", "/pair/"), ("GET", "//pair/../secret-notes"),
    ("GET", "/assets/../secret-notes"), ("GET", "/settings"),
  ])
  func `a device without a session gets the pairing page only`(_ method: String, _ path: String)
    async throws
  {
    try await LANTestServer.run { server in
      server.notebook.add("A note")
      let response = try await server.send(
        method, path, headers: [("Sec-Fetch-Site", "same-origin")], body: "note=x&token=y")
      #expect(response.status == 403)
      #expect(response.headers["cairn-device"] == "unpaired")
      #expect(response.body.contains("<h1>Pair this device</h1>"))
      #expect(!response.body.contains("A note") && !response.body.contains("secret-notes"))
      #expect(response.body.firstMatch(of: /[0-9a-f]{64}/) == nil, "the form token")
      #expect(server.notebook.notes == ["A note"])
    }
  }

  @Test
  func `a paired device opens the pages, and gets a cookie that no script can read`() async throws {
    try await LANTestServer.run { server in
      server.notebook.add("A note")
      let code = server.access.pairing.makeOffer().displayCode.lowercased()
      let response = try await server.send("POST", "/pair", body: "code=\(code)")
      #expect(response.status == 303)
      #expect(response.headers["location"] == "/")
      let cookie = try #require(response.headers["set-cookie"])
      let pattern =
        /__Host-cairn-device=[0-9a-f]{64}; Path=\/; Max-Age=7776000; Secure; HttpOnly; SameSite=Strict/
      #expect(cookie.wholeMatch(of: pattern) != nil)
      let secret = String(cookie.prefix { $0 != ";" })
      let page = try await server.send("GET", "/secret-notes", cookie: secret)
      #expect(page.status == 200)
      #expect(page.body.contains("A note"))
    }
  }

  @Test
  func `opening the link of a QR code fills in the code and consumes nothing`() async throws {
    try await LANTestServer.run { server in
      let offer = server.access.pairing.makeOffer()
      let link = try #require(server.access.pairingURL(for: offer))
      #expect(
        link.absoluteString == "https://127.0.0.1:\(server.port)/pair?code=\(offer.displayCode)")
      for _ in 0..<7 {
        let page = try await server.send("GET", "/pair?code=\(offer.displayCode)")
        #expect(page.body.contains(#"value="\#(offer.displayCode)""#))
      }
      #expect(server.access.pairing.offer == offer)
      let other = try await server.send("GET", "/pair?code=%22%3E%3Cscript%3E")
      #expect(!other.body.contains("<script>") && other.body.contains("&quot;&gt;&lt;script&gt;"))
    }
  }

  @Test
  func `a code that was used pairs no second device`() async throws {
    try await LANTestServer.run { server in
      let code = server.access.pairing.makeOffer().code
      #expect(try await server.send("POST", "/pair", body: "code=\(code)").status == 303)
      let second = try await server.send("POST", "/pair", body: "code=\(code)")
      #expect(second.status == 403)
      #expect(second.headers["set-cookie"] == nil)
      #expect(await server.access.sessions.all.count == 1)
    }
  }

  @Test
  func `after five wrong codes the right code is rejected`() async throws {
    try await LANTestServer.run { server in
      let code = server.access.pairing.makeOffer().code
      for remaining in (0..<5).reversed() {
        let response = try await server.send("POST", "/pair", body: "code=AAAAAAAA")
        #expect(response.status == 403)
        #expect(
          response.body.contains(remaining == 0 ? "no longer valid" : "remain: \(remaining)"))
      }
      #expect(try await server.send("POST", "/pair", body: "code=\(code)").status == 403)
      #expect(await server.access.sessions.all.isEmpty)
    }
  }

  @Test
  func `an address with a secret opens without a session, and every other one does not`()
    async throws
  {
    try await LANTestServer.run { server in
      server.notebook.add("A note")
      let response = try await server.send("GET", NotebookPages.feed)
      #expect(response.status == 200)
      #expect(response.body == "A note")
      #expect(response.headers["set-cookie"] == nil)
      let wrong = "/feeds/" + String(repeating: "5b", count: 16)
      for (method, path) in [
        ("GET", wrong), ("GET", "/feeds/address"), ("GET", NotebookPages.feed + "/more"),
        ("GET", "/feeds//" + NotebookPages.feed), ("POST", NotebookPages.feed),
      ] {
        let response = try await server.send(method, path)
        #expect(response.status == 403, "\(method) \(path)")
        #expect(response.body.contains("<h1>Pair this device</h1>"), "\(method) \(path)")
        #expect(!response.body.contains("secret-notes"), "\(method) \(path)")
      }
      #expect(server.notebook.notes == ["A note"])
    }
  }

  @Test
  func `after ten unknown secrets a sender waits, and paired devices do not`() async throws {
    try await LANTestServer.run { server in
      let cookie = try await server.pair()
      for index in 0..<10 {
        let path = "/feeds/" + String(repeating: "\(index)", count: 32)
        #expect(try await server.send("GET", path).status == 403)
      }
      let blocked = try await server.send("GET", NotebookPages.feed)
      #expect(blocked.status == 429)
      #expect(blocked.headers["retry-after"] == "900")
      #expect(try await server.send("GET", NotebookPages.feed, cookie: cookie).status == 200)
      server.clock.advance(by: 900)
      #expect(try await server.send("GET", NotebookPages.feed).status == 200)
    }
  }

  @Test
  func `an address has the scheme and the host of the request`() async throws {
    try await LANTestServer.run { server in
      let cookie = try await server.pair()
      let host = "desk.local:\(server.port)"
      let response = try await server.send("GET", "/feeds/address", host: host, cookie: cookie)
      #expect(response.body == "https://\(host)\(NotebookPages.feed)")
      let local = try await server.sendLocally("GET", "/feeds/address")
      #expect(local.body.hasSuffix("http://127.0.0.1:\(server.localPort)\(NotebookPages.feed)"))
    }
  }

  @Test
  func `an expired code is rejected`() async throws {
    try await LANTestServer.run { server in
      let code = server.access.pairing.makeOffer().code
      server.clock.advance(by: 600)
      let response = try await server.send("POST", "/pair", body: "code=\(code)")
      #expect(response.status == 403)
    }
  }

  @Test
  func `a stolen cookie is rejected once its device is revoked`() async throws {
    try await LANTestServer.run { server in
      let (stolen, other) = (try await server.pair(), try await server.pair())
      #expect(try await server.send("GET", "/secret-notes", cookie: stolen).status == 200)
      let secret = try #require(stolen.split(separator: "=").last)
      let found = await server.access.sessions.access(secret: String(secret))
      try await server.access.sessions.revoke(try #require(found).session.id)
      #expect(try await server.send("GET", "/secret-notes", cookie: stolen).status == 403)
      #expect(try await server.send("GET", "/secret-notes", cookie: other).status == 200)
      try await server.access.sessions.revokeAll()
      #expect(try await server.send("GET", "/secret-notes", cookie: other).status == 403)
    }
  }

  @Test
  func `names of other sites and of the loopback interface are rejected`() async throws {
    try await LANTestServer.run { server in
      let cookie = try await server.pair()
      for host in ["evil.example:\(server.port)", "localhost:\(server.port)", "127.0.0.1", "desk"] {
        let response = try await server.send("GET", "/secret-notes", host: host, cookie: cookie)
        #expect(response.status == 421, "\(host)")
      }
      for host in ["desk.local:\(server.port)", "DESK:\(server.port)"] {
        let response = try await server.send("GET", "/secret-notes", host: host, cookie: cookie)
        #expect(response.status == 200, "\(host)")
      }
    }
  }

  @Test
  func `a form of another site is rejected in spite of cookie and token`() async throws {
    try await LANTestServer.run { server in
      let cookie = try await server.pair()
      let token = try await server.token(cookie)
      let foreign: [(String, String)] = [
        ("Origin", "https://evil.example"), ("Origin", "http://127.0.0.1:\(server.port)"),
        ("Origin", "null"), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
      ]
      for header in foreign {
        let response = try await server.send(
          "POST", "/secret-notes", cookie: cookie, headers: [header], body: "note=x&token=\(token)")
        #expect(response.status == 403, "\(header)")
      }
      #expect(server.notebook.notes.isEmpty)
      let own = try await server.send(
        "POST", "/secret-notes", cookie: cookie,
        headers: [("Origin", "https://127.0.0.1:\(server.port)")], body: "note=x&token=\(token)")
      #expect(own.status == 303)
    }
  }

  @Test
  func `the form tokens of both servers differ`() async throws {
    try await LANTestServer.run { server in
      let token = try await server.token(try await server.pair())
      #expect(
        try await server.sendLocally("POST", "/devices/offer", body: "token=\(token)").status == 403
      )
    }
  }

  @Test
  func `a paired device reaches neither the list of devices nor its forms`() async throws {
    try await LANTestServer.run { server in
      let cookie = try await server.pair()
      let token = try await server.token(cookie)
      #expect(try await server.send("GET", "/devices", cookie: cookie).status == 404)
      #expect(try await server.send("GET", "/%64evices", cookie: cookie).status == 404)
      for path in ["/devices/offer", "/devices/revoke"] {
        let response = try await server.send("POST", path, cookie: cookie, body: "token=\(token)")
        #expect(response.status == 404)
      }
      #expect(server.access.pairing.offer == nil)
      #expect(await server.access.sessions.all.count == 1)
    }
  }

  @Test
  func `a device that installed the authority accepts the certificate`() async throws {
    try await LANTestServer.run { server in
      let response = try await server.send("GET", "/pair/authority.crt")
      #expect(response.status == 200)
      #expect(response.headers["content-type"] == "application/x-x509-ca-cert")
      #expect(response.bytes == server.access.certificate.authorityDER)
      let host = "127.0.0.1:\(server.port)"
      let client = TLSClient(port: server.port, accepts: Self.verifier(trusting: response.bytes))
      let page = try await client.send("GET", "/pair", host: host, headers: [], body: "")
      #expect(page.status == 200)
      let other = try await LANTestServer.run { $0.access.certificate.authorityDER }
      let stranger = TLSClient(port: server.port, accepts: Self.verifier(trusting: other))
      await #expect(throws: (any Error).self) {
        try await stranger.send("GET", "/pair", host: host, headers: [], body: "")
      }
    }
  }

  /// Verifies certificates as a browser does: BoringSSL's own verifier lacks constraints of addresses.
  private static func verifier(
    trusting authority: [UInt8]
  ) -> @Sendable ([NIOSSLCertificate]) async throws -> Bool {
    { certificates in
      let chain = try certificates.map { try Certificate(derEncoded: $0.toDERBytes()) }
      let root = try Certificate(derEncoded: authority)
      var verifier = Verifier(rootCertificates: CertificateStore([root])) {
        RFC5280Policy()
        ServerIdentityPolicy(serverHostname: nil, serverIP: "127.0.0.1")
      }
      guard let leaf = chain.first else { return false }
      let result = await verifier.validate(
        leaf: leaf, intermediates: CertificateStore(chain.dropFirst()))
      guard case .validCertificate = result else { return false }
      return true
    }
  }

  @Test
  func `new addresses get a new certificate while the server runs`() async throws {
    let names = Mutex(LANTestServer.names)
    try await LANTestServer.run(names: { names.withLock { $0 } }) { server in
      let old = server.access.certificate
      #expect(try server.access.renewCertificate() == false)
      names.withLock { $0.addresses.append("192.168.7.7") }
      #expect(try server.access.renewCertificate())
      let new = server.access.certificate
      #expect(new.fingerprint != old.fingerprint)
      #expect(new.authorityFingerprint == old.authorityFingerprint)
      let page = try await server.send("GET", "/pair", host: "192.168.7.7:\(server.port)")
      #expect(page.status == 200)
      let devices = try await server.sendLocally("GET", "/devices")
      #expect(devices.body.contains(new.fingerprint))
    }
  }

  @Test
  func `a second process for the folder, and a port in use, are reported`() async throws {
    try await LANTestServer.run { server in
      let names = LANTestServer.names
      #expect(throws: LANServerError.self) {
        _ = try LANAccess(LANConfiguration(dataFolder: server.folder, names: { names }))
      }
      let other = try LANAccess(
        LANConfiguration(
          port: server.port, dataFolder: server.folder.appending(path: "other"), names: { names }))
      await #expect(throws: LANServerError.portInUse(server.port)) {
        try await LANServer(other, modules: [], changes: { AsyncThrowingStream { $0.finish() } })
          .run()
      }
    }
  }
}
