// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SyncSimulator
import Testing

@Suite(.serialized, .timeLimit(.minutes(20))) struct SimulationTests {
  @Test func `a seed reproduces its trace`() async throws {
    var run = SimulationRun(firstSeed: 1, count: 8)
    run.keepsHashes = true
    let first = try await run.run().hashes
    let second = try await run.run().hashes
    #expect(first == second && first.count == 8)
    #expect(Set(first.values).count == 8)
  }

  @Test func `thirty runs of one seed have equal traces`() async throws {
    var run = SimulationRun(firstSeed: 11, count: 1, width: 1)
    run.keepsHashes = true
    let first = try await run.run().hashes
    #expect(first.count == 1)
    for _ in 1..<30 { #expect(try await run.run().hashes == first) }
  }

  /// Performs 150 runs, or the number in the environment variable `CAIRN_SIMULATIONS`.
  @Test func `random runs with all kinds of faults converge and lose no write`() async throws {
    let count = ProcessInfo.processInfo.environment["CAIRN_SIMULATIONS"].flatMap { Int($0) }
    let report = try await SimulationRun(firstSeed: 1, count: count ?? 150).run()
    let failures = report.failures.flatMap { $0.description(isWhole: false) }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    // Each kind of fault occurred.
    let missing = SimulationPlan.Fault.allCases.filter { report.faults[$0] == nil }
    #expect(missing.isEmpty, "\(missing)")
  }
}
