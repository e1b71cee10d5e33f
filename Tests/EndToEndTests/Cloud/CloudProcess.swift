// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `cairn cloud serve` as a process, and a user's requests to it.
struct CloudProcess: Sendable {
  static let container = "iCloud.org.example"

  /// The tokens of a user.
  struct Credentials: Sendable {
    let apiToken: String
    let webToken: String
  }

  let command: RunningCommand
  let address: String
  private let credentials: Credentials
  private let session: URLSession

  /// Creates a container, a user and tokens.
  static func prepare(_ workspace: Workspace) async throws -> Credentials {
    func run(_ arguments: [String], input: String? = nil) async throws -> String {
      let result = try await workspace.cairn(["cloud"] + arguments, input: input)
      try #require(result.status == 0, "\(result)")
      return result.output.trimmingCharacters(in: .newlines)
    }
    _ = try await run(["container", "create", container])
    _ = try await run(["user", "create", "ann", "--password-file", "-"], input: "correct horse\n")
    return Credentials(
      apiToken: try await run(["token", "create", "--container", container]),
      webToken: try await run(["user", "token", "ann", "--container", container]))
  }

  /// Starts the server on a free port, and waits until it listens.
  static func start(_ workspace: Workspace, _ credentials: Credentials) async throws -> CloudProcess
  {
    let command = try workspace.startCairn(
      "cloud", "serve", "--port", "0", "--rate-limit", "0", "--log-level", "warning")
    while true {
      if let match = command.outputSoFar.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/) {
        return CloudProcess(
          command: command, address: String(match.0), credentials: credentials,
          session: URLSession(configuration: .ephemeral))
      }
      if command.hasEnded {
        let result = try await command.result()
        try #require(!command.hasEnded, "the server has ended: \(result)")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Stops the server, which must exit cleanly.
  func stop() async throws {
    command.send(SIGTERM)
    let result = try await command.result()
    #expect(result.status == 0, "\(result)")
  }

  // MARK: Requests

  /// Posts an operation on the private database, and returns the status and body of the response.
  func post(_ operation: String, _ body: String) async throws -> (status: Int, body: Data) {
    let allowed = CharacterSet.alphanumerics
    let token = credentials.webToken.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    return try await post(
      to: "\(address)/database/1/\(Self.container)/development/private/\(operation)"
        + "?ckAPIToken=\(credentials.apiToken)&ckWebAuthToken=\(token)", Data(body.utf8))
  }

  func post(to url: String, _ body: Data) async throws -> (status: Int, body: Data) {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = "POST"
    request.httpBody = body
    return try await send(request)
  }

  func get(_ url: String) async throws -> (status: Int, body: Data) {
    try await send(URLRequest(url: try #require(URL(string: url))))
  }

  private func send(_ request: URLRequest) async throws -> (status: Int, body: Data) {
    // Cancellation is ignored: on Linux, cancelling a task in `data(for:)` can block both forever.
    try await withCheckedThrowingContinuation { continuation in
      session.dataTask(with: request) { data, response, error in
        if let data, let response = response as? HTTPURLResponse {
          continuation.resume(returning: (response.statusCode, data))
        } else {
          continuation.resume(throwing: error ?? URLError(.badServerResponse))
        }
      }.resume()
    }
  }

  func makeZone() async throws {
    let zone = #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Zone"}}}]}"#
    let answer = try await post("zones/modify", zone)
    try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
  }

  // MARK: Batches

  static let batchSize = 20

  /// Saves a batch of records atomically, with an asset if `text` is given.
  ///
  /// Returns true if the server acknowledged the batch.
  func push(_ name: String, asset text: String? = nil) async throws -> Bool {
    var file = ""
    if let text {
      guard let receipt = try await upload(text) else { return false }
      file = #","file":{"value":\#(receipt)}"#
    }
    let operations = (0..<Self.batchSize).map { index in
      """
      {"operationType":"create","record":{"recordName":"\(name)-\(index)","recordType":"Note",
      "fields":{"n":{"value":\(index)},"batch":{"value":"\(name)"}\(index == 0 ? file : "")}}}
      """
    }
    let body = #"""
      {"zoneID":{"zoneName":"Zone"},"atomic":true,"operations":[\#(operations.joined(separator: ","))]}
      """#
    return try await post("records/modify", body).status == 200
  }

  /// Uploads an asset, and returns its JSON.
  private func upload(_ text: String) async throws -> String? {
    let wanted = #"{"tokens":[{"recordType":"Note","fieldName":"file"}]}"#
    let answer = try await post("assets/upload", wanted)
    struct Tokens: Decodable {
      struct Token: Decodable { let url: String }
      let tokens: [Token]
    }
    guard answer.status == 200,
      let url = try JSONDecoder().decode(Tokens.self, from: answer.body).tokens.first?.url
    else { return nil }
    let sent = try await post(to: url, Data(text.utf8))
    guard sent.status == 200,
      let file = try JSONSerialization.jsonObject(with: sent.body) as? [String: Any],
      let asset = file["singleFile"]
    else { return nil }
    return String(decoding: try JSONSerialization.data(withJSONObject: asset), as: UTF8.self)
  }

  // MARK: Reading

  /// A record of the zone, with the fields that the tests use.
  struct Pulled: Decodable {
    struct Fields: Decodable {
      struct Text: Decodable { let value: String }
      struct File: Decodable { let value: Asset }
      let batch: Text?
      let file: File?
    }
    struct Asset: Decodable { let downloadURL: String }
    let recordName: String
    let fields: Fields?
  }

  private struct Page: Decodable {
    struct Zone: Decodable {
      let records: [Pulled]?
      let syncToken: String?
      let moreComing: Bool?
      let serverErrorCode: String?
      let reason: String?
    }
    let zones: [Zone]
  }

  /// Fetches the changes of the zone since a token, or the error that rejects the token.
  func pull(since token: String?) async throws -> (
    records: [Pulled], token: String, refusal: String?
  ) {
    var (records, token) = ([Pulled](), token)
    while true {
      let since = token.map { #","syncToken":"\#($0)""# } ?? ""
      let answer = try await post(
        "changes/zone", #"{"zones":[{"zoneID":{"zoneName":"Zone"}\#(since)}]}"#)
      try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
      let zone = try #require(try JSONDecoder().decode(Page.self, from: answer.body).zones.first)
      if let code = zone.serverErrorCode { return (records, "", "\(code) \(zone.reason ?? "")") }
      records += zone.records ?? []
      token = zone.syncToken
      if zone.moreComing != true { return (records, try #require(token), nil) }
    }
  }

  /// The number of records of each batch.
  static func batches(_ records: [Pulled]) -> [String: Int] {
    Dictionary(grouping: records.compactMap { $0.fields?.batch?.value }, by: { $0 })
      .mapValues(\.count)
  }

  /// The texts of the assets, by batch name.
  func assets(of records: [Pulled]) async throws -> [String: String] {
    var texts: [String: String] = [:]
    for record in records {
      guard let url = record.fields?.file?.value.downloadURL, let name = record.fields?.batch?.value
      else { continue }
      let answer = try await get(url)
      texts[name] = answer.status == 200 ? String(decoding: answer.body, as: UTF8.self) : nil
    }
    return texts
  }

  /// Saves batches from several tasks until the server stops, and returns the acknowledged batches.
  func load(_ prefix: String, tasks: Int = 4) async -> Set<String> {
    await withTaskGroup(of: Set<String>.self) { group in
      for writer in 0..<tasks {
        group.addTask {
          var saved: Set<String> = []
          for number in 0... {
            let name = "\(prefix)-\(writer)-\(number)"
            let asset = number % 4 == 0 ? "asset of \(name)" : nil
            guard !Task.isCancelled, (try? await push(name, asset: asset)) == true else { break }
            saved.insert(name)
          }
          return saved
        }
      }
      return await group.reduce(into: []) { $0.formUnion($1) }
    }
  }
}
