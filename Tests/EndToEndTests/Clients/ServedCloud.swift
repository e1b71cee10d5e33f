// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `cairn cloud serve` as a process, with a container, a user and all kinds of credentials.
struct ServedCloud: Sendable {
  static let container = "iCloud.org.example.clients"

  let workspace: Workspace
  /// The server's address, such as `http://127.0.0.1:41235`.
  let address: String
  let processIdentifier: Int32
  let apiToken: String
  let webToken: String
  let keyID: String
  /// The file of the signing key.
  let keyFile: String

  /// The file of the certificate authority that clients trust.
  var authority: String {
    workspace.data.appending(path: "cloud-tls/authority.pem").path(percentEncoded: false)
  }

  /// Runs a body with a server, which must exit cleanly.
  ///
  /// `fileLimit` is the server's limit of open files, as options of `ulimit`. By default, the server
  /// inherits the limit of this process.
  static func run(
    _ options: [String] = [], fileLimit: String? = nil,
    _ body: (ServedCloud) async throws -> Void
  ) async throws {
    let workspace = try Workspace()
    func cairn(_ arguments: [String], input: String? = nil) async throws -> String {
      let result = try await workspace.cairn(["cloud"] + arguments, input: input)
      try #require(result.status == 0, "\(arguments): \(result)")
      return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let keyFile = workspace.url.appending(path: "key.pem").path(percentEncoded: false)
    let keys = try await workspace.shell(
      #"""
      openssl ecparam -name prime256v1 -genkey -noout -out "$1"
      openssl ec -in "$1" -pubout -out "$1.pub"
      """#, keyFile)
    try #require(keys.status == 0, "\(keys)")
    _ = try await cairn(["container", "create", container])
    _ = try await cairn(["user", "create", "ann", "--password-file", "-"], input: "correct horse")
    let apiToken = try await cairn(["token", "create", "--container", container])
    let webToken = try await cairn(["user", "token", "ann", "--container", container])
    let keyID = try await cairn([
      "key", "create", "--container", container, "--public-key", keyFile + ".pub",
    ])
    let arguments = ["cloud", "serve", "--port", "0"] + options
    let server =
      if let fileLimit {
        try workspace.startShell(
          #"ulimit $1; shift; exec "$cairn" "$@""#, [fileLimit] + arguments)
      } else {
        try workspace.startCairn(arguments)
      }
    defer { server.send(SIGKILL) }
    let cloud = ServedCloud(
      workspace: workspace, address: try await address(of: server),
      processIdentifier: server.processIdentifier, apiToken: apiToken, webToken: webToken,
      keyID: keyID, keyFile: keyFile)
    do {
      try await body(cloud)
    } catch {
      server.send(SIGTERM)
      let result = try await server.result()
      Issue.record("the server's log: \(result.error.suffix(4_000))")
      throw error
    }
    server.send(SIGTERM)
    let result = try await server.result()
    #expect(result.status == 0 && !result.wasKilled, "\(result.error.suffix(4_000))")
  }

  /// Waits until a server prints its address, at most for the time limit of the test.
  private static func address(of server: RunningCommand) async throws -> String {
    while true {
      if let match = server.outputSoFar.firstMatch(of: /(https?:\/\/[^ \n]*:\d+)\/?\n/) {
        return String(match.1)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
