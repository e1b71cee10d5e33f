// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// `cairn login`, `logout` and `sync` where there is no server.
struct SyncTests {
  private func login(_ address: String) async throws -> CommandResult {
    try await Workspace().cairn(
      ["login", address, "--user", "ann", "--password-file", "-"], input: "correct horse\n")
  }

  @Test(arguments: [
    ("", "is not the address of a server"), ("https://", "is not the address of a server"),
    ("ftp://cloud.example.org", "is not the address of a server"),
    ("https://ann:secret@cloud.example.org", "is not the address of a server"),
    ("https://cloud.example.org/?a=b", "is not the address of a server"),
    ("http://cloud.example.org", "could read the password"),
    ("http://192.168.1.10:8333", "could read the password"),
  ])
  func `an address of no use is refused before anything is sent`(address: String, error: String)
    async throws
  {
    let result = try await login(address)
    #expect(result.status == 1 && result.output == "", "\(result)")
    #expect(result.error.hasPrefix("cairn: ") && result.error.contains(error), "\(result)")
    #expect(!result.error.contains("correct horse"))
  }

  @Test func `a server that isn't there is named`() async throws {
    let unknown = try await login("nowhere.invalid")
    #expect(unknown.status == 1 && unknown.error.contains("nowhere.invalid"), "\(unknown)")
    // Nobody listens on the first port.
    let closed = try await login("https://127.0.0.1:1")
    #expect(closed.status == 1 && closed.error.contains("is the server running?"), "\(closed)")
  }

  @Test func `the password comes from a file or a terminal`() async throws {
    let workspace = try Workspace()
    let arguments = ["login", "https://127.0.0.1:1", "--user", "ann"]
    let nobody = try await workspace.cairn(arguments)
    #expect(nobody.status == 1 && nobody.error.contains("give --password-file FILE"), "\(nobody)")
    let missing = try await workspace.cairn(arguments + ["--password-file", "none.txt"])
    #expect(missing.status == 1 && missing.error.contains("no such file"), "\(missing)")
    let file = try workspace.write("no certificate", to: "authority.pem")
    let authority = try await workspace.cairn(
      arguments + ["--password-file", "-", "--certificate-authority", file], input: "x")
    #expect(authority.status == 1 && authority.error.contains("is no PEM file"), "\(authority)")
  }

  @Test func `where nobody has logged in, syncing says what to do and the rest says so`()
    async throws
  {
    let workspace = try Workspace()
    for arguments in [["sync"], ["sync", "--watch"], ["sync", "--json"]] {
      let sync = try await workspace.cairn(arguments)
      #expect(sync.status == 1 && sync.output == "", "\(sync)")
      #expect(sync.error.contains("run cairn login URL --user NAME"), "\(sync)")
    }
    let status = try await workspace.cairn("sync", "status")
    #expect(status.status == 0 && status.output == "Nobody is logged in: see cairn login.\n")
    let json = try await workspace.cairn("sync", "status", "--json")
    #expect(json.output == "{\n  \"account\" : null,\n  \"stores\" : [\n\n  ]\n}\n", "\(json)")
    #expect(try await workspace.cairn("sync", "conflicts").output == "No conflicts.\n")
    let restore = try await workspace.cairn("sync", "conflicts", "restore", "1")
    #expect(restore.status == 1 && restore.error.contains("there is no conflict 1"))
    let logout = try await workspace.cairn("logout")
    #expect(logout.status == 0 && logout.output == "Nobody was logged in.\n")
    #expect(!workspace.store.isThere)
  }

  @Test func `credentials that can't be read are named, and stay as they are`() async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.data, withIntermediateDirectories: true)
    let file = workspace.data.appending(path: "cloudkit.json")
    try Data("{ \"containers\": 5 }".utf8).write(to: file)
    for arguments in [["sync"], ["sync", "status"], ["logout"]] {
      let result = try await workspace.cairn(arguments)
      #expect(result.status == 1 && result.error.contains("cloudkit.json"), "\(result)")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == "{ \"containers\": 5 }")
  }
}
