// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `cairn cloud serve` over TLS as a process, and devices of its users, with a data folder each.
final class DeviceCloud: Sendable {
  static let password = "correct horse"

  let workspace: Workspace
  private let server = Mutex<RunningCommand?>(nil)
  private let known = Mutex<String>("")

  /// Where the server is, such as `https://127.0.0.1:41235`.
  var address: String { known.withLock { $0 } }
  /// The file of the authority that the devices trust.
  var authority: String { folder.appending(path: "cloud-tls/authority.pem").path() }
  private var folder: URL { workspace.url.appending(path: "server") }

  private init(_ workspace: Workspace) { self.workspace = workspace }

  /// Runs a body with a server that has the user ann, and perhaps others.
  static func run(
    users: [String] = ["ann"], _ body: (DeviceCloud) async throws -> Void
  ) async throws {
    let cloud = DeviceCloud(try Workspace())
    for user in users {
      let result = try await cloud.workspace.cairn(
        ["cloud", "user", "create", user, "--password-file", "-", "--data", "server"],
        input: password)
      try #require(result.status == 0, "\(result)")
    }
    try await cloud.start()
    defer { cloud.server.withLock { $0?.send(SIGKILL) } }
    try await body(cloud)
    try await cloud.stop()
  }

  /// Starts the server, at the same address as before if there was one.
  func start() async throws {
    let port = address.split(separator: ":").last.map(String.init) ?? "0"
    while true {
      let command = try workspace.startCairn(
        "cloud", "serve", "--data", "server", "--port", port, "--self-signed", "--rate-limit",
        "0", "--log-level", "error")
      while !command.hasEnded {
        if let match = command.outputSoFar.firstMatch(of: /https:\/\/127\.0\.0\.1:\d+/) {
          known.withLock { $0 = String(match.0) }
          return server.withLock { $0 = command }
        }
        try await Task.sleep(for: .milliseconds(10))
      }
      // The port of a server that was killed may be taken for a moment.
      let result = try await command.result()
      try #require(result.error.contains("port"), "\(result)")
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Ends the server, in order or without warning.
  func stop(by signal: Int32 = SIGTERM) async throws {
    guard let command = server.withLock({ $0.take() }) else { return }
    command.send(signal)
    let result = try await command.result()
    if signal == SIGTERM { #expect(result.status == 0 && !result.wasKilled, "\(result)") }
  }

  /// A device on which nobody is logged in.
  func device(_ name: String) -> SyncingDevice { SyncingDevice(cloud: self, folder: name) }

  /// A device on which a user is logged in.
  func device(_ name: String, of user: String) async throws -> SyncingDevice {
    let device = device(name)
    let result = try await device.login(user)
    try #require(result.status == 0, "\(result)")
    return device
  }
}

/// A data folder, and the command there.
struct SyncingDevice: Sendable {
  let cloud: DeviceCloud
  let folder: String

  /// The folder itself.
  var url: URL { cloud.workspace.url.appending(path: folder) }

  func cairn(_ arguments: String..., input: String? = nil) async throws -> CommandResult {
    try await cloud.workspace.cairn(arguments + ["--data", folder], input: input)
  }

  func start(_ arguments: String...) throws -> RunningCommand {
    try cloud.workspace.start(arguments + ["--data", folder])
  }

  func login(
    _ user: String, password: String = DeviceCloud.password
  ) async throws -> CommandResult {
    try await cairn(
      "login", cloud.address, "--user", user, "--password-file", "-", "--certificate-authority",
      cloud.authority, input: password)
  }

  /// Sends and fetches, which has to succeed.
  @discardableResult
  func sync() async throws -> Round {
    let result = try await cairn("sync", "--json")
    #expect(result.status == 0, "\(folder): \(result)")
    return try #require(try result.json([String: [Round]].self)["stores"]?.first)
  }

  /// What `cairn sync --json` says of a store.
  struct Round: Decodable {
    let fetched: Int
    let sent: Int
    let pending: Int
    let refused: Int
    let conflicts: Int
  }

  /// What `cairn sync status --json` says.
  struct Status: Decodable {
    struct Account: Decodable {
      let server: String
      let user: String
      let logged_in: Bool
    }
    struct Store: Decodable {
      let app: String
      let pending: Int
      let conflicts: Int
      let error: String?
      let process: Int32?
      let last_fetch: String?
      let last_send: String?
    }
    let account: Account?
    let stores: [Store]
  }

  func status() async throws -> Status {
    let result = try await cairn("sync", "status", "--json")
    #expect(result.status == 0, "\(folder): \(result)")
    return try result.json(Status.self)
  }

  /// The list of the rucks as `--json` prints it.
  func list() async throws -> String {
    let result = try await cairn("ruck", "list", "--json")
    #expect(result.status == 0, "\(folder): \(result)")
    return result.output
  }

  /// Stores a made-up recording; two numbers give two different rucks.
  func importTrack(_ number: Int, points: Int = 20) async throws {
    let file = try cloud.workspace.write(
      Track.gpx(points: points, number: number), to: "\(folder)-\(number).gpx")
    let result = try await cairn("ruck", "import", file, "--name", "\(folder) \(number)")
    #expect(result.status == 0, "\(folder): \(result)")
  }
}

/// Waits until a condition gives a value; the test's time limit ends a wait in vain.
@discardableResult
func wait<Value>(for condition: () async throws -> Value?) async throws -> Value {
  while true {
    if let value = try await condition() { return value }
    try await Task.sleep(for: .milliseconds(20))
  }
}
