// Cairn
// SPDX-License-Identifier: Apache-2.0

import SyncSimulator
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct SimulationTests {
  @Test func `the same seed gives the same history`() async throws {
    let report = try await SimulationRun(firstSeed: 1, count: 1).run()
    #expect(report.histories == 1)
  }
}
