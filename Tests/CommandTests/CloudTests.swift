// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `cairn cloud`: containers, users, tokens and keys.
struct CloudTests {
  private struct Token: Decodable {
    let id: Int
    let token: String?
    let container: String?
    let environment: String?
    let allowed_origins: [String]?
  }

  private struct User: Decodable {
    let name: String
    let email: String?
    let discoverable: Bool
    let disabled: Bool
  }

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    let result = try await workspace.cairn("cloud", "container", "create", "iCloud.org.example")
    try #require(result.status == 0, "\(result)")
    #expect(result.output == "iCloud.org.example\n")
    return workspace
  }

  @Test func `a container is created, listed and deleted`() async throws {
    let workspace = try await workspace()
    let list = try await workspace.cairn("cloud", "container", "list")
    #expect(list.output == "iCloud.org.example\n")
    let again = try await workspace.cairn("cloud", "container", "create", "iCloud.org.example")
    #expect(again.status == 1)
    #expect(again.error.contains("There is a container"))
    let wrong = try await workspace.cairn("cloud", "container", "create", "example")
    #expect(wrong.status == 1 && wrong.error.contains("begins with iCloud."))
    let deleted = try await workspace.cairn("cloud", "container", "delete", "iCloud.org.example")
    #expect(deleted.status == 0)
    #expect(try await workspace.cairn("cloud", "container", "list").output == "")
  }

  @Test func `a token is printed only at its creation`() async throws {
    let workspace = try await workspace()
    let create = ["cloud", "token", "create", "--container", "iCloud.org.example"]
    let token = try await workspace.cairn(create)
    #expect(token.output.wholeMatch(of: /[0-9a-f]{64}\n/) != nil)
    let second = try await workspace.cairn(
      create + ["--environment", "production", "--allowed-origin", "https://a.example", "--json"]
    ).json(Token.self)
    #expect(second.token?.utf8.count == 64)
    let list = try await workspace.cairn("cloud", "token", "list", "--json")
    let tokens = try list.json([Token].self)
    #expect(tokens.map(\.environment) == ["development", "production"])
    #expect(tokens[1].allowed_origins == ["https://a.example"])
    #expect(!list.output.contains(token.output.dropLast()))
    #expect(try await workspace.cairn("cloud", "token", "delete", "\(second.id)").status == 0)
    #expect(try await workspace.cairn("cloud", "token", "delete", "\(second.id)").status == 1)
    let nowhere = try await workspace.cairn(
      "cloud", "token", "create", "--container", "iCloud.other")
    #expect(nowhere.status == 1 && nowhere.error.contains("There is no container"))
  }

  @Test func `a folder without server data is reported and stays unchanged`() async throws {
    let workspace = try Workspace()
    for arguments in [
      ["container", "list"], ["quota", "show"], ["user", "list"], ["token", "list"],
      ["key", "list"],
      ["user", "disable", "ann"], ["container", "delete", "iCloud.org.example"],
    ] {
      let result = try await workspace.cairn(["cloud"] + arguments)
      #expect(result.status == 1 && result.output.isEmpty, "\(arguments)")
      #expect(result.error.contains("there is no server data in"), "\(result)")
    }
    #expect(
      !FileManager.default.fileExists(
        atPath: workspace.data.appending(path: "cloud.sqlite").path(percentEncoded: false)))
  }

  @Test(arguments: [[], ["--replace"]])
  func `a backup into the server's own data is rejected`(options: [String])
    async throws
  {
    let workspace = try await workspace()
    let link = workspace.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: workspace.data)
    let file = workspace.data.appending(path: "cloud.sqlite")
    for target in [workspace.data, file, link] {
      let result = try await workspace.cairn(
        ["cloud", "backup", target.path(percentEncoded: false)] + options)
      #expect(result.status == 1 && result.output.isEmpty, "\(result)")
      #expect(result.error.contains("belongs to a server's data and is not a backup"), "\(result)")
      #expect(!result.error.contains("--replace"), "\(result)")
    }
    #expect(try await workspace.cairn("cloud", "check").output == "sound\n")
  }

  @Test func `a directory as the password file is rejected`() async throws {
    let workspace = try await workspace()
    let folder = workspace.url.path(percentEncoded: false)
    let result = try await workspace.cairn(
      "cloud", "user", "create", "ann", "--password-file", folder)
    #expect(result.status == 1 && result.error.contains("Is a directory"), "\(result)")
    #expect(!result.error.contains("Domain"))
  }

  @Test func `a server name without a self-signed certificate is rejected`() async throws {
    let workspace = try await workspace()
    let result = try await workspace.cairn("cloud", "serve", "--name", "cloud.lan", "--port", "0")
    #expect(result.status == 64 && result.error.contains("--self-signed"), "\(result)")
  }

  @Test func `a user's password is read from a file or standard input`() async throws {
    let workspace = try await workspace()
    let file = try workspace.write("correct horse\nnot this\n", to: "password.txt")
    let ann = try await workspace.cairn(
      "cloud", "user", "create", "Ann", "--password-file", file, "--email", "ann@example.org")
    #expect(ann.output == "ann\n")
    let bob = try await workspace.cairn(
      ["cloud", "user", "create", "bob", "--password-file", "-", "--discoverable", "--json"],
      input: "battery staple\n")
    #expect(try bob.json(User.self).discoverable)
    let short = try await workspace.cairn(
      ["cloud", "user", "create", "eve", "--password-file", "-"], input: "short\n")
    #expect(short.status == 1 && short.error.contains("8 to"))
    let missing = try await workspace.cairn(
      "cloud", "user", "create", "eve", "--password-file", "nowhere.txt")
    #expect(missing.status == 1 && missing.error.contains("nowhere.txt"))
    let token = try await workspace.cairn(
      "cloud", "user", "token", "ann", "--container", "iCloud.org.example")
    #expect(Data(base64Encoded: String(token.output.dropLast())) != nil)
    #expect(try await workspace.cairn("cloud", "user", "disable", "ann").status == 0)
    let refused = try await workspace.cairn(
      "cloud", "user", "token", "ann", "--container", "iCloud.org.example")
    #expect(refused.status == 1 && refused.error.contains("disabled"))
    let users = try await workspace.cairn("cloud", "user", "list", "--json").json([User].self)
    #expect(users.map(\.name) == ["ann", "bob"] && users.map(\.disabled) == [true, false])
    #expect(try await workspace.cairn("cloud", "user", "delete", "ann").status == 0)
    #expect(try await workspace.cairn("cloud", "user", "delete", "ann").status == 1)
  }

  @Test func `a server-to-server key is registered by its public key`() async throws {
    let workspace = try await workspace()
    let pem = """
      -----BEGIN PUBLIC KEY-----
      MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEwL2QIKM1WvV6vvuhljLR9gbzZZho
      LAR6/T6G+y5KPlx8MFtP0DJHPKFXWx0Qg4mROo6g29ZazlUBvC9ZmGmJaQ==
      -----END PUBLIC KEY-----
      """
    let file = try workspace.write(pem, to: "job.pem")
    let create = [
      "cloud", "key", "create", "--container", "iCloud.org.example", "--public-key", file,
    ]
    let key = try await workspace.cairn(create)
    #expect(key.output.wholeMatch(of: /[0-9a-f]{64}\n/) != nil)
    #expect(try await workspace.cairn(create).status == 1)
    #expect(
      try await workspace.cairn("cloud", "key", "list").output.contains(key.output.dropLast()))
    let id = String(key.output.dropLast())
    #expect(try await workspace.cairn("cloud", "key", "delete", id).status == 0)
    let none = try await workspace.cairn(create.dropLast() + [try workspace.write("x", to: "x")])
    #expect(none.status == 1 && none.error.contains("P-256"))
  }

  @Test func `a host that is not a loopback address requires TLS`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("cloud", "serve", "--host", "0.0.0.0", "--port", "0")
    #expect(result.status == 1)
    #expect(result.error.contains("--tls-certificate"))
  }

  @Test(.timeLimit(.minutes(15))) func `the server prints its address and exits on SIGTERM`()
    async throws
  {
    let workspace = try await workspace()
    let server = try workspace.startCairn("cloud", "serve", "--port", "0", "--self-signed")
    var address: String?
    while address == nil {
      address = server.outputSoFar.firstMatch(of: /https:\/\/127\.0\.0\.1:\d+/).map { String($0.0) }
      try await Task.sleep(for: .milliseconds(20))
    }
    let health = try await workspace.shell(
      #"exec curl -fsS --cacert "$1" "$2/health""#,
      workspace.data.appending(path: "cloud-tls/authority.pem").path, try #require(address))
    #expect(health.output == #"{"status":"ok"}"#, "\(health)")
    #expect(try await workspace.cairn("cloud", "check").output == "sound\n")
    server.send(SIGTERM)
    let result = try await server.result()
    #expect(result.status == 0 && !result.wasKilled, "\(result)")
    // Each line of the log is a JSON object.
    #expect(result.error.contains(#""message":"Request answered""#))
    #expect(result.error.split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
  }
}
