// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Repeated kills of the server under load.
@Suite(.serialized) struct CloudKillTests {
  /// The number of kills: 8, or the value of `CAIRN_KILL_ROUNDS`.
  private static let rounds =
    ProcessInfo.processInfo.environment["CAIRN_KILL_ROUNDS"].flatMap(Int.init) ?? 8

  @Test(.timeLimit(.minutes(60)))
  func `kills lose no acknowledged batch, leave no partial batch and keep tokens valid`()
    async throws
  {
    let workspace = try Workspace()
    let credentials = try await CloudProcess.prepare(workspace)
    var server = try await CloudProcess.start(workspace, credentials)
    try await server.makeZone()
    var token = try await server.pull(since: nil).token
    var (known, saved) = (Set<String>(), Set<String>())
    for round in 0..<Self.rounds {
      let command = server.command
      async let load = server.load("r\(round)")
      // The time of the kill is the variable under test, so it is random. A loaded machine needs longer for
      // its first save.
      let longest = saved.isEmpty ? 400 * (round + 1) : 400
      try await Task.sleep(for: .milliseconds(Int.random(in: 20...longest)))
      command.send(SIGKILL)
      let acknowledged = await load
      #expect(try await command.result().wasKilled)
      saved.formUnion(acknowledged)

      server = try await CloudProcess.start(workspace, credentials)
      let news = try await server.pull(since: token)
      #expect(news.refusal == nil, "round \(round)")
      token = news.token
      let batches = CloudProcess.batches(news.records)
      #expect(
        batches.values.allSatisfy { $0 == CloudProcess.batchSize }, "round \(round): in parts")
      #expect(acknowledged.isSubset(of: batches.keys), "round \(round): lost")
      #expect(known.isDisjoint(with: batches.keys), "round \(round): told twice")
      // At most one unacknowledged batch of each of the four writers.
      #expect(batches.count <= acknowledged.count + 4)
      let assets = try await server.assets(of: news.records)
      for (name, text) in assets { #expect(text == "asset of \(name)") }
      #expect(assets.count == news.records.count { $0.fields?.file != nil })
      known.formUnion(batches.keys)
    }
    #expect(!saved.isEmpty, "nothing was saved before a kill: the moments are drawn badly")
    let all = try await CloudProcess.batches(server.pull(since: nil).records)
    #expect(Set(all.keys) == known && all.values.allSatisfy { $0 == CloudProcess.batchSize })
    try await server.stop()
    let check = try await workspace.cairn("cloud", "check", "--deep")
    #expect(check.status == 0 && check.output == "sound\n", "\(check)")
  }
}
