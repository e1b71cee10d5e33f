// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `cairn cloud serve` over TLS as a process, and devices of its users.
final class DeviceCloud: Sendable {
  static let password = "correct horse"

  let workspace: Workspace
  /// The command that enters the mount namespace of the server's disk.
  private let entry: [String]
  private let server = Mutex<RunningCommand?>(nil)
  private let known = Mutex<String>("")

  /// The server's address, such as `https://127.0.0.1:41235`.
  var address: String { known.withLock { $0 } }
  /// The file of the certificate authority that the devices trust.
  var authority: String {
    workspace.url.appending(path: "authority.pem").path(percentEncoded: false)
  }
  private var folder: String { workspace.url.appending(path: "server").path(percentEncoded: false) }

  private init(_ workspace: Workspace, _ entry: [String]) {
    self.workspace = workspace
    self.entry = entry
  }

  /// Runs a body with a server and its users.
  static func run(
    users: [String] = ["ann"], command: URL = Workspace.cairn,
    _ body: (DeviceCloud) async throws -> Void
  ) async throws {
    try await run(DeviceCloud(try Workspace(command: command), []), users, body)
  }

  /// Runs a body with a server whose disk has a size in megabytes and can be filled.
  static func run(onDiskOf megabytes: Int, _ body: (DeviceCloud) async throws -> Void)
    async throws
  {
    let workspace = try Workspace()
    let folder = workspace.url.appending(path: "server").path(percentEncoded: false)
    // Keeps the private mount alive across restarts of the server.
    let keeper = try workspace.startMountingShell(
      #"mkdir -p "$1"; mount -t tmpfs -o "size=$2m" tmpfs "$1"; echo ready; exec sleep 3600"#,
      [folder, "\(megabytes)"])
    defer { keeper.send(SIGKILL) }
    try await wait { keeper.outputSoFar.contains("ready") || keeper.hasEnded ? true : nil }
    try #require(!keeper.hasEnded, "a disk can't be mounted")
    var entry = ["nsenter", "--mount", "--target", "\(keeper.processIdentifier)"]
    if geteuid() != 0 { entry += ["--user", "--preserve-credentials"] }
    try await run(DeviceCloud(workspace, entry), ["ann"], body)
  }

  private static func run(
    _ cloud: DeviceCloud, _ users: [String], _ body: (DeviceCloud) async throws -> Void
  ) async throws {
    defer { cloud.server.withLock { $0?.send(SIGKILL) } }
    try await cloud.begin(users)
    try await body(cloud)
    try await cloud.stop()
  }

  private func begin(_ users: [String]) async throws {
    let password = try workspace.write(Self.password, to: "password.txt")
    for user in users {
      let result = try await cairn("cloud", "user", "create", user, "--password-file", password)
      try #require(result.status == 0, "\(result)")
    }
    try await start()
    let authority = try await shell(#"cat "$1/cloud-tls/authority.pem""#).output
    _ = try workspace.write(authority, to: "authority.pem")
  }

  /// Deletes all data of the server, and sets up a new server at the same address.
  func loseAll(users: [String] = ["ann"]) async throws {
    try await stop(by: SIGKILL)
    _ = try await shell(#"rm -rf "$1""#)
    try await begin(users)
  }

  /// Saves a record of an app with a web service request.
  func save(_ record: String, of user: String) async throws {
    let container = "iCloud.com.yourteam.ruckmap"
    let api = try await cairn("cloud", "token", "create", "--container", container)
    let web = try await cairn("cloud", "user", "token", user, "--container", container)
    let allowed = CharacterSet.alphanumerics
    func encoded(_ result: CommandResult) -> String {
      result.output.trimmingCharacters(in: .newlines)
        .addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
    let url =
      "\(address)/database/1/\(container)/development/private/records/modify?ckAPIToken=\(encoded(api))"
      + "&ckWebAuthToken=\(encoded(web))"
    let result = try await workspace.shell(
      #"exec curl -fsS --cacert "$1" -H "Content-Type: application/json" --data "$3" "$2""#,
      authority, url, #"{"operations":[{"operationType":"create","record":\#(record)}]}"#)
    try #require(result.status == 0 && !result.output.contains("serverErrorCode"), "\(result)")
  }

  /// Runs the command with the server's data.
  func cairn(_ arguments: String...) async throws -> CommandResult {
    try await startCairn(arguments).result()
  }

  private func startCairn(_ arguments: [String]) throws -> RunningCommand {
    try workspace.startShell(
      #"exec "$@""#,
      entry + [workspace.command.path(percentEncoded: false)] + arguments + ["--data", folder])
  }

  /// Runs a script in the mount namespace of the server's disk, with `$1` as the data folder.
  private func shell(_ script: String) async throws -> CommandResult {
    try await workspace.startShell(
      #"exec "$@""#, entry + ["sh", "-euc", script, "sh", folder]
    ).result()
  }

  /// Fills the server's disk.
  func fillDisk() async throws {
    _ = try await shell(#"dd if=/dev/zero of="$1/filler" bs=4096 2>/dev/null || true"#)
  }

  func makeRoom() async throws { _ = try await shell(#"rm -f "$1/filler""#) }

  /// Starts the server, at its previous address if it has one.
  func start() async throws {
    let port = address.split(separator: ":").last.map(String.init) ?? "0"
    while true {
      let command = try startCairn([
        "cloud", "serve", "--port", port, "--self-signed", "--rate-limit", "0", "--log-level",
        "error",
      ])
      while !command.hasEnded {
        if let match = command.outputSoFar.firstMatch(of: /https:\/\/127\.0\.0\.1:\d+/) {
          known.withLock { $0 = String(match.0) }
          return server.withLock { $0 = command }
        }
        try await Task.sleep(for: .milliseconds(10))
      }
      // The port of a killed server may stay in use for a moment.
      let result = try await command.result()
      try #require(result.error.contains("port"), "\(result)")
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Stops the server with a signal, and expects a clean exit on SIGTERM.
  func stop(by signal: Int32 = SIGTERM) async throws {
    guard let command = server.withLock({ $0.take() }) else { return }
    command.send(signal)
    let result = try await command.result()
    if signal == SIGTERM { #expect(result.status == 0 && !result.wasKilled, "\(result)") }
  }

  /// A device without a login.
  func device(_ name: String) -> SyncingDevice { SyncingDevice(cloud: self, folder: name) }

  /// A device with a logged-in user.
  func device(_ name: String, of user: String) async throws -> SyncingDevice {
    let device = device(name)
    let result = try await device.login(user)
    try #require(result.status == 0, "\(result)")
    return device
  }
}

/// A device: a data folder, and the command that uses it.
struct SyncingDevice: Sendable {
  let cloud: DeviceCloud
  let folder: String

  /// The URL of the data folder.
  var url: URL { cloud.workspace.url.appending(path: folder) }

  func cairn(_ arguments: String..., input: String? = nil) async throws -> CommandResult {
    try await cloud.workspace.cairn(arguments + ["--data", folder], input: input)
  }

  func start(_ arguments: String...) throws -> RunningCommand {
    try cloud.workspace.start(arguments + ["--data", folder])
  }

  func login(
    _ user: String, password: String = DeviceCloud.password, _ more: String...
  ) async throws -> CommandResult {
    try await cloud.workspace.cairn(
      [
        "login", cloud.address, "--user", user, "--password-file", "-", "--certificate-authority",
        cloud.authority, "--data", folder,
      ] + more, input: password)
  }

  /// Runs one sync, which must succeed.
  @discardableResult
  func sync() async throws -> Round {
    let result = try await cairn("sync", "--json")
    #expect(result.status == 0, "\(folder): \(result)")
    return try #require(try result.json([String: [Round]].self)["stores"]?.first)
  }

  /// The output of `cairn sync --json` for one store.
  struct Round: Decodable {
    let fetched: Int
    let sent: Int
    let pending: Int
    let refused: Int
    let conflicts: Int
    let derived_conflicts: Int
  }

  /// The output of `cairn sync status --json`.
  struct Status: Decodable {
    struct Account: Decodable {
      let server: String
      let user: String
      let logged_in: Bool
    }
    struct Refusal: Decodable {
      let record: String
      let reason: String
    }
    struct Store: Decodable {
      let app: String
      let pending: Int
      let refused: Int
      let refusals: [Refusal]
      let conflicts: Int
      let derived_conflicts: Int
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

  /// The rucks of the device.
  func rucks() async throws -> [RuckJSON] {
    try JSONDecoder().decode([RuckJSON].self, from: Data(try await list().utf8))
  }

  /// Runs the command, which must succeed.
  @discardableResult
  func done(_ arguments: String...) async throws -> CommandResult {
    let result = try await cloud.workspace.cairn(arguments + ["--data", folder])
    try #require(result.status == 0, "\(folder): \(result)")
    return result
  }

  /// Imports a generated recording, and returns its identifier.
  ///
  /// Different numbers yield different rucks.
  @discardableResult
  func importTrack(_ number: Int, points: Int = 20) async throws -> String {
    let file = try cloud.workspace.write(
      Track.gpx(points: points, number: number), to: "\(folder)-\(number).gpx")
    let result = try await done("ruck", "import", file, "--name", "\(folder) \(number)", "--json")
    return try #require(try result.json(ImportJSON.self).imported.first).id
  }
}
