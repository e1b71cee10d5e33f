// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// Forms with idempotency keys, over real connections and across restarts.
@Suite(.timeLimit(.minutes(15)))
struct ReplayGuardTests {
  private let key = "7d9f1f5e-0a3c-4a57-9a43-6f4f6d1c2b3a"

  private func add(
    _ note: String, key: String, _ server: LANTestServer, cookie: String, path: String? = nil
  ) async throws -> LANResponse {
    let token = try await server.token(cookie)
    return try await server.send(
      "POST", path ?? "/secret-notes", cookie: cookie, headers: [("Idempotency-Key", key)],
      body: "note=\(note)&token=\(token)")
  }

  @Test
  func `a form that is sent again after a lost response is processed once`() async throws {
    try await LANTestServer.run { server in
      let cookie = try await server.pair()
      let first = try await add("walk", key: key, server, cookie: cookie)
      #expect(first.status == 303 && first.headers["idempotency-replayed"] == nil)
      for _ in 0..<3 {
        let again = try await add("walk", key: key, server, cookie: cookie)
        #expect(again.status == 303)
        #expect(again.headers["location"] == "/secret-notes")
        #expect(again.headers["idempotency-replayed"] == "true")
      }
      #expect(server.notebook.notes == ["walk"])
      _ = try await add("run", key: key + "2", server, cookie: cookie)
      #expect(server.notebook.notes == ["walk", "run"])
    }
  }

  @Test
  func `a restart and a new pairing do not process a form again`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-replay-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await LANTestServer.run(in: folder) { server in
      _ = try await add("walk", key: key, server, cookie: try await server.pair())
    }
    try await LANTestServer.run(in: folder) { server in
      let again = try await add("walk", key: key, server, cookie: try await server.pair())
      #expect(again.headers["idempotency-replayed"] == "true")
      #expect(server.notebook.notes.isEmpty, "the second server's own notebook")
    }
  }

  @Test
  func `a rejected form can be sent again with its key`() async throws {
    try await LANTestServer.run { server in
      let cookie = try await server.pair()
      #expect(try await add("", key: key, server, cookie: cookie).status == 400)
      let stale = try await server.send(
        "POST", "/secret-notes", cookie: cookie, headers: [("Idempotency-Key", key)],
        body: "note=walk&token=stale")
      #expect(stale.status == 403)
      #expect(try await add("walk", key: key, server, cookie: cookie).status == 303)
      #expect(server.notebook.notes == ["walk"])
    }
  }

  @Test
  func `invalid keys, and keys of other forms, are rejected`() async throws {
    try await LANTestServer.run { server in
      let cookie = try await server.pair()
      for bad in [
        "short", String(repeating: "x", count: 65), "0123456789 abcdef", "0123456789_abcd.f",
      ] {
        #expect(try await add("walk", key: bad, server, cookie: cookie).status == 400, "\(bad)")
      }
      _ = try await add("walk", key: key, server, cookie: cookie)
      let other = try await add("walk", key: key, server, cookie: cookie, path: "/other")
      #expect(other.status == 400)
      #expect(server.notebook.notes == ["walk"])
    }
  }

  @Test
  func `a device without a session stores no key`() async throws {
    try await LANTestServer.run { server in
      let response = try await server.send(
        "POST", "/secret-notes", headers: [("Idempotency-Key", key)], body: "note=x")
      #expect(response.status == 403)
      #expect(
        try await add("walk", key: key, server, cookie: try await server.pair()).status == 303)
    }
  }
}
