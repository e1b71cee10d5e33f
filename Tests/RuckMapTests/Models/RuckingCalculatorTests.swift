// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap
import Testing

@Suite struct RuckingCalculatorTests {
  /// 4 miles in an hour with 35 lb; a body weight of 70 kg must not pass as 70 lb.
  @Test(arguments: [(70.0, 258.0), (154.3235835, 452), (180, 514)])
  func `the body weight is in pounds`(pounds: Double, kilocalories: Double) {
    let value = RuckingCalculator.calculateCalories(
      weight: 35, bodyWeight: pounds, distance: 4, time: 3600, elevation: 0, persona: .general)
    #expect(abs(value - kilocalories) < 0.5)
  }

  @Test func `the short form assumes a body weight and level ground`() {
    let short = RuckingCalculator.calculateCalories(weight: 35, distance: 4, time: 3600)
    let long = RuckingCalculator.calculateCalories(
      weight: 35, bodyWeight: 154.3, distance: 4, time: 3600, elevation: 0, persona: .general)
    #expect(short == long)
  }

  @Test(arguments: UserPersona.allCases)
  func `the persona does not affect the energy`(persona: UserPersona) {
    let value = RuckingCalculator.calculateCalories(
      weight: 20, bodyWeight: 150, distance: 3, time: 3600, elevation: 100, persona: persona)
    let general = RuckingCalculator.calculateCalories(
      weight: 20, bodyWeight: 150, distance: 3, time: 3600, elevation: 100, persona: .general)
    #expect(value == general)
  }

  @Test func `a climb adds energy in proportion to total mass and height`() {
    func calories(elevation: Double) -> Double {
      RuckingCalculator.calculateCalories(
        weight: 35, bodyWeight: 180, distance: 4, time: 3600, elevation: elevation,
        persona: .general)
    }
    // 35 J per kilogram and metre of climb: 0.35 V G t.
    let expected = 35 * 215 * 0.45359237 * 1000 * 0.3048 / 4184
    #expect(abs(calories(elevation: 1000) - calories(elevation: 0) - expected) < 1e-9)
  }

  @Test func `invalid input yields no energy`() {
    for (distance, time) in [(0.0, 3600.0), (4, 0), (-1, 10), (.nan, 10), (4, .infinity)] {
      #expect(RuckingCalculator.calculateCalories(weight: 35, distance: distance, time: time) == 0)
    }
    let assumed = RuckingCalculator.estimate(
      weight: 35, bodyWeight: nil, distance: 4, time: 3600, elevation: .nan)
    #expect(assumed?.isBodyWeightAssumed == true)
  }
}
