// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap
import Testing

/// The energy equations at every published or independently computed point.
@Suite struct LoadCarriageTests {
  /// The reference rows are rounded to six decimals.
  let rounding = 0.5e-6 + 1e-9

  @Test func `the Pandolf equation matches the reference points`() throws {
    let rows = try Fixture.formulas("pandolf")
    #expect(rows.count == 576)
    for row in rows {
      let rate = Pandolf.rate(
        bodyMass: row[0], load: row[1], speed: row[2], grade: row[3], terrainFactor: row[4])
      #expect(abs(rate - row[5]) <= rounding, "\(row) gave \(rate)")
    }
  }

  @Test func `the Santee equation matches the reference points`() throws {
    let rows = try Fixture.formulas("santee_corrected")
    #expect(rows.count == 96)
    for row in rows {
      let rate = Santee.publishedRate(
        bodyMass: row[0], load: row[1], speed: row[2], grade: row[3], terrainFactor: row[4])
      #expect(abs(rate - row[5]) <= rounding, "\(row) gave \(rate)")
    }
  }

  @Test func `the LCDA walking equation matches the reference points`() throws {
    for row in try Fixture.formulas("lcda_walk_Wkg") {
      #expect(abs(LCDAWalking.rate(speed: row[0]) - row[1]) <= rounding, "\(row)")
    }
    let graded = try Fixture.formulas("lcda_graded_Wkg_b1_1")
    #expect(graded.count == 70)
    for row in graded {
      #expect(
        abs(LCDAWalking.rate(speed: row[0], grade: row[1]) - row[2]) <= rounding, "\(row)")
    }
  }

  @Test func `the LCDA backpacking equation matches the reference points`() throws {
    let rows = try Fixture.formulas("lcda_backpack_Wkg")
    #expect(rows.count == 48)
    for row in rows {
      let rate = LCDABackpacking.rate(
        restingRate: row[0], speed: row[1], relativeLoad: row[2], grade: row[3],
        terrainFactor: row[4])
      #expect(abs(rate - row[5]) <= rounding, "\(row) gave \(rate)")
    }
  }

  /// Arguments: body, load, speed, grade, factor, W, kcal/h. The first row is a published example.
  @Test(arguments: [
    (81.6466, 13.6078, 1.56464, 0.0, 1.0, 477.55, 410.9),
    (70, 0, 0, 0, 1, 105.000, 90.34), (70, 20, 0, 0, 1, 119.694, 102.99),
    (70, 0, 1.34, 0, 1, 293.538, 252.57), (70, 20, 1.34, 0, 1, 362.100, 311.56),
    (70, 20, 1.34, 5, 1, 573.150, 493.15), (70, 20, 1.34, 10, 1, 784.200, 674.74),
    (70, 20, 1.34, 0, 2.1, 628.746, 540.99), (80, 20, 1.5, 5, 1.2, 852.500, 733.51),
  ])
  func `the Pandolf equation matches examples in watts and kilocalories per hour`(
    body: Double, load: Double, speed: Double, grade: Double, factor: Double, watts: Double,
    kilocalories: Double
  ) {
    let rate = Pandolf.rate(
      bodyMass: body, load: load, speed: speed, grade: grade, terrainFactor: factor)
    let digits = watts == 477.55 ? 0.005 : 0.0005
    #expect(abs(rate - watts) <= digits)
    #expect(
      abs(Energy.kilocaloriesPerHour(watts: rate) - kilocalories)
        <= (kilocalories == 410.9 ? 0.35 : 0.006))
  }

  @Test(arguments: [
    (-2.0, 343.961), (-4, 313.027), (-6, 292.378), (-8, 282.015), (-10, 281.938), (-12, 292.147),
    (-15, 326.745),
  ])
  func `the Santee equation matches reference values on downhill grades`(
    grade: Double, watts: Double
  ) {
    let rate = Santee.rate(bodyMass: 70, load: 20, speed: 1.34, grade: grade)
    #expect(abs(rate - watts) <= 0.0005)
  }

  @Test func `the Santee equation includes terrain and load`() {
    let first = Santee.rate(
      bodyMass: 80.2, load: 13.6, speed: 1.34, grade: -4, terrainFactor: 1.1)
    let second = Santee.rate(
      bodyMass: 80.2, load: 27.2, speed: 1.34, grade: -8.6, terrainFactor: 1.1)
    #expect(abs(first - 347.668) <= 0.0005)
    #expect(abs(second - 360.117) <= 0.0005)
  }

  @Test func `the Santee equation is continuous at level ground`() {
    func rate(_ grade: Double) -> Double {
      Santee.rate(bodyMass: 70, load: 20, speed: 1.34, grade: grade)
    }
    #expect(abs(rate(-1e-9) - rate(0)) < 1e-6)
    #expect(abs(rate(-2 + 1e-9) - rate(-2)) < 1e-6)
    #expect(abs(rate(-1) - (rate(0) + rate(-2)) / 2) < 1e-9)
    #expect(rate(-40) == rate(-15))
  }

  @Test func `the Santee equation never falls below the standing rate`() {
    let standing = Pandolf.rate(bodyMass: 60, load: 35, speed: 0, grade: 0)
    for grade in stride(from: -30.0, through: 0, by: 0.5) {
      for speed in [0, 0.1, 0.5, 1, 2] {
        let rate = Santee.rate(
          bodyMass: 60, load: 35, speed: speed, grade: grade, terrainFactor: 2.1)
        #expect(rate >= standing, "\(grade) % at \(speed) m/s")
      }
    }
  }

  @Test func `the LCDA walking equation matches examples in metres per second`() {
    #expect(abs(LCDAWalking.rate(speed: 1.34) - 4.4140) < 0.00005)
    #expect(abs(LCDAWalking.rate(speed: 1.96) - 7.5729) < 0.00005)
    #expect(abs(LCDAWalking.rate(speed: 1.2, grade: -10) - 2.83568) < 0.000005)
    #expect(LCDAWalking.rate(speed: 1, grade: -32) == LCDAWalking.rate(speed: 1))
  }

  /// Arguments: speed, relative load, grade, W/kg for a man of 75 kg, 1.78 m and 30 years.
  @Test(arguments: [
    (0.0, 0.0, 0.0, 1.2990), (1.2, 0, 0, 3.8374), (1.34, 0.22, 0, 5.0713), (1.34, 0.30, 0, 5.4871),
    (1.34, 0.45, 0, 6.3761), (1.34, 0.66, 0, 7.8096), (1.34, 0.3, 5, 8.0047),
    (1.34, 0.3, -5, 4.0834), (1.97, 0.3, 0, 10.6311),
  ])
  func `LCDA backpacking with a Mifflin-St Jeor resting rate matches reference values`(
    speed: Double, load: Double, grade: Double, expected: Double
  ) {
    let resting = MifflinStJeor.restingRate(bodyMass: 75, height: 1.78, age: 30, sex: .male)
    #expect(abs(resting - 1.10895) < 0.000005)
    let rate = LCDABackpacking.rate(
      restingRate: resting, speed: speed, relativeLoad: load, grade: grade)
    #expect(abs(rate - expected) < 0.0001)
  }

  @Test func `the terrain factor multiplies the speed and grade terms`() {
    let rate = LCDABackpacking.rate(
      restingRate: 1.10895, speed: 1.34, relativeLoad: 0.3, grade: 5, terrainFactor: 1.5)
    #expect(abs(rate - 11.3214) < 0.0001)
  }

  @Test func `terrain factors match Soule and Goldman`() {
    #expect(WalkingSurface.allCases.map(\.terrainFactor) == [1.0, 1.1, 1.2, 1.5, 1.8, 2.1])
  }
}
