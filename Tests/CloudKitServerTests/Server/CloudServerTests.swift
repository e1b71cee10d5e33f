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

/// Startup, TLS, slow clients and shutdown.
@Suite(.serialized) struct CloudServerTests {
  @Test(.timeLimit(.minutes(15)))
  func `a server with a generated certificate accepts TLS and rejects plain HTTP`() async throws {
    try await CloudUnderTest.run(isSecure: true) { cloud in
      #expect(cloud.address.scheme == "https")
      let answer = try await cloud.send("GET", cloud.path("public/users/caller"))
      #expect(answer.status == 421)
      #expect(answer.headers["strict-transport-security"] == "max-age=31536000")
      #expect(answer.failure?.redirectURL?.hasPrefix("https://localhost:") == true)
      // Plain HTTP gets no response.
      let plain = try await WireConnection.open(port: cloud.port) { connection in
        try await connection.send(cloud.request("GET", "/health"))
        return await connection.rest()
      }
      #expect(!plain.contains("HTTP/1.1"))
      // A client that trusts another authority rejects the certificate.
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

  /// The number of requests, out of two, that one connection answers for an HTTP version.
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

  @Test(.timeLimit(.minutes(15)))
  func `a connection persists by the rules of its HTTP version`() async throws {
    try await CloudUnderTest.run { cloud in
      let former = try await answers(cloud, "1.0")
      let kept = try await answers(cloud, "1.0", "Connection: keep-alive")
      let usual = try await answers(cloud, "1.1")
      let closed = try await answers(cloud, "1.1", "Connection: close")
      #expect(former == 1 && kept == 2 && usual == 2 && closed == 1)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a repeated Host field is rejected, and a missing one unless HTTP predates it`()
    async throws
  {
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

  @Test(.timeLimit(.minutes(15)), arguments: ["", "Connection: keep-alive\r\n"])
  func `a response to a client without chunked coding has an unchunked body`(_ header: String)
    async throws
  {
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

  @Test func `a generated certificate also covers localhost and the loopback address`() throws {
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

  @Test func `a generated certificate is reused until it expires or its names change`() throws {
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

  @Test func `an invalid certificate or key file is named in the error`() async throws {
    let folder = try ScratchFolder()
    let (one, other) = (folder.url.appending(path: "1"), folder.url.appending(path: "2"))
    _ = try SelfSignedCertificate.inFolder(one, names: ["localhost"])
    _ = try SelfSignedCertificate.inFolder(other, names: ["localhost"])
    let certificate = one.appending(path: SelfSignedCertificate.certificateFile)
    let empty = folder.url.appending(path: "empty.pem")
    try Data().write(to: empty)
    let key = one.appending(path: SelfSignedCertificate.keyFile)
    for (certificate, key, expected) in [
      (folder.url.appending(path: "none.pem"), key, "No such file or directory). Check its path"),
      (empty, key, "it has no certificate"),
      (certificate, empty, "it has no private key in PEM form"),
      (certificate, other.appending(path: SelfSignedCertificate.keyFile), "own key."),
    ] {
      let error = await startError { $0.tls = ServerTLS(certificates: certificate, key: key) }
      guard case .badCertificate(let file, let reason) = error else {
        Issue.record("\(error as Any)")
        continue
      }
      #expect(file.hasPrefix(folder.url.path))
      #expect(reason.contains(expected), "\(reason)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a port in use is reported with the option for another port`() async throws {
    try await CloudUnderTest.run { cloud in
      let error = await startError { $0.port = cloud.port }
      #expect(error == .portInUse(cloud.port))
      #expect(error?.errorDescription?.contains("--port") == true)
      let health = try await cloud.send("GET", "/health")
      #expect(health.status == 200)
    }
  }

  @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "example.org", ""])
  func `plain HTTP on a non-loopback host is rejected at startup`(host: String) async throws {
    #expect(await startError { $0.host = host } == .plainHTTP(host: host))
    // Also behind a proxy, which connects over loopback.
    let error = await startError {
      $0.host = host
      $0.isBehindProxy = true
      $0.publicURL = URL(string: "https://cloud.example/ck")
    }
    #expect(error == .plainHTTP(host: host))
    #expect(error?.errorDescription?.contains("leave out --host") == true)
  }

  /// The error of a failed start; nil if the server starts.
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

  @Test(.timeLimit(.minutes(15)))
  func `a server with a public path prefix serves its endpoints below it`() async throws {
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

  @Test(.timeLimit(.minutes(15)))
  func `a connection without a complete request by the deadline is closed`() async throws {
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
          // On a busy machine the server may close the connection before this write.
          if !start.isEmpty { try? await connection.send(start) }
          // Further bytes do not extend the deadline.
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

  @Test(.timeLimit(.minutes(15)))
  func `idle connections are evicted when new connections exceed the limit`() async throws {
    try await CloudUnderTest.run(configure: { $0.connections = 32 }) { cloud in
      try await withThrowingTaskGroup(of: Void.self) { group in
        let (opened, continuation) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<100 {
          group.addTask {
            try await WireConnection.open(port: cloud.port) { connection in
              continuation.yield()
              // Until the server or the test closes it.
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

  @Test(.timeLimit(.minutes(15)))
  func `a client limited to an obsolete TLS version is rejected`() async throws {
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

  /// Sends single bytes until a write fails.
  private static func trickle(_ send: @Sendable (String) async throws -> Void) async {
    while (try? await send("a")) != nil { await Task.yield() }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a graceful shutdown completes requests in progress and closes idle connections`()
    async throws
  {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      let body = #"{"lookupInfos":[]}"#
      let request = cloud.request(
        "POST", cloud.path("public/users/discover", query: cloud.query(web)),
        headers: [("Content-Length", "\(body.utf8.count)")])
      let closed = try await WireConnection.open(port: cloud.port) { idle in
        // One connection is idle, one has sent half a request.
        try await idle.send(cloud.request("GET", "/health"))
        #expect(try await idle.answer().status == 200)
        try await WireConnection.open(port: cloud.port) { busy in
          try await busy.send(request)
          try await busy.send(String(body.prefix(4)))
          // A request on a third connection ensures that the server has read the head by now.
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

  @Test(.timeLimit(.minutes(15))) func `control characters in metadata cannot forge log lines`() {
    let lines = LogLines()
    lines.logger.info(
      "It happened", metadata: ["name": "a\n{\"level\":\"critical\"}\u{1B}[31m\u{202E}\u{2028}"])
    #expect(lines.text.split(separator: "\n").count == 1)
    #expect(!lines.text.contains("\u{1B}") && !lines.text.contains("\u{202E}"))
    #expect(lines.text.contains(#""message":"It happened""#))
  }
}
