// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Kills of the command during writes.
struct KillTests {
  /// The number of kills: 6, or the value of `CAIRN_KILL_ROUNDS`.
  private static let rounds =
    ProcessInfo.processInfo.environment["CAIRN_KILL_ROUNDS"].flatMap(Int.init) ?? 6

  @Test func `kills during imports lose no saved ruck and leave no partial ruck`() async throws {
    let workspace = try Workspace()
    let check = StoreCheck(workspace: workspace)
    let points = 1500
    var known: Set<String> = []
    var kills = 0
    // The duration of an import, measured when one ends before its kill.
    var whole = Duration.seconds(1)
    for round in 0...Self.rounds {
      let files = try (0..<4).map { number in
        let gpx = Track.gpx(points: points, number: round * 4 + number)
        return try workspace.write(gpx, to: "\(number).gpx")
      }
      let start = ContinuousClock.now
      let command = try workspace.startCairn(
        "ruck", "import", files[0], files[1], files[2], files[3])
      if round > 0 {
        // The time of the kill is the variable under test, so it is random.
        try await Task.sleep(for: whole * Double.random(in: 0.05...1))
        command.send(SIGKILL)
      }
      let result = try await command.result()
      // An import may take less time when the machine is less busy.
      if result.wasKilled { kills += 1 } else { whole = ContinuousClock.now - start }

      let ids = try await Set(check.rucks().map(\.id))
      #expect(ids.isSuperset(of: known), "round \(round) lost a ruck")
      try await check.isWhole(pointsOfEach: points)
      try await check.isSound()
      let again = try await workspace.cairn(["ruck", "import", "--json"] + files)
      #expect(again.status == 0, "\(again)")
      let report = try again.json(ImportJSON.self)
      #expect(Set(report.unchanged.map(\.id)) == ids.subtracting(known))
      #expect(report.imported.count + report.unchanged.count == files.count)
      known = ids.union(report.imported.map(\.id))
    }
    #expect(known.count == (Self.rounds + 1) * 4)
    #expect(kills > 0, "every import ended before its kill: the moments are drawn badly")
    try await check.isWhole(pointsOfEach: points)
  }

  @Test func `an import interrupted by SIGTERM leaves only complete rucks`() async throws {
    let workspace = try Workspace()
    let files = try (0..<4).map {
      try workspace.write(Track.gpx(points: 1500, number: $0), to: "\($0).gpx")
    }
    let command = try workspace.startCairn(
      "ruck", "import", files[0], files[1], files[2], files[3])
    command.send(SIGTERM)
    _ = try await command.result()
    let check = StoreCheck(workspace: workspace)
    try await check.isWhole(pointsOfEach: 1500)
    try await check.isSound()
  }
}
