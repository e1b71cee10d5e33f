// Cairn
// SPDX-License-Identifier: Apache-2.0

import Measures
import Testing

@Suite struct MeasureFormatTests {
  let imperial = MeasureFormat(unitSystem: .imperial)
  let metric = MeasureFormat(unitSystem: .metric)

  @Test func `distances are formatted in miles or kilometres`() {
    #expect(imperial.distance(6470) == "4.02 mi")
    #expect(metric.distance(6470) == "6.47 km")
    #expect(metric.distance(1_234_567) == "1,234.57 km")
    #expect(metric.distance(nil) == "--")
    #expect(metric.distance(.nan) == "--")
  }

  @Test func `elevations and speeds are formatted in the unit system`() {
    #expect(imperial.elevation(312) == "1,024 ft")
    #expect(metric.elevation(312.4) == "312 m")
    #expect(metric.elevation(-123) == "-123 m")
    #expect(metric.elevation(-1234) == "-1,234 m")
    #expect(imperial.speed(1.56464) == "3.5 mph")
    #expect(metric.speed(1.5) == "5.4 km/h")
  }

  @Test func `weights are formatted in pounds or kilograms`() {
    #expect(imperial.weight(15.87573295) == "35 lb")
    #expect(metric.weight(15.87573295) == "15.9 kg")
    #expect(metric.weight(16) == "16 kg")
    #expect(metric.weight(15.96) == "16 kg")
  }

  @Test func `paces are rounded to seconds with carry into minutes`() {
    #expect(metric.pace(secondsPerKilometre: 556) == "9:16 /km")
    #expect(metric.pace(secondsPerKilometre: 599.6) == "10:00 /km")
    #expect(imperial.pace(distance: 6470, time: 3600) == "14:55 /mi")
    #expect(imperial.pace(distance: 0, time: 3600) == "--")
    #expect(imperial.pace(distance: 100, time: 0) == "--")
    #expect(metric.pace(secondsPerKilometre: nil) == "--")
    #expect(metric.pace(secondsPerKilometre: .infinity) == "--")
  }

  @Test(arguments: [
    (0.0, "0 s"), (1, "1 s"), (59.4, "59 s"), (59.5, "1 min"), (60, "1 min"), (61, "1 min 1 s"),
    (3600, "1 h"), (3601, "1 h 1 s"), (3661, "1 h 1 min 1 s"), (359_999.6, "100 h"), (-5, "0 s"),
    (-5000, "0 s"),
  ])
  func `durations are rounded to seconds and omit zero units`(seconds: Double, text: String) {
    #expect(metric.duration(seconds) == unbroken(text))
    #expect(MeasureFormat.duration(seconds) == unbroken(text))
  }

  @Test(arguments: [
    (29.0, "0 min", "0 min"), (2_712, "45 min", "45 min"), (3_599, "1 h", "1 h"),
    (604_320, "167 h 52 min", "6 days 23 h"), (86_370, "24 h", "1 day"),
    (183_600, "51 h", "2 days 3 h"), (172_800, "48 h", "2 days"), (-90, "0 min", "0 min"),
  ])
  func `durations in other styles are rounded to minutes, and have days`(
    seconds: Double, minutes: String, days: String
  ) {
    #expect(metric.duration(seconds, style: .minutes) == unbroken(minutes))
    #expect(metric.duration(seconds, style: .days) == unbroken(days))
  }

  @Test func `the abbreviated style has no spaces before its units`() {
    #expect(MeasureFormat.duration(3661, style: .abbreviated) == "1h 1m 1s")
    #expect(MeasureFormat.duration(0, style: .abbreviated) == "0s")
  }

  @Test(arguments: DurationStyle.allCases)
  func `a duration that is not finite is unknown in every style`(style: DurationStyle) {
    for seconds in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(MeasureFormat.duration(seconds, style: style) == "--")
    }
  }

  @Test func `unknown durations and energy are formatted as dashes`() {
    #expect(metric.duration(nil) == "--")
    #expect(metric.duration(.infinity) == "--")
    #expect(metric.calories(411.6) == "412 kcal")
    #expect(metric.calories(nil) == "--")
  }

  /// The text with spaces that do not break.
  private func unbroken(_ text: String) -> String { text.replacing(" ", with: "\u{A0}") }
}
