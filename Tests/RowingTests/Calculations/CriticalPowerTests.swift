// Cairn
// SPDX-License-Identifier: Apache-2.0

import Rowing
import Testing

@Suite struct CriticalPowerTests {
  typealias Effort = CriticalPower.Effort

  @Test func `three exact efforts give their line`() throws {
    let fit = try CriticalPower([
      Effort(duration: 180, power: 360), Effort(duration: 360, power: 300),
      Effort(duration: 720, power: 270),
    ])
    #expect(abs(fit.power - 240) < 1e-9)
    #expect(abs(fit.workCapacity - 21_600) < 1e-6)
  }

  @Test(arguments: [
    ([Effort](), CriticalPower.Refusal.tooFewEfforts),
    ([Effort(duration: 300, power: 250)], .tooFewEfforts),
    ([Effort(duration: 300, power: 250), Effort(duration: 300, power: 240)], .tooFewEfforts),
    ([Effort(duration: 60, power: 500), Effort(duration: 1200, power: 200)], .tooFewEfforts),
    (
      [Effort(duration: 180, power: 200), Effort(duration: 600, power: 250)], .negativeWorkCapacity
    ),
    (
      [
        Effort(duration: 120, power: 300), Effort(duration: 300, power: 200),
        Effort(duration: 900, power: 230),
      ], .aboveEffort
    ),
  ])
  func `efforts that fit no model are refused`(
    efforts: [Effort], refusal: CriticalPower.Refusal
  ) {
    #expect(throws: refusal) { try CriticalPower(efforts) }
    #expect(!refusal.text.isEmpty)
  }

  @Test func `efforts outside of 2 to 15 minutes are ignored`() throws {
    let fit = try CriticalPower([
      Effort(duration: 10, power: 900), Effort(duration: 180, power: 360),
      Effort(duration: 720, power: 270), Effort(duration: 3600, power: 100),
    ])
    #expect(abs(fit.power - 240) < 1e-9)
  }
}
