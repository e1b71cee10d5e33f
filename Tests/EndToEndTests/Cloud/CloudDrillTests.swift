// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// The recovery drill of docs/hosting.md: serve, write, back up, destroy, restore, compare.
@Suite(.serialized) struct CloudDrillTests {
  private struct Report: Decodable {
    let records: Int
    let users: Int
    let assets: Int
    let missing_assets: [String]
  }

  @Test(.timeLimit(.minutes(15)), arguments: ["cloud.backup", "backup/"])
  func `a backup made under load restores complete batches and their assets`(_ place: String)
    async throws
  {
    let workspace = try Workspace()
    let credentials = try await CloudProcess.prepare(workspace)
    let server = try await CloudProcess.start(workspace, credentials)
    try await server.makeZone()
    for number in 0..<6 {
      #expect(try await server.push("before-\(number)", asset: "asset of before-\(number)"))
    }
    let early = try await server.pull(since: nil)
    let target = workspace.url.path(percentEncoded: false) + "/" + place
    let load = Task { await server.load("during") }
    let backup = try await workspace.cairn("cloud", "backup", target, "--json")
    try #require(backup.status == 0, "\(backup)")
    let report = try backup.json(Report.self)
    #expect(report.records >= 6 * CloudProcess.batchSize && report.users == 1)
    #expect(report.assets >= 6 && report.missing_assets.isEmpty)
    let again = try await workspace.cairn("cloud", "backup", target)
    #expect(again.status == 1 && again.error.contains("--replace"), "\(again)")
    let early2 = try await workspace.cairn("cloud", "restore", target, "--replace")
    #expect(early2.status == 1 && early2.error.contains("stop the server"), "\(early2)")
    load.cancel()
    _ = await load.value
    #expect(try await server.push("after"))
    let late = try await server.pull(since: nil)
    server.command.send(SIGKILL)
    _ = try await server.command.result()

    // The data folder is lost.
    try FileManager.default.removeItem(at: workspace.data)
    let restore = try await workspace.cairn("cloud", "restore", target, "--json")
    try #require(restore.status == 0, "\(restore)")
    #expect(try restore.json(Report.self).records == report.records)
    let refused = try await workspace.cairn("cloud", "restore", target)
    #expect(refused.status == 1 && refused.error.contains("--replace"), "\(refused)")
    let check = try await workspace.cairn("cloud", "check", "--deep")
    #expect(check.status == 0 && check.output == "sound\n", "\(check)")

    let restored = try await CloudProcess.start(workspace, credentials)
    let all = try await restored.pull(since: nil)
    let batches = CloudProcess.batches(all.records)
    #expect(batches.values.allSatisfy { $0 == CloudProcess.batchSize })
    #expect(all.records.count == report.records)
    #expect(Set(CloudProcess.batches(early.records).keys).isSubset(of: batches.keys))
    #expect(Set(batches.keys).isSubset(of: CloudProcess.batches(late.records).keys))
    #expect(batches["after"] == nil)
    let assets = try await restored.assets(of: all.records)
    #expect(assets.count == all.records.count { $0.fields?.file != nil })
    for (name, text) in assets { #expect(text == "asset of \(name)") }
    // Every token from before the restore is rejected.
    for token in [early.token, late.token] {
      let refusal = try await restored.pull(since: token).refusal
      #expect(refusal?.contains("a backup was restored") == true, "\(refusal ?? "not refused")")
    }
    // A client that fetches from the start can save the missing batch again.
    #expect(try await restored.push("after"))
    #expect(
      try await CloudProcess.batches(restored.pull(since: all.token).records)
        == ["after": CloudProcess.batchSize])
    try await restored.stop()
  }
}
