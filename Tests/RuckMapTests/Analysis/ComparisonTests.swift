// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import RuckMap
import Testing

@Suite struct ComparisonTests {
  private let carrier = Carrier(bodyMass: 80, load: 16)

  @Test func `equations on level ground have their published rates`() throws {
    // 2 km at 1.25 m/s.
    let track = Tracks.north(points: 201, spacing: 10, seconds: 8) { _ in 500 }
    let comparison = EquationComparison(track, carrier: carrier)
    #expect(
      comparison.results.map(\.equation) == [
        "pandolf-santee", "lcda-backpacking", "lcda-walking", "acsm-walking",
      ])
    let hours = 1600.0 / 3600
    let expected =
      Energy.kilocaloriesPerHour(
        watts: Pandolf.rate(bodyMass: 80, load: 16, speed: 1.25, grade: 0)) * hours
    let pandolf = try #require(comparison.results.first)
    #expect(abs(pandolf.kilocalories - expected) < 0.01 * expected)
    #expect(pandolf.isValid && pandolf.validShare == 1)
    #expect(abs(pandolf.high - pandolf.kilocalories / 0.67) < 1e-6)
    for result in comparison.results {
      #expect(result.low <= result.kilocalories && result.kilocalories <= result.high)
      #expect(!result.citation.isEmpty)
    }
    // Two equations are for walks without a load.
    #expect(comparison.results.map(\.isLoadValid) == [true, true, false, false])
    let unloaded = EquationComparison(track, carrier: Carrier(bodyMass: 80, load: 0))
    #expect(unloaded.results.map(\.isLoadValid) == [true, true, true, true])
  }

  @Test func `motion outside of the ranges makes a result invalid`() {
    let fast = Tracks.north(points: 201, spacing: 10, seconds: 4) { _ in 500 }
    let results = EquationComparison(fast, carrier: carrier).results
    #expect(results.allSatisfy { $0.validShare == 0 && !$0.isValid })
    #expect(EquationComparison([], carrier: carrier).results.isEmpty)
  }

  @Test func `the level distance of a slope follows from Minetti's costs`() throws {
    // 10 % uphill: 1 m for 10 m.
    let climb = Tracks.north(points: 301, spacing: 10, seconds: 10) { 500 + Double($0) }
    let correction = HillCorrection(climb)
    let factor = Minetti.walkingCost(grade: 10) / Minetti.walkingCost(grade: 0)
    #expect(abs(correction.factor - factor) < 0.01 * factor)
    let pace = try #require(correction.pace)
    #expect(abs(pace - 1000 / factor) < 10)
    let level = HillCorrection(Tracks.north(points: 301, spacing: 10, seconds: 10) { _ in 500 })
    #expect(abs(level.factor - 1) < 1e-9)
    #expect(HillCorrection([]).pace == nil)
  }

  @Test func `an unloaded walk at the reference speed has its own distance`() {
    let person = Carrier(bodyMass: 80, load: 0)
    let watts = person.rate(.pandolfSantee, speed: 1.34, grade: 0)
    let kilocalories = watts * (5000 / 1.34) / Energy.joulesPerKilocalorie
    let metres = LoadAdjustedDistance.metres(kilocalories: kilocalories, carrier: carrier)
    #expect(abs(metres - 5000) < 1e-6)
    #expect(LoadAdjustedDistance.metres(kilocalories: 0, carrier: carrier) == 0)
    #expect(LoadAdjustedDistance.metres(kilocalories: .nan, carrier: carrier) == 0)
    // The person's surface and load are not part of the reference.
    var sand = carrier
    sand.terrainFactor = 2.1
    #expect(
      LoadAdjustedDistance.joulesPerMetre(carrier: sand)
        == LoadAdjustedDistance.joulesPerMetre(carrier: person))
  }
}
