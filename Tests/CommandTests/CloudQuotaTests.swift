// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// `cairn cloud quota`, and errors of `backup` and `restore`.
struct CloudQuotaTests {
  private struct Usage: Decodable {
    struct User: Decodable {
      let name: String
      let record_bytes: Int
      let asset_bytes: Int
      let quota_bytes: Int?
    }
    let container: String
    let record_bytes: Int
    let quota_bytes: Int?
    let each_user_quota_bytes: Int?
    let users: [User]
  }

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    _ = try await workspace.cairn("cloud", "container", "create", "iCloud.org.example")
    let user = try await workspace.cairn(
      ["cloud", "user", "create", "ann", "--password-file", "-"], input: "correct horse\n")
    try #require(user.status == 0, "\(user)")
    return workspace
  }

  @Test func `quotas are set, shown and cleared`() async throws {
    let workspace = try await workspace()
    let options = ["--container", "iCloud.org.example"]
    func quota(_ arguments: [String]) async throws -> CommandResult {
      try await workspace.cairn(["cloud", "quota"] + arguments + options)
    }
    #expect(try await quota(["set", "50GB"]).output == "50000000000\n")
    #expect(try await quota(["set", "1.5GB"]).output == "1500000000\n")
    #expect(try await quota(["set", "0.25 KiB"]).output == "256\n")
    for text in ["1.5", "1.GB", ".5GB", "1.2.3GB", "1.1234567GB", "9999999.9TB"] {
      #expect(try await quota(["set", text]).status == 64, "\(text)")
    }
    #expect(try await quota(["set", "50GB"]).output == "50000000000\n")
    #expect(try await quota(["set", "1GiB", "--each-user"]).output == "1073741824\n")
    #expect(try await quota(["set", "500 mb", "--user", "Ann", "--json"]).status == 0)
    var usage = try #require(try await quota(["show", "--json"]).json([Usage].self).first)
    #expect(usage.container == "iCloud.org.example" && usage.record_bytes == 0)
    #expect(usage.quota_bytes == 50_000_000_000 && usage.each_user_quota_bytes == 1 << 30)
    #expect(usage.users.map(\.name) == ["ann"] && usage.users[0].quota_bytes == 500_000_000)
    #expect(try await quota(["clear", "--user", "ann"]).output == "ann\n")
    #expect(try await quota(["clear"]).output == "iCloud.org.example\n")
    usage = try #require(try await quota(["show", "--json"]).json([Usage].self).first)
    #expect(usage.quota_bytes == nil && usage.users[0].quota_bytes == 1 << 30)
    let table = try await workspace.cairn("cloud", "quota", "show")
    #expect(
      table.output == """
        CONTAINER           USER  RECORDS  ASSETS       QUOTA
        iCloud.org.example              0       0        none
        iCloud.org.example  ann         0       0  1073741824

        """, "\(table)")
  }

  @Test func `invalid quota arguments are rejected`() async throws {
    let workspace = try await workspace()
    for (arguments, status) in [
      (["many"], 64), (["-5"], 64), (["99999999999999TB"], 64),
      (["1GB", "--each-user", "--user", "ann"], 64), (["1GB", "--user", "eve"], 1),
    ] {
      let result = try await workspace.cairn(
        ["cloud", "quota", "set"] + arguments + ["--container", "iCloud.org.example"])
      #expect(Int(result.status) == status, "\(arguments): \(result)")
      #expect(result.error.hasPrefix("cairn: "), "\(arguments): \(result)")
    }
  }

  @Test func `the error for an unknown container names the container`() async throws {
    let workspace = try await workspace()
    for command in [["set", "1GB"], ["clear"], ["show"]] {
      let result = try await workspace.cairn(
        ["cloud", "quota"] + command + ["--container", "iCloud.other"])
      #expect(result.status == 1 && result.error.contains("iCloud.other"), "\(result)")
    }
  }

  @Test func `a backup without data and a restore without a backup are rejected`() async throws {
    let workspace = try Workspace()
    let nothing = try await workspace.cairn("cloud", "backup", "copy")
    #expect(nothing.status == 1 && nothing.error.contains("to back up"), "\(nothing)")
    #expect(!FileManager.default.fileExists(atPath: workspace.data.path(percentEncoded: false)))
    let nowhere = try await workspace.cairn("cloud", "restore", "copy")
    #expect(nowhere.status == 1 && nowhere.error.contains("is not a backup"), "\(nowhere)")
    let letter = try workspace.write("Dear reader,\n", to: "letter")
    let wrong = try await workspace.cairn("cloud", "restore", letter)
    #expect(wrong.status == 1, "\(wrong)")
    #expect(
      !FileManager.default.fileExists(
        atPath: workspace.data.appending(path: "cloud.sqlite").path(percentEncoded: false)))
  }
}
