// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import RuckMap
import Testing

@testable import RuckMapApp

/// The texts of forms and options.
struct FieldFormatTests {
  private func format(_ unitSystem: UnitSystem = .metric) throws -> FieldFormat {
    FieldFormat(
      unitSystem: unitSystem,
      calendar: PageCalendar(timeZone: try #require(TimeZone(secondsFromGMT: 0))))
  }

  @Test(arguments: [
    ("1:30", 5400.0), ("1:30:15", 5415), ("0:45", 2700), ("90 min", 5400), ("1h 30m", 5400),
    ("1 h 30 min", 5400), ("1\u{A0}h 30\u{A0}min 5\u{A0}s", 5405),
    ("2 hours", 7200), ("1.5h", 5400), ("45s", 45), ("1d", 86400),
  ])
  func `a duration is a clock or has units`(text: String, seconds: Double) throws {
    #expect(try FieldFormat.duration(text) == seconds)
  }

  @Test(arguments: [("16 kg", "35 lb"), ("20 km", "12 mi"), ("200 m", "600 ft")])
  func `an example is in the user's units`(metric: String, imperial: String) throws {
    #expect(try format(.metric).example(metric) == metric)
    #expect(try format(.imperial).example(metric) == imperial)
    #expect(try format(.metric).example(imperial) == metric)
    #expect(try format(.imperial).example("1:30") == "1:30")
  }

  @Test(arguments: ["90", "1:75", "1:", "h", "-1:00", "1h 30x", "1e9h", "one hour"])
  func `another duration is rejected with an example`(text: String) {
    #expect {
      try FieldFormat.duration(text)
    } throws: { error in
      (error as? FieldProblem)?.message.contains("1:30") == true
    }
  }

  @Test func `days are dates or words`() throws {
    let format = try format()
    let day = try #require(try format.day(parsing: "2026-11-21"))
    #expect(format.day(day) == "2026-11-21")
    #expect(try format.day(parsing: " ") == nil)
    let today = try #require(try format.day(parsing: "today"))
    let tomorrow = try #require(try format.day(parsing: "Tomorrow"))
    #expect(tomorrow.timeIntervalSince(today) == 86400)
    #expect(throws: FieldProblem.self) { try format.day(parsing: "2026-02-30") }
    #expect(format.clock(try format.moment(day: day, clock: "06:30")) == "06:30")
    #expect(throws: FieldProblem.self) { try format.moment(day: day, clock: "24:00") }
  }

  @Test(arguments: [
    (TargetMetric.distance, "20 km", 20_000.0), (.distance, "10", 10_000),
    (.elevationGain, "300", 300), (.elevationGain, "1000 ft", 304.8), (.duration, "5:00", 18_000),
    (.sessions, "12", 12), (.streak, "7 days", 7), (.calories, "500 kcal", 500),
    (.packWeight, "20 kg", 20), (.ruckWork, "100", 100_000),
  ])
  func `a target is in the unit of its figure`(
    metric: TargetMetric, text: String, value: Double
  ) throws {
    let metric = MetricFormat(metric: metric, format: try format())
    let parsed = try #require(try metric.value(text))
    #expect(abs(parsed - value) < 1e-6)
    // The shown text is read as the same value.
    let shown = try #require(try metric.value(metric.text(parsed).replacing(",", with: "")))
    #expect(abs(shown - value) <= value / 100)
  }

  @Test(arguments: TargetMetric.allCases)
  func `units convert there and back`(metric: TargetMetric) {
    #expect(abs(metric.fromSI(metric.toSI(12.5)) - 12.5) < 1e-9)
  }

  @Test(arguments: [
    ("out_and_back", "Out and back"), ("waterStop", "Water stop"),
    ("impossible-speed", "Impossible speed"),
  ])
  func `raw values have titles`(rawValue: String, title: String) {
    #expect(RuckWords.title(rawValue) == title)
  }

  @Test func `choices are read in any spelling, and others are listed`() throws {
    #expect(try RuckWords.value("Point to point", of: RouteType.self) == .pointToPoint)
    #expect(try RuckWords.value("OUT-AND-BACK", of: RouteType.self) == .outAndBack)
    #expect {
      try RuckWords.value("round", of: RouteType.self)
    } throws: { error in
      (error as? FieldProblem)?.message == "round is none of the choices: loop, out_and_back, "
        + "point_to_point."
    }
  }

  @Test func `a shown text that is not changed keeps the exact value`() throws {
    let format = try format(.imperial)
    var item = GearItem(purchasedAt: nil)
    item.name = "Boots"
    item.weight = 1.23456
    let kind = ObjectKind<GearItem>.gear
    let texts = Dictionary(
      uniqueKeysWithValues: kind.fields.map { ($0.name, $0.read(item, format)) })
    var edited = item
    try kind.apply(texts, to: &edited, format)
    #expect(edited == item)
    try kind.apply(["weight": "3 lb", "name": "Old boots"], to: &edited, format)
    #expect(abs((edited.weight ?? 0) - 1.360776) < 1e-4 && edited.name == "Old boots")
  }

  @Test func `a problem names its field`() throws {
    let format = try format()
    var goal = GoalItem(startDate: .now)
    let kind = ObjectKind<GoalItem>.goals
    for (values, field) in [
      (["name": " "], "name"), (["metric": "speed"], "metric"), (["target": "far"], "target"),
      (["start": "soon"], "start"), (["minimum-pack": "heavy"], "minimum-pack"),
    ] {
      let problem = #expect(throws: FieldProblem.self) {
        try kind.apply(values, to: &goal, format)
      }
      #expect(problem?.field == field, "\(values)")
    }
  }

  @Test func `positions are read with commas, tabs or spaces, and bad lines are named`() throws {
    let path = try RoutePath(text: "# start\n46.9, 7.4\n46.91\t7.41\t520\r\n\n46.92;7.42")
    #expect(path.points.map(\.latitude) == [46.9, 46.91, 46.92])
    #expect(path.points.map(\.altitude) == [nil, 520, nil])
    for (text, line) in [("46,7\n200, 7", 2), ("1 2 3 4", 1), ("46.9, east 7", 1), ("nan 5", 1)] {
      let error = #expect(throws: RuckObjectError.self, "\(text)") { try RoutePath(text: text) }
      #expect(error?.errorDescription?.hasPrefix("Line \(line) ") == true, "\(text)")
    }
    #expect(try RoutePath(text: path.text).points.map(\.longitude) == [7.4, 7.41, 7.42])
  }
}
