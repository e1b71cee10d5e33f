// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import Testing

/// Starting, TLS, slow clients and the end.
@Suite(.serialized) struct CloudServerTests {
  @Test(.timeLimit(.minutes(1))) func `TLS is spoken by the certificate that was made`()
    async throws
  {
    try await CloudUnderTest.run(isSecure: true) { cloud in
      #expect(cloud.address.scheme == "https")
      let answer = try await cloud.send("GET", cloud.path("public/users/caller"))
      #expect(answer.status == 421)
      #expect(answer.headers["strict-transport-security"] == "max-age=31536000")
      #expect(answer.failure?.redirectURL?.hasPrefix("https://localhost:") == true)
      // The same in plain HTTP is not answered.
      let plain = try await WireConnection.open(port: cloud.port) { connection in
        try await connection.send(cloud.request("GET", "/health"))
        return await connection.rest()
      }
      #expect(!plain.contains("HTTP/1.1"))
      // Another authority has not vouched for it.
      let folder = try ScratchFolder()
      _ = try SelfSignedCertificate.inFolder(folder.url, names: ["localhost"])
      let other = try #require(
        try NIOSSLCertificate.fromPEMFile(
          folder.url.appending(path: SelfSignedCertificate.authorityFile).path
        ).first)
      await #expect(throws: (any Error).self) {
        try await WireConnection.open(port: cloud.port, authority: other, name: "localhost") {
          try await $0.send(cloud.request("GET", "/health"))
          return try await $0.answer()
        }
      }
    }
  }

  /// How many requests of a version a connection answers, of two.
  private func answers(
    _ cloud: CloudUnderTest, _ version: String, _ header: String? = nil
  ) async throws -> Int {
    let head = "GET /health HTTP/\(version)\r\nHost: localhost\r\n"
    let received = try await WireConnection.open(port: cloud.port) { connection in
      try await connection.send(head + (header.map { $0 + "\r\n" } ?? "") + "\r\n")
      let first = try await connection.answer()
      #expect(first.status == 200, "\(version)")
      try? await connection.send(head + "Connection: close\r\n\r\n")
      return await connection.rest()
    }
    return received.isEmpty ? 1 : 2
  }

  @Test(.timeLimit(.minutes(1)))
  func `a connection ends with the answer where its version says so`() async throws {
    try await CloudUnderTest.run { cloud in
      let former = try await answers(cloud, "1.0")
      let kept = try await answers(cloud, "1.0", "Connection: keep-alive")
      let usual = try await answers(cloud, "1.1")
      let closed = try await answers(cloud, "1.1", "Connection: close")
      #expect(former == 1 && kept == 2 && usual == 2 && closed == 1)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a request names one host, but for one of HTTP 1.0`() async throws {
    try await CloudUnderTest.run { cloud in
      for (version, hosts, status) in [
        ("1.1", [], 400), ("1.1", ["localhost", "localhost"], 400), ("1.1", ["a", "b"], 400),
        ("1.1", ["localhost"], 200), ("1.1", [""], 200), ("1.0", [], 200),
        ("1.0", ["localhost"], 200), ("1.0", ["a", "b"], 400),
      ] as [(String, [String], Int)] {
        let lines = hosts.map { "Host: \($0)\r\n" }.joined()
        let answer = try await WireConnection.open(port: cloud.port) {
          try await $0.send("GET /health HTTP/\(version)\r\n\(lines)\r\n")
          return try await $0.answer()
        }
        #expect(answer.status == status, "\(version) \(hosts)")
        if status == 400 { #expect(answer.failure?.code == .badRequest) }
      }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["", "Connection: keep-alive\r\n"])
  func `an answer to HTTP 1.0 comes in one piece`(_ header: String) async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      let answer = try await cloud.send(
        "POST", cloud.path("private/tokens/create", query: cloud.query(web)),
        body: #"{"apnsEnvironment":"development"}"#)
      let url = try CreateTokenResponse(body: Array(answer.body.utf8)).webcourierURL
      let path = try #require(URL(string: url)).path()
      _ = try await cloud.send(
        "POST", cloud.path("private/subscriptions/modify", query: cloud.query(web)),
        body:
          #"{"operations":[{"operationType":"create","subscription":{"subscriptionType":"database"}}]}"#
      )
      _ = try await cloud.send(
        "POST", cloud.path("private/zones/modify", query: cloud.query(web)),
        body: #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Y"}}}]}"#)
      let text = try await WireConnection.open(port: cloud.port) {
        try await $0.send("GET \(path) HTTP/1.0\r\n\(header)\r\n")
        return await $0.rest()
      }
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
      #expect(parts.count == 2 && parts[0].hasPrefix("HTTP/1.0 200"), "\(text)")
      #expect(!parts[0].lowercased().contains("transfer-encoding"))
      #expect(parts.last?.hasPrefix("{") == true && parts.last?.hasSuffix("}") == true, "\(text)")
    }
  }

  @Test func `a certificate is for this machine's own names, too`() throws {
    let folder = try ScratchFolder()
    _ = try SelfSignedCertificate.inFolder(folder.url, names: ["cloud.example", "::1"])
    let pem = try String(
      contentsOf: folder.url.appending(path: SelfSignedCertificate.certificateFile),
      encoding: .utf8)
    let certificate = try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
    let names = certificate._subjectAlternativeNames().map { Array($0.contents) }
    #expect(
      names == [
        Array("cloud.example".utf8), [UInt8](repeating: 0, count: 15) + [1],
        Array("localhost".utf8), [127, 0, 0, 1],
      ])
  }

  @Test func `a certificate is kept until it ends or the names change`() throws {
    let folder = try ScratchFolder()
    func text(_ names: [String], after days: Double = 0) throws -> String {
      _ = try SelfSignedCertificate.inFolder(
        folder.url, names: names, now: Date(timeIntervalSince1970: 1_800_000_000 + days * 86_400))
      return try String(
        contentsOf: folder.url.appending(path: SelfSignedCertificate.certificateFile),
        encoding: .utf8)
    }
    let first = try text(["a.example", "192.0.2.1"])
    #expect(try text(["a.example", "192.0.2.1"], after: 700) == first)
    let second = try text(["a.example"])
    #expect(second != first)
    #expect(try text(["a.example"], after: 780) != second)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.url.appending(path: SelfSignedCertificate.keyFile).path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `files that are no certificate and key are named`() async throws {
    let folder = try ScratchFolder()
    let (one, other) = (folder.url.appending(path: "1"), folder.url.appending(path: "2"))
    _ = try SelfSignedCertificate.inFolder(one, names: ["localhost"])
    _ = try SelfSignedCertificate.inFolder(other, names: ["localhost"])
    let certificate = one.appending(path: SelfSignedCertificate.certificateFile)
    let empty = folder.url.appending(path: "empty.pem")
    try Data().write(to: empty)
    for (certificate, key) in [
      (folder.url.appending(path: "none.pem"), one.appending(path: SelfSignedCertificate.keyFile)),
      (empty, one.appending(path: SelfSignedCertificate.keyFile)),
      (certificate, empty),
      (certificate, other.appending(path: SelfSignedCertificate.keyFile)),
    ] {
      let error = await startError { $0.tls = ServerTLS(certificates: certificate, key: key) }
      guard case .badCertificate(let file, _) = error else {
        Issue.record("\(error as Any)")
        continue
      }
      #expect(file.hasPrefix(folder.url.path))
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a port in use is named, with the way to another`()
    async throws
  {
    try await CloudUnderTest.run { cloud in
      let error = await startError { $0.port = cloud.port }
      #expect(error == .portInUse(cloud.port))
      #expect(error?.errorDescription?.contains("--port") == true)
      let health = try await cloud.send("GET", "/health")
      #expect(health.status == 200)
    }
  }

  @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "example.org", ""])
  func `other machines are not served in plain HTTP`(host: String) async throws {
    #expect(await startError { $0.host = host } == .plainHTTP(host: host))
    // Neither for a proxy, which is on this machine.
    let error = await startError {
      $0.host = host
      $0.isBehindProxy = true
      $0.publicURL = URL(string: "https://cloud.example/ck")
    }
    #expect(error == .plainHTTP(host: host))
    #expect(error?.errorDescription?.contains("leave out --host") == true)
  }

  /// Why a server does not start.
  private func startError(
    _ configure: (inout ServerConfiguration) -> Void
  ) async -> CloudServerError? {
    do {
      try await CloudUnderTest.run(configure: configure) { _ in }
      return nil
    } catch {
      return error as? CloudServerError
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a server below a path answers there`() async throws {
    try await CloudUnderTest.run(configure: {
      $0.publicURL = URL(string: "https://cloud.example/ck")
    }) { cloud in
      let path = cloud.path("public/users/caller")
      let answer = try await cloud.send("GET", "/ck" + path)
      #expect(answer.status == 421)
      #expect(
        answer.failure?.redirectURL?.hasPrefix("https://cloud.example/ck/sign-in/1/") == true)
      #expect(try await cloud.send("GET", path).status == 404)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `requests that trickle or never come are cut off`()
    async throws
  {
    func configure(_ configuration: inout ServerConfiguration) {
      configuration.deadlines.head = .seconds(1)
      configuration.deadlines.body = .seconds(1)
    }
    try await CloudUnderTest.run(configure: configure) { cloud in
      let web = try await cloud.webToken()
      let head = cloud.request(
        "POST", cloud.path("public/users/discover", query: cloud.query(web)),
        headers: [("Content-Length", "100")])
      for start in ["", "GET /health HT", head] {
        let rest = try await WireConnection.open(port: cloud.port) { connection in
          // On a busy machine the end may come before this.
          if !start.isEmpty { try? await connection.send(start) }
          // Bytes that keep on coming do not put it off.
          let send = connection.sender
          async let trickle: Void = Self.trickle(send)
          let rest = await connection.rest()
          _ = await trickle
          return rest
        }
        #expect(!rest.contains("200 OK"))
      }
      #expect(try await cloud.send("GET", "/health").status == 200)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `connections that ask for nothing make room for others`()
    async throws
  {
    try await CloudUnderTest.run(configure: { $0.connections = 32 }) { cloud in
      try await withThrowingTaskGroup(of: Void.self) { group in
        let (opened, continuation) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<100 {
          group.addTask {
            try await WireConnection.open(port: cloud.port) { connection in
              continuation.yield()
              // Until the server ends it, or the test does.
              _ = await connection.rest()
            }
          }
        }
        var count = 0
        for await _ in opened {
          count += 1
          if count == 100 { break }
        }
        for _ in 0..<5 {
          let answer = try await cloud.send("GET", "/health")
          #expect(answer.status == 200)
        }
        group.cancelAll()
      }
    }
  }

  @Test(.timeLimit(.minutes(1))) func `TLS of old versions is refused`() async throws {
    try await CloudUnderTest.run(isSecure: true) { cloud in
      await #expect(throws: (any Error).self) {
        try await WireConnection.open(
          port: cloud.port, authority: cloud.authority, name: "localhost", upTo: .tlsv11
        ) {
          try await $0.send(cloud.request("GET", "/health"))
          return try await $0.answer()
        }
      }
      let answer = try await cloud.send("GET", "/health")
      #expect(answer.status == 200)
    }
  }

  /// Sends a byte at a time until nobody takes them.
  private static func trickle(_ send: @Sendable (String) async throws -> Void) async {
    while (try? await send("a")) != nil { await Task.yield() }
  }

  @Test(.timeLimit(.minutes(1))) func `a graceful shutdown answers what has come`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      let body = #"{"lookupInfos":[]}"#
      let request = cloud.request(
        "POST", cloud.path("public/users/discover", query: cloud.query(web)),
        headers: [("Content-Length", "\(body.utf8.count)")])
      let closed = try await WireConnection.open(port: cloud.port) { idle in
        // One connection waits, one is in the middle of a request.
        try await idle.send(cloud.request("GET", "/health"))
        #expect(try await idle.answer().status == 200)
        try await WireConnection.open(port: cloud.port) { busy in
          try await busy.send(request)
          try await busy.send(String(body.prefix(4)))
          // The health of the server is asked on a third, so that the head has been read by then.
          #expect(try await cloud.send("GET", "/health").status == 200)
          await cloud.group.triggerGracefulShutdown()
          #expect(await idle.rest() == "")
          try await busy.send(String(body.dropFirst(4)))
          let answer = try await busy.answer()
          #expect(answer.status == 200 && answer.body == #"{"users":[]}"#)
          #expect(await busy.rest() == "")
        }
        return true
      }
      #expect(closed)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `the log's lines can't be forged`() {
    let lines = LogLines()
    lines.logger.info(
      "It happened", metadata: ["name": "a\n{\"level\":\"critical\"}\u{1B}[31m\u{202E}\u{2028}"])
    #expect(lines.text.split(separator: "\n").count == 1)
    #expect(!lines.text.contains("\u{1B}") && !lines.text.contains("\u{202E}"))
    #expect(lines.text.contains(#""message":"It happened""#))
  }
}
