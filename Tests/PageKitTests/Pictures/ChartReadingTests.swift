// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import Testing

/// The axes of charts for the script that shows values, and the labels of axes.
struct ChartReadingTests {
  private func picture(_ x: ChartScale, _ y: ChartScale) -> String {
    LinePicture(
      id: "a", title: "a", description: "", x: x, y: y,
      lines: [
        .init("Power & more", .accent, [[PlanePoint(x: 1, y: 100), PlanePoint(x: 100, y: 200)]])
      ]
    ).svg
  }

  @Test func `an axis names its form, its ends, its decimals and its unit`() {
    let miles = ChartReading(.number, decimals: 2, unit: "mi")
    #expect(miles.axis(from: 0, to: 1.85) == "number|0.000|1.850|2|mi")
    #expect(ChartReading(.clock).axis(from: 330, to: 90.5) == "clock|330.000|90.500|0|")
  }

  @Test func `a chart has both axes from the left and from the top, and names its lines`() throws {
    let x = try #require(ChartScale.time(upTo: 100))
    let y = try #require(ChartScale.numbers([100, 200], unit: "W", startsAtZero: true))
    let svg = picture(x, y)
    #expect(svg.contains(#"data-x="clock|0.000|100.000|0|""#))
    #expect(svg.contains(#"data-y="number|210.000|0.000|0|W""#))
    #expect(svg.contains(#"data-name="Power &amp; more""#))
  }

  @Test func `the fastest pace is at the top of its axis`() throws {
    let x = try #require(ChartScale.time(upTo: 100))
    let y = try #require(ChartScale.pace([100, 120]))
    let axis = try #require(picture(x, y).firstMatch(of: /data-y="clock\|([\d.]+)\|([\d.]+)\|/))
    let ends = try (#require(Double(axis.1)), #require(Double(axis.2)))
    #expect(ends.0 < ends.1)
  }

  @Test func `charts with a scale of durations have no axes for the script`() throws {
    let x = try #require(ChartScale.durations(1...7200))
    let y = try #require(ChartScale.numbers([100, 200], unit: "W"))
    #expect(!picture(x, y).contains("data-y"))
  }

  @Test func `labels that overlap on a phone are hidden there`() throws {
    let y = try #require(ChartScale.numbers([100, 200], unit: "W"))
    let crowded = try #require(ChartScale.durations(1...7200))
    #expect(picture(crowded, y).contains("label-wide"))
    let sparse = try #require(ChartScale.time(upTo: 300))
    #expect(!picture(sparse, y).contains("label-wide"))
  }

  @Test func `labels separate thousands and have a minus sign`() throws {
    let high = try #require(ChartScale.numbers([1779, 1825], unit: "ft"))
    #expect(high.ticks.map(\.label) == ["1,780 ft", "1,800 ft", "1,820 ft"])
    let low = try #require(ChartScale.numbers([-12, 8], unit: "ft"))
    #expect(low.ticks.map(\.label) == ["−10 ft", "−5 ft", "0 ft", "5 ft"])
  }
}
