// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Uploads and downloads of assets over HTTP.
@Suite(.serialized) struct AssetRouteTests {
  private let bytes = (0..<20_000).map { "\($0) " }.joined()

  private func post(
    _ cloud: CloudUnderTest, _ operation: String, _ body: String, _ web: String
  ) async throws -> WireAnswer {
    try await cloud.send(
      "POST", cloud.path("private/\(operation)", query: cloud.query(web)), body: body)
  }

  /// The path of a new upload URL.
  private func uploadPath(_ cloud: CloudUnderTest, _ web: String) async throws -> String {
    let answer = try await post(
      cloud, "assets/upload",
      #"{"tokens":[{"recordName":"one","recordType":"Track","fieldName":"file"}]}"#, web)
    let item = try #require(try UploadTokensResponse(body: Array(answer.body.utf8)).tokens.first)
    #expect(item.url.hasPrefix("http://localhost:\(cloud.port)/assets/1/upload/"))
    return try #require(URL(string: item.url)).path()
  }

  @Test(.timeLimit(.minutes(15)))
  func `an uploaded asset can be downloaded whole and by byte ranges`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      let path = try await uploadPath(cloud, web)
      let receipt = try await cloud.send("POST", path, body: bytes)
      #expect(receipt.status == 200, "\(receipt.body)")
      let prefix = #"{"singleFile":"#
      #expect(receipt.body.hasPrefix(prefix))
      let value = receipt.body.dropFirst(prefix.count).dropLast()
      let save =
        #"{"operations":[{"operationType":"create","record":{"recordName":"one","recordType":"#
        + #""Track","fields":{"file":{"value":\#(value)}}}}]}"#
      #expect(try await post(cloud, "records/modify", save, web).status == 200)
      let look = try await post(
        cloud, "records/lookup", #"{"records":[{"recordName":"one"}]}"#, web)
      let url = try #require(look.body.firstMatch(of: /"downloadURL":"([^"]+)"/)).1
      let download = try #require(URL(string: String(url.replacing("\\/", with: "/")))).path()
      let whole = try await cloud.send("GET", download)
      #expect(whole.status == 200 && whole.body == bytes)
      #expect(whole.headers["content-disposition"] == "attachment")
      #expect(whole.headers["content-security-policy"]?.hasPrefix("sandbox") == true)
      for (range, status, body) in [
        ("bytes=0-9", 206, bytes.prefix(10)), ("bytes=5-", 206, bytes.dropFirst(5)),
        ("bytes=-7", 206, bytes.suffix(7)), ("bytes=3-3", 206, bytes.dropFirst(3).prefix(1)),
        ("bytes=0-9999999999", 206, bytes[...]), ("bytes=9-3", 200, bytes[...]),
        ("bytes=0-1,3-4", 200, bytes[...]), ("lines=1-2", 200, bytes[...]),
        ("bytes=9999999-", 416, ""),
      ] as [(String, Int, Substring)] {
        let answer = try await cloud.send("GET", download, headers: [("Range", range)])
        #expect(answer.status == status, "\(range)")
        #expect(answer.body == String(body), "\(range)")
      }
      cloud.clock.advance(3 * 3_600)
      #expect(try await cloud.send("GET", download).status == 404)
      #expect(try await cloud.send("POST", path, body: "x").status == 403)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `forged asset URLs and invalid uploads are rejected`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      let path = try await uploadPath(cloud, web)
      for forged in ["/assets/1/upload/AAAA", String(path.dropLast(2)), path + "AAAA"] {
        #expect(try await cloud.send("POST", forged, body: "x").status == 403, "\(forged)")
      }
      let other = path.replacing("/upload/", with: "/download/")
      for forged in [other, "/assets/1/download/..%2F..%2Fcloud.sqlite", "/assets/1/download/x/y"] {
        #expect(try await cloud.send("GET", forged).status == 404, "\(forged)")
      }
      let large = try await cloud.send(
        "POST", path, headers: [("Content-Length", "\(Limits.assetBytes + 1)")])
      #expect(large.status == 413)
      let form = try await cloud.send(
        "POST", path, headers: [("Content-Type", "multipart/form-data; boundary=x")], body: "--x")
      #expect(form.status == 400)
    }
  }

  /// An action that ends the session of an issued upload URL.
  enum End: String, CaseIterable, Sendable {
    case password, disable, delete, signOut, container
  }

  @Test(.timeLimit(.minutes(15)), arguments: End.allCases)
  func `an upload URL expires with the session that requested it`(_ end: End) async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      let path = try await uploadPath(cloud, web)
      #expect(try await cloud.send("POST", path, body: "before").status == 200)
      switch end {
      case .password: try await cloud.accounts.setPassword("another horse", ofUser: "ann")
      case .disable: try await cloud.accounts.setDisabled(true, user: "ann")
      case .delete: try await cloud.accounts.deleteUser("ann")
      case .container: try await cloud.accounts.deleteContainer(CloudUnderTest.container)
      case .signOut:
        let request = DeviceSignOutRequest(
          container: CloudUnderTest.container, environment: .development, webAuthToken: web)
        let answer = try await cloud.send(
          "POST", "/sign-in/2/sessions/end", headers: [("Content-Type", "application/json")],
          body: String(decoding: try request.encoded(), as: UTF8.self))
        #expect(answer.status == 200)
      }
      let refused = try await cloud.send("POST", path, body: "after")
      #expect(refused.status == 403 && refused.failure?.code == .accessDenied)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an upload URL requested with a key expires when the key is deleted`() async throws {
    try await CloudUnderTest.run { cloud in
      let answer = try await cloud.sendSigned(
        cloud.path("public/assets/upload", query: ""),
        body: #"{"tokens":[{"recordType":"Track","fieldName":"file"}]}"#)
      let item = try #require(
        try UploadTokensResponse(body: Array(answer.body.utf8)).tokens.first, "\(answer.body)")
      let path = try #require(URL(string: item.url)).path()
      #expect(try await cloud.send("POST", path, body: "before").status == 200)
      try await cloud.accounts.deleteKey(cloud.keyID)
      #expect(try await cloud.send("POST", path, body: "after").status == 403)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a deleted user's asset can no longer be downloaded`() async throws {
    try await CloudUnderTest.run { cloud in
      let web = try await cloud.webToken()
      let receipt = try await cloud.send(
        "POST", try await uploadPath(cloud, web), body: "secret")
      let value = receipt.body.dropFirst(#"{"singleFile":"#.count).dropLast()
      let save = try await post(
        cloud, "records/modify",
        #"{"operations":[{"operationType":"create","record":{"recordName":"one","recordType":"#
          + #""Track","fields":{"file":{"value":\#(value)}}}}]}"#, web)
      let url = try #require(save.body.firstMatch(of: /"downloadURL":"([^"]+)"/)).1
      let download = try #require(URL(string: String(url.replacing("\\/", with: "/")))).path()
      #expect(try await cloud.send("GET", download).body == "secret")
      try await cloud.accounts.deleteUser("ann")
      #expect(try await cloud.send("GET", download).status == 404)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an asset can be uploaded as raw bytes or as the file of a multipart form`() async throws {
    try await CloudUnderTest.run { cloud in
      let path = try await uploadPath(cloud, try await cloud.webToken())
      let plain = try await cloud.send("POST", path, body: bytes)
      let form =
        "--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nno file\r\n--b\r\n"
        + "Content-Disposition: form-data; name=\"files\"; filename=\"a.gpx\"\r\n"
        + "Content-Type: application/gpx+xml\r\n\r\n\(bytes)\r\n--b--\r\n"
      let sent = try await cloud.send(
        "POST", path, headers: [("Content-Type", "multipart/form-data; boundary=\"b\"")],
        body: form)
      #expect(sent.status == 200, "\(sent.body)")
      let one = try UploadReceiptResponse(body: Array(plain.body.utf8)).singleFile
      let other = try UploadReceiptResponse(body: Array(sent.body.utf8)).singleFile
      #expect(one.fileChecksum == other.fileChecksum && one.size == other.size)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a client that expects 100 Continue receives it when its body is read`() async throws {
    try await CloudUnderTest.run { cloud in
      let path = try await uploadPath(cloud, try await cloud.webToken())
      let head =
        "POST \(path) HTTP/1.1\r\nHost: localhost:\(cloud.port)\r\nExpect: 100-continue\r\n"
      try await WireConnection.open(port: cloud.port) { connection in
        try await connection.send(head + "Content-Length: 5\r\n\r\n")
        #expect(try await connection.head().status == 100)
        try await connection.send("bytes")
        #expect(try await connection.answer().status == 200)
        // A body that is too large is rejected before it is sent, and the connection closes.
        try await connection.send(head + "Content-Length: \(Limits.assetBytes + 1)\r\n\r\n")
        #expect(try await connection.answer().status == 413)
        #expect(await connection.rest().isEmpty)
      }
      // A request that its head alone disqualifies gets its answer, and no invitation to send.
      try await WireConnection.open(port: cloud.port) { connection in
        try await connection.send(
          "POST \(cloud.path("private/records/modify")) HTTP/1.1\r\nHost: localhost\r\n"
            + "Expect: 100-continue\r\nContent-Length: 20\r\n\r\n")
        #expect(try await connection.head().status == 421)
      }
    }
  }
}
