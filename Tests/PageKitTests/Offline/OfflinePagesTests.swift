// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// The files of the web app, and the form token.
@Suite(.timeLimit(.minutes(15)))
struct OfflinePagesTests {
  @Test
  func `the manifest makes the pages installable`() async throws {
    try await LANTestServer.run { server in
      let response = try await server.send("GET", OfflinePaths.manifest)
      #expect(response.status == 200)
      #expect(response.headers["content-type"] == "application/manifest+json")
      #expect(response.headers["content-security-policy"]?.contains("manifest-src 'self'") == true)
      let object = try JSONSerialization.jsonObject(with: Data(response.bytes))
      let manifest = try #require(object as? [String: Any])
      #expect(manifest["name"] as? String == "Cairn")
      #expect(manifest["start_url"] as? String == "/")
      #expect(manifest["scope"] as? String == "/")
      #expect(manifest["display"] as? String == "standalone")
      let icons = try #require(manifest["icons"] as? [[String: String]])
      #expect(icons.map { $0["purpose"] } == ["any", "maskable"])
      for icon in icons {
        let file = try await server.send("GET", try #require(icon["src"]))
        #expect(file.status == 200)
        #expect(file.headers["content-type"]?.hasPrefix("image/svg+xml") == true)
        #expect(file.body.hasPrefix("<svg"))
      }
    }
  }

  @Test
  func `the service worker saves neither devices, sync nor tokens, and handles no form`()
    async throws
  {
    try await LANTestServer.run { server in
      let response = try await server.send("GET", OfflinePaths.worker)
      #expect(response.headers["content-type"] == "text/javascript; charset=utf-8")
      #expect(!response.body.contains("%"))
      #expect(
        response.body.contains(
          #"const UNSAVED = ["/devices", "/pair", "/sync", "/token", "/changes"];"#))
      #expect(response.body.contains(#"if (request.method !== "GET""#))
      let script = try await server.send("GET", "/offline.js")
      #expect(script.status == 200)
      #expect(!script.body.contains("%"))
      #expect(OfflineHead.html.contains(#"href="/manifest.webmanifest""#))
      #expect(OfflineHead.html.contains(#"src="/offline.js""#))
    }
  }

  @Test(arguments: [
    "cairn.css", "cairn.js", "cairn.svg", "upload.js", "pinned-pages.js", "map.js", "track.js",
    "map.css",
  ])
  func `the service worker saves each file that pages load`(_ name: String) async throws {
    try await LANTestServer.run { server in
      let worker = try await server.send("GET", OfflinePaths.worker)
      let files = try #require(worker.body.firstMatch(of: /const FILES = \[(.*?)\];/)).1
      #expect(files.contains("\"/assets/\(name)\""), "\(files)")
    }
  }

  @Test
  func `the offline page names no app and contains no token`() async throws {
    try await LANTestServer.run { server in
      let page = try await server.send("GET", OfflinePaths.page)
      #expect(page.status == 200)
      #expect(page.body.contains("The server does not answer"))
      #expect(!page.body.contains("secret-notes"))
      #expect(page.body.firstMatch(of: /[0-9a-f]{64}/) == nil)
    }
  }

  @Test(arguments: [
    ([("Sec-Fetch-Site", "same-origin")], 200), ([], 403), ([("Sec-Fetch-Site", "none")], 403),
    ([("Sec-Fetch-Site", "cross-site")], 403), ([("Sec-Fetch-Site", "same-site")], 403),
    ([("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")], 403),
    ([("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "navigate")], 403),
  ])
  func `only scripts of these pages get the form token`(
    _ headers: [(String, String)], _ status: Int
  ) async throws {
    try await LANTestServer.run { server in
      let cookie = try await server.pair()
      let response = try await server.send("GET", "/token", cookie: cookie, headers: headers)
      #expect(response.status == status)
      #expect(response.headers["cache-control"] == "no-store")
      #expect(response.headers["access-control-allow-origin"] == nil)
      #expect((response.body.firstMatch(of: /[0-9a-f]{64}/) != nil) == (status == 200))
    }
  }
}
