// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import Testing

/// The equations of the analysis at independently computed points.
@Suite struct FormulaTests {
  /// The reference rows are rounded to six decimals.
  let rounding = 0.5e-6 + 1e-9

  @Test func `Minetti's polynomials match the reference points`() throws {
    let walking = try Fixture.formulas("minetti_walk_Jkgm")
    #expect(walking.count == 19)
    for row in walking {
      #expect(abs(Minetti.walkingCost(grade: row[0] * 100) - row[1]) <= rounding, "\(row)")
    }
    for row in try Fixture.formulas("minetti_run_Jkgm") {
      #expect(abs(Minetti.runningCost(grade: row[0] * 100) - row[1]) <= rounding, "\(row)")
    }
    #expect(Minetti.walkingCost(grade: 80) == Minetti.walkingCost(grade: 45))
    #expect(Minetti.walkingCost(grade: -80) == Minetti.walkingCost(grade: -45))
  }

  @Test func `ACSM's equations match the reference points`() throws {
    let walking = try Fixture.formulas("acsm_walk_mlkgmin")
    #expect(walking.count == 24)
    for row in walking {
      let uptake = ACSM.walkingUptake(speed: row[0] / 60, grade: row[1] * 100)
      #expect(abs(uptake - row[2]) <= rounding, "\(row) gave \(uptake)")
    }
    for row in try Fixture.formulas("acsm_run_mlkgmin") {
      let uptake = ACSM.runningUptake(speed: row[0] / 60, grade: row[1] * 100)
      #expect(abs(uptake - row[2]) <= rounding, "\(row) gave \(uptake)")
    }
    // 80 kg at 1.41 m/s over 1600 m, with 5 kcal a litre.
    let kilocalories =
      ACSM.rate(totalMass: 80, speed: 1.41, grade: 0) * 1600 / 1.41 / Energy.joulesPerKilocalorie
    #expect(abs(kilocalories - 90.5) < 0.1)
  }

  @Test func `the training impulse matches the reference points`() throws {
    let rows = try Fixture.formulas("trimp_banister")
    #expect(rows.count == 4)
    for row in rows {
      let impulse = TRIMP.banister(
        minutes: row[0], heartRate: row[1], resting: row[2], maximum: row[3],
        sex: row[4] == 1 ? .male : .female)
      #expect(abs(impulse - row[5]) <= rounding, "\(row) gave \(impulse)")
    }
  }

  @Test func `an impulse has no heart rate outside of the range`() {
    func impulse(_ rate: Double, maximum: Double = 190) -> Double {
      TRIMP.banister(
        minutes: 60, heartRate: rate, resting: 60, maximum: maximum, sex: nil)
    }
    #expect(impulse(40) == 0)
    #expect(impulse(220) == impulse(190))
    #expect(impulse(150, maximum: 60) == 0)
    let mean =
      (TRIMP.banister(minutes: 60, heartRate: 150, resting: 60, maximum: 190, sex: .male)
        + TRIMP.banister(minutes: 60, heartRate: 150, resting: 60, maximum: 190, sex: .female)) / 2
    #expect(abs(impulse(150) - mean) < 1e-9)
  }

  /// Arguments: pack in kg, body in kg, fitness, level.
  @Test(arguments: [
    (7.9, 80.0, FitnessLevel.low, PackAdvice.Level.recommended),
    (8.1, 80, .low, .aboveRecommendation),
    (11.9, 80, .moderate, .recommended), (15.9, 80, .high, .recommended),
    (19.9, 80, .expert, .recommended), (20.1, 80, .expert, .aboveRecommendation),
    (23.9, 80, .low, .aboveRecommendation), (24.1, 80, .expert, .aboveLimit),
  ])
  func `the advice depends on the body weight and the fitness`(
    pack: Double, body: Double, fitness: FitnessLevel, level: PackAdvice.Level
  ) {
    let advice = PackAdvice(packWeight: pack, bodyWeight: body, fitness: fitness)
    #expect(advice?.level == level)
    #expect(advice.map { abs($0.limit - 24) < 1e-9 } == true)
  }

  @Test func `there is no advice without a body weight`() {
    #expect(PackAdvice(packWeight: 20, bodyWeight: nil, fitness: .low) == nil)
    #expect(PackAdvice(packWeight: 20, bodyWeight: 0, fitness: .low) == nil)
    #expect(PackAdvice(packWeight: .nan, bodyWeight: 80, fitness: .low) == nil)
  }

  @Test(arguments: [
    (18.4, BodyMassCategory.underweight), (18.5, .normal), (24.9, .normal), (25, .overweight),
    (29.9, .overweight), (30, .obese),
  ])
  func `categories have the bounds of the WHO`(index: Double, category: BodyMassCategory) {
    #expect(BodyMassCategory(index: index) == category)
  }

  /// Arguments: pounds, band.
  @Test(arguments: [
    (0.0, LoadBand.unloaded), (0.4, .unloaded), (0.6, .light), (19.4, .light), (19.6, .moderate),
    (34.4, .moderate), (34.6, .medium), (35, .medium), (49, .medium), (50, .heavy),
    (1e9, .unloaded),
  ])
  func `bands are in whole pounds`(pounds: Double, band: LoadBand) {
    #expect(LoadBand(packWeight: pounds * 0.45359237) == band)
  }

  @Test func `wear has a share, a rest and a date of replacement`() {
    let wear = GearWear(used: 500, limit: 800, recent: 60, recentDays: 90)
    #expect(wear.share == 0.625 && wear.remaining == 0.375 && !wear.isWornOut)
    #expect(wear.daysLeft == 450)
    let now = Date(timeIntervalSinceReferenceDate: 0)
    #expect(wear.replacementDate(from: now) == now + 450 * 86_400)
    #expect(GearWear(used: 900, limit: 800).remaining == 0)
    #expect(GearWear(used: 900, limit: 800).isWornOut)
    for limit in [nil, 0.0, -1, Double.nan] {
      let none = GearWear(used: 900, limit: limit, recent: 1)
      #expect(none.share == nil && none.daysLeft == nil && !none.isWornOut)
    }
    #expect(GearWear(used: 1, limit: 1e9, recent: 1).replacementDate(from: now) == nil)
  }
}
