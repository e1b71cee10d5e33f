// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import Testing

/// Random and damaged texts give a value or an error.
@Suite struct BadTextTests {
  private static let alphabet = Array("0123456789:./xvrmcalwink@, -+eE#\t\u{0}\u{202e}é")

  private func text(_ random: inout SeededRandom, _ length: Int) -> String {
    String((0..<length).compactMap { _ in Self.alphabet.randomElement(using: &random) })
  }

  @Test func `random workouts are read or rejected, and their texts are stable`() {
    var random = SeededRandom(seed: 31)
    var valid = 0
    for _ in 0..<100_000 {
      let text = text(&random, Int.random(in: 0...12, using: &random))
      guard let plan = try? WorkoutPlan(text: text) else { continue }
      valid += 1
      guard let again = try? WorkoutPlan(text: plan.text), again == plan,
        let decoded = try? WorkoutPlan(frames: plan.frames), decoded == plan
      else {
        Issue.record("\(text) \(plan.text)")
        return
      }
    }
    #expect(valid > 100)
  }

  @Test func `random lines of captures are read or rejected`() {
    var random = SeededRandom(seed: 32)
    for _ in 0..<100_000 {
      _ = try? PM5Frame.line(text(&random, Int.random(in: 0...30, using: &random)))
    }
    #expect(PM5Capture(String(repeating: "x\n", count: 5000)).issues.count == 100)
  }

  @Test func `random frames of CSAFE are read or rejected`() {
    var random = SeededRandom(seed: 33)
    for _ in 0..<100_000 {
      var bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes = [0xF1] + bytes + [0xF2] }
      if let frame = try? CSAFEFrame(bytes: bytes) {
        _ = try? WorkoutPlan(frames: [frame])
      }
      _ = try? CSAFECommand.commands(bytes)
      _ = try? WorkoutPlan(frames: [CSAFEFrame(contents: [0x76, UInt8(bytes.count)] + bytes)])
    }
  }
}
