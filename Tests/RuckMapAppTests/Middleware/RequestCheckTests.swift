// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import PageTestSupport
import RuckMapApp
import Testing

/// Checks of host, origin and form token, one row per case.
struct RequestCheckTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var method = "GET"
    var path = "/"
    /// PORT stands for the server's port.
    var host = "127.0.0.1:PORT"
    var headers: [(String, String)] = []
    /// TOKEN stands for the server's token.
    var body: String?
    var status: Int

    var testDescription: String { "\(method) \(path) \(host) \(headers) \(status)" }
  }

  static let good = "token=TOKEN"
  static let unknown = "/rucks/00000000-0000-0000-0000-000000000000"

  static let rows: [Row] = [
    // Host names of this server.
    Row(status: 200), Row(host: "localhost:PORT", status: 200),
    Row(host: "[::1]:PORT", status: 200),
    Row(host: "LocalHost:PORT", status: 200),
    // Other host names, as DNS rebinding sends them.
    Row(host: "evil.example:PORT", status: 421), Row(host: "evil.example", status: 421),
    Row(host: "127.0.0.1", status: 421), Row(host: "127.0.0.1:1", status: 421),
    Row(host: "127.0.0.1.evil.example:PORT", status: 421), Row(host: "0.0.0.0:PORT", status: 421),
    Row(host: "localhost.:PORT", status: 421), Row(host: "", status: 421),
    Row(path: "/assets/cairn.css", host: "evil.example:PORT", status: 421),
    Row(path: "/changes", host: "evil.example:PORT", status: 421),
    Row(method: "POST", path: "/rucks/import", host: "evil.example:PORT", body: good, status: 421),
    // Links from other sites are allowed.
    Row(
      headers: [("Sec-Fetch-Site", "cross-site"), ("Origin", "http://evil.example")], status: 200),
    // Forms from other origins.
    Row(
      method: "POST", path: unknown, headers: [("Origin", "http://evil.example")], body: good,
      status: 403),
    Row(method: "POST", path: unknown, headers: [("Origin", "null")], body: good, status: 403),
    Row(
      method: "POST", path: unknown, headers: [("Origin", "http://127.0.0.1:1")], body: good,
      status: 403),
    Row(
      method: "POST", path: unknown, headers: [("Origin", "https://127.0.0.1:PORT")], body: good,
      status: 403),
    Row(
      method: "POST", path: unknown, headers: [("Sec-Fetch-Site", "cross-site")], body: good,
      status: 403),
    Row(
      method: "POST", path: unknown, headers: [("Sec-Fetch-Site", "same-site")], body: good,
      status: 403),
    Row(
      method: "POST", path: unknown + "/delete", headers: [("Origin", "http://evil.example")],
      body: good, status: 403),
    Row(
      method: "POST", path: "/rucks/import", headers: [("Origin", "http://evil.example")],
      body: good,
      status: 403),
    // Forms from this origin: they pass the checks, and the ruck is unknown.
    Row(
      method: "POST", path: unknown,
      headers: [("Origin", "http://127.0.0.1:PORT"), ("Sec-Fetch-Site", "same-origin")],
      body: good, status: 404),
    Row(
      method: "POST", path: unknown, headers: [("Origin", "http://localhost:PORT")], body: good,
      status: 404),
    Row(method: "POST", path: unknown, body: good, status: 404),
    Row(method: "POST", path: unknown + "/delete", body: good, status: 404),
    // Forms without a valid token.
    Row(method: "POST", path: unknown, body: "name=x", status: 403),
    Row(method: "POST", path: unknown, body: "token=", status: 403),
    Row(method: "POST", path: unknown, body: "token=TOKENx", status: 403),
    Row(method: "POST", path: unknown + "/delete", body: "", status: 403),
    Row(method: "POST", path: "/rucks/import", body: good, status: 400),
    // Unknown paths and unsupported methods.
    Row(path: "/nowhere", status: 404), Row(path: unknown, status: 404),
    Row(path: "/rucks/not-an-identifier", status: 404), Row(path: unknown + "/delete", status: 404),
    Row(path: unknown + "/track.gpx", status: 404), Row(path: "/fragments" + unknown, status: 404),
    Row(path: "/assets/cairn.txt", status: 404), Row(path: "/assets/../Package.swift", status: 404),
    Row(path: "/assets/%2e%2e%2fPackage.swift", status: 404),
    Row(method: "DELETE", path: unknown, body: good, status: 404),
    Row(method: "PUT", path: "/", body: good, status: 404),
    Row(path: "/rucks/import", status: 303), Row(path: "/rucks?page=-1", status: 200),
    Row(path: "/rucks?page=999999999999999999999", status: 200),
    Row(path: "/rucks?page=x", status: 200),
  ]

  @Test(.timeLimit(.minutes(15)))
  func `each request is answered with the expected status and security headers`() async throws {
    try await TestServer.run { server in
      let token = try await server.token()
      for row in Self.rows {
        func filled(_ text: String) -> String {
          text.replacing("PORT", with: "\(server.port)").replacing("TOKEN", with: token)
        }
        let response = try await server.send(
          row.method, row.path, host: filled(row.host),
          headers: row.headers.map { ($0.0, filled($0.1)) }, body: row.body.map(filled))
        #expect(response.status == row.status, "\(row.testDescription)")
        #expect(response.headers["content-security-policy"]?.contains("default-src 'none'") == true)
        #expect(response.headers["content-security-policy"]?.contains("unsafe") == false)
        #expect(response.headers["x-content-type-options"] == "nosniff")
        #expect(response.headers["x-frame-options"] == "DENY")
        #expect(response.headers["referrer-policy"] == "same-origin")
        #expect(response.headers["cross-origin-resource-policy"] == "same-origin")
        #expect(response.headers["access-control-allow-origin"] == nil)
        if row.status >= 400 {
          #expect(response.body.contains("<h1>"), "\(row.testDescription)")
          #expect(response.headers["content-type"] == "text/html; charset=utf-8")
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a HEAD request is answered with the headers of GET and without a body`() async throws {
    try await TestServer.run { server in
      let path = "/assets/cairn.css"
      let whole = try await server.send("GET", path)
      #expect(whole.status == 200 && !whole.body.isEmpty)
      let (head, next) = try await RawConnection.open(port: server.port) { connection in
        func request(_ method: String) -> String {
          "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
        }
        try await connection.send(request("HEAD"))
        let head = try await connection.text(until: "\r\n\r\n")
        // The bytes of a body would be the start of the next response.
        try await connection.send(request("GET"))
        return (head, try await connection.response())
      }
      #expect(head.hasPrefix("HTTP/1.1 200 "))
      let lines = head.lowercased().split(separator: "\r\n")
      for name in ["content-type", "etag", "x-content-type-options", "content-security-policy"] {
        let value = try #require(whole.headers[name])
        #expect(lines.contains { $0 == "\(name): \(value.lowercased())" }, "\(name)")
      }
      #expect(next.status == 200 && next.body == whole.body)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a request without a host is rejected`() async throws {
    try await TestServer.run { server in
      let response = try await RawConnection.open(port: server.port) { connection in
        try await connection.send("GET / HTTP/1.1\r\n\r\n")
        return try await connection.response()
      }
      #expect((400..<500).contains(response.status))
    }
  }
}
