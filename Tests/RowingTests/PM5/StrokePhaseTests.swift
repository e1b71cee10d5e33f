// Cairn
// SPDX-License-Identifier: Apache-2.0

import Rowing
import Testing

/// The phases of strokes, and the faults of simulated connections.
struct StrokePhaseTests {
  @Test(arguments: [
    (UInt32(0), StrokePhase.catch), (1, .catch), (2, .drive), (3, .finish), (4, .recovery),
  ])
  func `a stroke state is a phase`(state: UInt32, phase: StrokePhase) {
    #expect(StrokePhase(pm5State: state) == phase)
  }

  @Test func `an unknown stroke state has no phase`() {
    #expect(StrokePhase(pm5State: 5) == nil)
    #expect(StrokePhase(pm5State: 255) == nil)
  }

  private func frames(seed: UInt64, disconnects: Int) throws -> [PM5Frame] {
    PM5Simulator(
      plan: try WorkoutPlan(text: "2000m"),
      options: SimulatorOptions(seed: seed, disconnectCount: disconnects)
    ).frames
  }

  @Test(arguments: UInt64(1)...5)
  func `lost connections follow from the seed`(seed: UInt64) throws {
    let whole = try frames(seed: seed, disconnects: 0)
    let cut = try frames(seed: seed, disconnects: 2)
    #expect(try frames(seed: seed, disconnects: 2) == cut)
    #expect(cut.count < whole.count)
    // The gaps of another seed are elsewhere.
    let lost = Set(whole.map(\.time)).subtracting(cut.map(\.time))
    let other = try frames(seed: seed + 100, disconnects: 2)
    let otherLost = Set(try frames(seed: seed + 100, disconnects: 0).map(\.time))
      .subtracting(other.map(\.time))
    #expect(lost != otherLost)
    var recorder = PM5Recorder()
    for frame in cut { _ = recorder.receive(frame) }
    let rowed = PM5Simulator(
      plan: try WorkoutPlan(text: "2000m"), options: SimulatorOptions(seed: seed))
    #expect(Set(recorder.strokes.map(\.count)).isSubset(of: rowed.strokes.map(\.count)))
  }
}
