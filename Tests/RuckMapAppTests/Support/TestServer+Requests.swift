// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import Testing

extension TestServer {
  /// Sends a request and returns the response.
  func send(
    _ method: String = "GET", _ path: String, host: String? = nil,
    headers: [(String, String)] = [], body: String? = nil
  ) async throws -> RawResponse {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
    let request = head + "\r\n" + (body ?? "")
    return try await RawConnection.open(port: port) { connection in
      try await connection.send(request)
      return try await connection.response()
    }
  }

  /// The form token of the list page.
  func token() async throws -> String {
    let page = try await send("GET", "/rucks")
    let match = try #require(page.body.firstMatch(of: /name="token" value="([0-9a-f]{64})"/))
    return String(match.1)
  }

  /// Sends a form with fields.
  func post(_ path: String, _ fields: [String: String]) async throws -> RawResponse {
    var allowed = CharacterSet.alphanumerics
    allowed.insert("-")
    let body = try fields.map { name, value in
      "\(name)=\(try #require(value.addingPercentEncoding(withAllowedCharacters: allowed)))"
    }.joined(separator: "&")
    return try await send(
      "POST", path, headers: [("Content-Type", "application/x-www-form-urlencoded")], body: body)
  }

  /// Sends files as the upload form does.
  func upload(
    _ files: [(name: String, text: String)], fields: [(String, String)] = [], token: String? = nil
  ) async throws -> RawResponse {
    let form = UploadBody(token: try await given(token), fields: fields, files: files)
    return try await send("POST", "/rucks/import", headers: [form.contentType], body: form.text)
  }

  private func given(_ token: String?) async throws -> String {
    if let token { return token }
    return try await self.token()
  }
}
