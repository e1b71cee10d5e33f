// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SyncSimulator
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct SimulationTests {
  @Test func `the same seed gives the same history`() async throws {
    var run = SimulationRun(firstSeed: 1, count: 8)
    run.keepsHashes = true
    let first = try await run.run().hashes
    let second = try await run.run().hashes
    #expect(first == second && first.count == 8)
    #expect(Set(first.values).count == 8)
  }

  @Test func `a hundred times the same seed gives the same history`() async throws {
    var run = SimulationRun(firstSeed: 11, count: 1, width: 1)
    run.keepsHashes = true
    let first = try await run.run().hashes
    #expect(first.count == 1)
    for _ in 1..<100 { #expect(try await run.run().hashes == first) }
  }

  /// 2,000 histories, or as many as `CAIRN_SIMULATIONS` says.
  @Test func `devices end with the same through any faults, and with all that was written`()
    async throws
  {
    let count = ProcessInfo.processInfo.environment["CAIRN_SIMULATIONS"].flatMap { Int($0) }
    let report = try await SimulationRun(firstSeed: 1, count: count ?? 2_000).run()
    let failures = report.failures.flatMap { $0.description(isWhole: false) }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    // All kinds of faults were among them.
    let missing = SimulationPlan.Fault.allCases.filter { report.faults[$0] == nil }
    #expect(missing.isEmpty, "\(missing)")
  }
}
