// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `cairn login`, `logout` and `sync` without a server.
struct SyncTests {
  private func login(_ address: String) async throws -> CommandResult {
    try await Workspace().cairn(
      ["login", address, "--user", "ann", "--password-file", "-"], input: "correct horse\n")
  }

  @Test(arguments: [
    ("", "is not the address of a server"), ("https://", "is not the address of a server"),
    ("ftp://cloud.example.org", "is not the address of a server"),
    ("https://ann:secret@cloud.example.org", "must not contain a name or password"),
    ("https://ann:secret@cloud.example.org:port", "is not the address of a server"),
    ("https://cloud.example.org/?a=b", "is not the address of a server"),
    ("http://cloud.example.org", "can't send the password to"),
    ("http://192.168.1.10:8333", "can't send the password to"),
    ("http://127.evil.invalid", "can't send the password to"),
    ("http://127.0.0.1.evil.invalid", "can't send the password to"),
    ("http://127.0.0.256", "can't send the password to"),
    ("https://127.0.0.1:99999", "127.0.0.1:99999 is not the address of a server: a port is a "),
    ("cloud.example.org:0", "from 1 to 65535"),
    ("::1:21000", "write an IPv6 address in brackets, such as https://[::1]:8333"),
    ("https://fe80::1/", "write an IPv6 address in brackets"),
  ])
  func `an invalid address is rejected before anything is sent`(address: String, error: String)
    async throws
  {
    let result = try await login(address)
    #expect(result.status == 1 && result.output == "", "\(result)")
    #expect(result.error.hasPrefix("cairn: ") && result.error.contains(error), "\(result)")
    #expect(!result.error.contains("correct horse") && !result.error.contains("secret"))
  }

  @Test func `the error for an unreachable server names the server`() async throws {
    let unknown = try await login("nowhere.invalid")
    #expect(unknown.status == 1, "\(unknown)")
    #expect(
      unknown.error
        == "cairn: nowhere.invalid can't be resolved: check the address and the network.\n")
    // No server listens on port 1.
    let closed = try await login("https://127.0.0.1:1")
    #expect(closed.status == 1, "\(closed)")
    #expect(
      closed.error == "cairn: 127.0.0.1:1 refuses connections: check that the server is running.\n")
  }

  @Test func `a server without TLS is not reported as unreachable`() async throws {
    let workspace = try Workspace()
    let server = try workspace.startCairn("cloud", "serve", "--port", "0")
    defer { server.send(SIGKILL) }
    while !server.outputSoFar.contains(/http:.*\n/), !server.hasEnded { await Task.yield() }
    let port = try #require(server.outputSoFar.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
    let result = try await login("https://127.0.0.1:\(port)")
    #expect(result.status == 1)
    #expect(
      result.error
        == "cairn: 127.0.0.1:\(port) doesn't speak TLS: check the port, or whether the address begins with "
        + "http://.\n")
  }

  @Test(arguments: ["127.0.0.1", "127.255.0.9", "localhost", "[::1]"])
  func `a password is sent without TLS to a loopback address`(host: String) async throws {
    let result = try await login("http://\(host):1")
    #expect(result.status == 1 && !result.error.contains("send the password"), "\(result)")
  }

  @Test func `an invalid port in the credentials is reported`() async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(
      at: workspace.data, withIntermediateDirectories: true)
    let text = #"""
      {"containers": {"iCloud.com.yourteam.ruckmap": {"url": "https://127.0.0.1:99999", "environment":
      "development", "api_token": "a", "web_auth_token": "b", "user": "ann"}}}
      """#
    try Data(text.utf8).write(to: workspace.data.appending(path: "cloudkit.json"))
    let result = try await workspace.cairn("sync")
    #expect(result.status == 1 && !result.wasKilled, "\(result)")
    #expect(
      result.error.contains(#""https://127.0.0.1:99999": expected a port from 1 to 65535"#),
      "\(result)")
  }

  @Test func `a logout on a full disk reports the full disk`() async throws {
    let workspace = try Workspace()
    let text = #"""
      {"containers": {"iCloud.com.yourteam.ruckmap": {"url": "https://127.0.0.1:1", "environment":
      "development", "api_token": "a", "web_auth_token": "b", "user": "ann"}}}
      """#
    let file = try workspace.write(text, to: "given.json")
    let result = try await workspace.mountingShell(
      #"""
      mkdir -p "$1"
      mount -t tmpfs -o size=64k tmpfs "$1"
      cp "$2" "$1/cloudkit.json"
      : >"$1/cloudkit.json.lock"
      cat /dev/zero >"$1/filling" 2>/dev/null || true
      exec "$cairn" logout
      """#, workspace.data.path(percentEncoded: false), file)
    #expect(result.status == 1, "\(result)")
    #expect(
      result.error.contains("cloudkit.json can't be written: the disk is full"),
      "\(result)")
  }

  @Test func `a missing or unreadable password or authority file is reported`() async throws {
    let workspace = try Workspace()
    let arguments = ["login", "https://127.0.0.1:1", "--user", "ann"]
    let nobody = try await workspace.cairn(arguments)
    #expect(nobody.status == 1 && nobody.error.contains("give --password-file FILE"), "\(nobody)")
    let missing = try await workspace.cairn(arguments + ["--password-file", "none.txt"])
    #expect(missing.status == 1 && missing.error.contains("no such file"), "\(missing)")
    let folder = try await workspace.cairn(arguments + ["--password-file", "."])
    #expect(
      folder.error == "cairn: can't read the password from .: it can't be read (Is a directory)\n")
    let file = try workspace.write("no certificate", to: "authority.pem")
    let authority = try await workspace.cairn(
      arguments + ["--password-file", "-", "--certificate-authority", file], input: "x")
    #expect(authority.status == 1 && authority.error.contains("is not a PEM file"), "\(authority)")
    let gone = try await workspace.cairn(
      arguments + ["--password-file", "-", "--certificate-authority", "gone.pem"], input: "x")
    #expect(gone.status == 1 && gone.error.contains("gone.pem does not exist: give"), "\(gone)")
    let shut = try await workspace.cairn(
      arguments + ["--password-file", "-", "--certificate-authority", file + "/in.pem"], input: "x")
    #expect(shut.error.contains("in.pem can't be read (Not a directory): give"), "\(shut)")
    for input in ["", "\n", "\nsecond line\n"] {
      let empty = try await workspace.cairn(arguments + ["--password-file", "-"], input: input)
      #expect(empty.status == 1 && empty.error == "cairn: no password given\n", "\(empty)")
    }
  }

  @Test func `without a login, sync explains how to log in, and other commands report no login`()
    async throws
  {
    let workspace = try Workspace()
    for arguments in [["sync"], ["sync", "--watch"], ["sync", "--json"]] {
      let sync = try await workspace.cairn(arguments)
      #expect(sync.status == 1 && sync.output == "", "\(sync)")
      #expect(sync.error.contains("run cairn login URL --user NAME"), "\(sync)")
    }
    let status = try await workspace.cairn("sync", "status")
    #expect(status.status == 0 && status.output == "No user is logged in. Run cairn login.\n")
    let json = try await workspace.cairn("sync", "status", "--json")
    #expect(json.output == "{\n  \"account\" : null,\n  \"stores\" : [\n\n  ]\n}\n", "\(json)")
    #expect(try await workspace.cairn("sync", "conflicts").output == "No conflicts.\n")
    let restore = try await workspace.cairn("sync", "conflicts", "restore", "1")
    #expect(restore.status == 1 && restore.error.contains("there is no conflict 1"))
    let below = try await workspace.cairn("sync", "conflicts", "restore", "-1")
    #expect(below.status == 1 && below.error.contains("there is no conflict -1"), "\(below)")
    for words in [["one"], ["1", "2"], []] {
      let wrong = try await workspace.cairn(["sync", "conflicts", "dismiss"] + words)
      #expect(wrong.status == 64 && wrong.output == "", "\(wrong)")
    }
    let logout = try await workspace.cairn("logout")
    #expect(logout.status == 0 && logout.output == "No user was logged in.\n")
    #expect(!workspace.store.isThere)
  }

  @Test(arguments: ["", "{ \"containers\": 5 }", "{ \"containers\": { \"iCl", "\u{0}\u{1}", nil])
  func `unreadable credentials are reported with a remedy, and logout moves them aside`(
    text: String?
  ) async throws {
    let workspace = try Workspace()
    let file = workspace.data.appending(path: "cloudkit.json")
    try FileManager.default.createDirectory(
      at: text == nil ? file : workspace.data, withIntermediateDirectories: true)
    if let text { try Data(text.utf8).write(to: file) }
    for arguments in [["sync"], ["sync", "status"], ["sync", "conflicts"]] {
      let result = try await workspace.cairn(arguments)
      #expect(
        result.status == 1
          && result.error.contains(
            text == nil ? "cloudkit.json can't be" : "cloudkit.json is invalid"),
        "\(result)")
      #expect(result.error.contains("cairn login URL --user NAME replaces it"), "\(result)")
      #expect(result.error.contains("cairn logout sets it aside"), "\(result)")
    }
    // A failed login leaves the file unchanged.
    let login = try await workspace.cairn(
      "login", "https://127.0.0.1:1", "--user", "ann", "--password-file", "-", input: "x\n")
    #expect(login.status == 1 && login.error.contains("refuses connections"), "\(login)")
    if let text { #expect(try String(contentsOf: file, encoding: .utf8) == text) }
    let logout = try await workspace.cairn("logout")
    #expect(
      logout.status == 0 && logout.output.contains("The unreadable credentials were moved to"),
      "\(logout)")
    // The file may contain the key of encrypted values.
    let aside = workspace.data.appending(path: "cloudkit.json.damaged")
    #expect(!file.isThere && aside.isThere)
    if let text { #expect(try String(contentsOf: aside, encoding: .utf8) == text) }
    #expect(try await workspace.cairn("sync", "status").output.contains("No user is logged in"))
  }

  @Test func `an inaccessible data folder is an error, not a missing login`()
    async throws
  {
    let workspace = try Workspace()
    let file = try workspace.write("no folder", to: "data.txt")
    for command in [["sync"], ["sync", "status"], ["logout"], ["sync", "conflicts"]] {
      let result = try await workspace.cairn(command + ["--data", file])
      #expect(result.status == 1 && result.error.contains("can't be used (Not a"), "\(result)")
    }
  }
}
