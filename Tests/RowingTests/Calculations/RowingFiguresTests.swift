// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import Testing

@Suite struct RowingFiguresTests {
  let rows: [SeasonRow]

  init() throws { rows = try SeasonRow.all() }

  @Test func `all printed watts of four seasons are met`() {
    let printed = rows.compactMap { row in row.number("Avg Watts").map { (row, Int($0)) } }
    #expect(printed.count == 601)
    for (row, watts) in printed {
      #expect(
        RowingFigures.displayedPower(
          distance: row.distance, duration: row.duration, machine: row.isBike ? .bikeErg : .rowErg)
          == watts, "\(row.id)")
    }
  }

  @Test func `all printed energy rates of four seasons are met`() throws {
    let printed = rows.compactMap { row in row.number("Cal/Hour").map { (row, Int($0)) } }
    #expect(printed.count == 603)
    for (row, rate) in printed {
      let power = try #require(
        RowingFigures.power(
          distance: row.distance, duration: row.duration,
          machine: row.isBike ? .bikeErg : .rowErg))
      #expect(RowingFigures.caloriesPerHour(power: power) == rate, "\(row.id)")
    }
  }

  /// Exact quotients that Concept2 prints a tenth too low, since it cuts a binary fraction.
  static let lowPaces: Set = [
    "32835648", "30912956", "30882831", "30743025", "30325209", "29820795",
  ]

  @Test func `printed paces are met, except six binary fractions of the logbook`() {
    let printed = rows.compactMap { row in row.paceTenths.map { (row, $0) } }
    #expect(printed.count == 603)
    var differing: Set<String> = []
    for (row, tenths) in printed {
      let pace = RowingFigures.displayedPace(
        distance: row.distance, duration: row.duration, machine: row.isBike ? .bikeErg : .rowErg)
      let own = pace.map { Int(($0 * 10).rounded()) }
      if own != tenths {
        differing.insert(row.id)
        #expect(own == tenths + 1, "\(row.id)")
      }
    }
    #expect(differing == Self.lowPaces)
  }

  /// Pace in s/500 m, watts, watts as printed, kilocalories per hour as printed.
  @Test(arguments: [
    (80.0, 683.594, 684, 2652), (90, 480.110, 480, 1952), (95, 408.223, 408, 1704),
    (100, 350.000, 350, 1504), (105, 302.343, 302, 1340), (110, 262.960, 263, 1205),
    (115, 230.131, 230, 1092), (120, 202.546, 203, 997), (125, 179.200, 179, 916),
    (130, 159.308, 159, 848), (140, 127.551, 128, 738), (150, 103.704, 104, 656),
    (180, 60.014, 60, 506), (212, 36.733, 37, 426),
  ])
  func `the table of paces and watts is met`(
    pace: Double, watts: Double, printed: Int, rate: Int
  ) throws {
    let power = try #require(RowingFigures.power(pace: pace))
    #expect(abs(power - watts) < 0.0005)
    #expect(RowingFigures.displayedPower(distance: 500, duration: pace) == printed)
    #expect(RowingFigures.caloriesPerHour(power: power) == rate)
    let back = try #require(RowingFigures.pace(power: power))
    #expect(abs(back - pace) < 1e-9)
  }

  @Test func `a BikeErg has an eighth of the power at the same speed`() throws {
    let rower = try #require(RowingFigures.power(pace: 100))
    let bike = try #require(RowingFigures.power(pace: 200, machine: .bikeErg))
    #expect(abs(bike * 8 - rower) < 1e-9)
    #expect(RowingFigures.pace(power: bike, machine: .bikeErg).map { abs($0 - 200) < 1e-9 } == true)
  }

  @Test func `a pace text is cut and a time text is rounded`() {
    #expect(RowingFigures.paceText(112.59) == "1:52.5")
    #expect(RowingFigures.paceText(88.6) == "1:28.6")
    #expect(RowingFigures.paceText(0) == "--")
    #expect(RowingFigures.paceText(.nan) == "--")
    #expect(RowingFigures.timeText(1801.7) == "30:01.7")
    #expect(RowingFigures.timeText(3723.45) == "1:02:03.5")
    #expect(RowingFigures.timeText(59.96) == "1:00.0")
  }

  @Test func `impossible values have no figures`() {
    #expect(RowingFigures.power(distance: 0, duration: 10) == nil)
    #expect(RowingFigures.power(distance: 10, duration: 0) == nil)
    #expect(RowingFigures.power(distance: .nan, duration: 10) == nil)
    #expect(RowingFigures.pace(power: 0) == nil)
    #expect(RowingFigures.caloriesPerHour(power: -1) == nil)
    #expect(RowingFigures.caloriesPerHour(power: .infinity) == nil)
    #expect(RowingFigures.displayedPace(distance: 0, duration: 5) == nil)
  }

  @Test(arguments: [(165.0, 0.896435), (200, 0.935548), (270, 1)])
  func `the weight adjustment is Concept2's`(pounds: Double, factor: Double) throws {
    let adjusted = try #require(
      RowingFigures.weightAdjusted(duration: 1000, weight: pounds * 0.453_592_37))
    #expect(abs(adjusted - 1000 * factor) < 0.001)
  }

  @Test(arguments: RowingMachine.allCases)
  func `only Concept2's machines have the watts of a pace`(machine: RowingMachine) {
    let isConcept2 = [.rowErg, .skiErg, .bikeErg].contains(machine)
    let power = RowingFigures.power(distance: 2000, duration: 480, machine: machine)
    #expect((power != nil) == isConcept2)
  }

  @Test(arguments: [
    (RowingMachine.rowErg, 2000.0, 300.0, true), (.rowErg, 2000, 180, false),
    (.boat, 2000, 318, true), (.boat, 40_909, 4422, true), (.boat, 11_000, 1000, false),
    (.bikeErg, 4000, 300, true), (.bikeErg, 4000, 180, false), (.rowErg, 0, 60, true),
  ])
  func `speeds of more than 3,000 watts are implausible`(
    machine: RowingMachine, distance: Double, duration: Double, isPlausible: Bool
  ) {
    #expect(
      RowingFigures.isPlausible(distance: distance, duration: duration, machine: machine)
        == isPlausible)
  }

  @Test func `a season begins on 1 May`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let last = try #require(
      calendar.date(from: DateComponents(year: 2021, month: 4, day: 30, hour: 23, minute: 59)))
    #expect(RowingSeason(containing: last, in: calendar).year == 2021)
    let next = last.addingTimeInterval(60)
    #expect(RowingSeason(containing: next, in: calendar).year == 2022)
    #expect(RowingSeason(year: 2022).range(in: calendar)?.lowerBound == next)
  }
}
