// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// Scales, lines and bars of charts, as SVG.
struct ChartTests {
  /// The x coordinates of the labels, in percent.
  private func labels(_ svg: String) -> [String] {
    svg.matches(of: /<text[^>]*>([^<]*)<\/text>/).map { String($0.1) }
  }

  private func line(_ points: [(Double, Double)], _ name: String = "Power") -> LinePicture.Line {
    LinePicture.Line(name, .accent, [points.map { PlanePoint(x: $0.0, y: $0.1) }])
  }

  @Test func `a scale of numbers has round grid lines within its range`() throws {
    let scale = try #require(ChartScale.numbers([151, 208, .nan], unit: "W"))
    #expect(scale.ticks.map(\.label) == ["160 W", "180 W", "200 W"])
    #expect(scale.position(scale.range.lowerBound) == 0)
    #expect(scale.position(1000) == 1)
    #expect(ChartScale.numbers([.nan, .infinity], unit: "W") == nil)
    let bars = try #require(ChartScale.numbers([3, 40], unit: "km", startsAtZero: true))
    #expect(bars.range.lowerBound == 0 && bars.ticks.first?.label == "0 km")
  }

  @Test func `a scale of paces has the fastest at the top, and labels in minutes`() throws {
    let scale = try #require(ChartScale.pace([118, 120, 122, 125, 131]))
    #expect(scale.position(118) > scale.position(131))
    #expect(scale.ticks.map(\.label) == ["2:00", "2:05", "2:10"])
    #expect(ChartScale.pace([0, -3, .nan]) == nil)
  }

  @Test func `scales of times and durations have labels in usual steps`() throws {
    let time = try #require(ChartScale.time(upTo: 1800))
    #expect(time.ticks.map(\.label).first == "0:00")
    #expect(time.ticks.map(\.label).last == "30:00")
    #expect(ChartScale.time(upTo: 0) == nil && ChartScale.time(upTo: .infinity) == nil)
    let durations = try #require(ChartScale.durations(10...7200))
    #expect(durations.ticks.map(\.label).contains("5 min"))
    // Equal ratios have equal distances.
    let parts = [10.0, 60, 360].map { durations.position($0) }
    #expect(abs((parts[1] - parts[0]) - (parts[2] - parts[1])) < 1e-9)
    #expect(ChartScale.durations(0...10) == nil)
  }

  @Test func `a scale of dates has at most eight labels`() throws {
    let calendar = PageCalendar(timeZone: try #require(TimeZone(secondsFromGMT: 0)))
    let start = try #require(calendar.day("2024-11-10"))
    for days in [30, 100, 400, 1500, 5000] {
      let end = start.addingTimeInterval(Double(days) * 86_400)
      let scale = ChartScale.dates(start...end, in: calendar)
      #expect((1...8).contains(scale.ticks.count), "\(days): \(scale.ticks.map(\.label))")
    }
    let year = ChartScale.dates(start...start.addingTimeInterval(100 * 86_400), in: calendar)
    #expect(year.ticks.map(\.label) == ["Dec", "2025", "Feb"])
  }

  @Test func `lines have a title, a description and a legend, and text is escaped`() throws {
    let x = try #require(ChartScale.time(upTo: 100))
    let y = try #require(ChartScale.numbers([100, 200], unit: "W"))
    let band = LinePicture.Band(
      "Spread", .accent, lower: [PlanePoint(x: 0, y: 100), PlanePoint(x: 100, y: 110)],
      upper: [PlanePoint(x: 0, y: 150), PlanePoint(x: 100, y: 160)])
    let picture = LinePicture(
      id: "power", title: "Power & <pace>", description: "From 100 to 200 W.", x: x, y: y,
      lines: [line([(0, 100), (100, 200)]), line([(0, 200), (50, 100)], "<b>")], bands: [band],
      dots: [.init(PlanePoint(x: 50, y: 150), .track, "a \"quote\"")])
    #expect(picture.svg.contains("<title id=\"power-title\">Power &amp; &lt;pace&gt;</title>"))
    #expect(picture.svg.contains("<desc id=\"power-desc\">From 100 to 200 W.</desc>"))
    #expect(picture.svg.contains("a &quot;quote&quot;"))
    #expect(picture.svg.contains("class=\"profile-area chart-accent\""))
    #expect(picture.legend.contains("Power") && picture.legend.contains("&lt;b&gt;"))
    let single = LinePicture(
      id: "a", title: "", description: "", x: x, y: y, lines: [line([(0, 100)])])
    #expect(single.legend == "")
  }

  @Test func `values that are not finite leave no trace in a path`() throws {
    let x = try #require(ChartScale.time(upTo: 100))
    let y = try #require(ChartScale.numbers([100, 200], unit: "W"))
    let picture = LinePicture(
      id: "a", title: "a", description: "", x: x, y: y,
      lines: [line([(0, .nan), (.infinity, 100), (50, 150)])])
    #expect(!picture.svg.lowercased().contains("nan"))
    #expect(!picture.svg.lowercased().contains("inf"))
  }

  @Test func `a long line has at most four points in each column`() throws {
    let x = try #require(ChartScale.time(upTo: 100_000))
    let y = try #require(ChartScale.numbers([0, 1], unit: ""))
    let points = (0..<100_000).map { (Double($0), Double($0 % 2)) }
    let picture = LinePicture(
      id: "a", title: "a", description: "", x: x, y: y, lines: [line(points)])
    #expect(picture.svg.count { $0 == "L" } <= 4 * (ProfilePicture.columns + 1))
  }

  @Test func `bars have tooltips, and at most six labels`() throws {
    let bars = (1...52).map { BarPicture.Bar("W\($0)", Double($0), "Week \($0): <\($0)> km") }
    let picture = try #require(
      BarPicture(id: "weeks", title: "Weeks", description: "52 weeks.", bars: bars, unit: "km"))
    #expect(picture.svg.components(separatedBy: "<rect").count == 53)
    #expect(picture.svg.contains("Week 52: &lt;52&gt; km"))
    #expect(labels(picture.svg).count { $0.hasPrefix("W") } <= 6)
    #expect(
      BarPicture(
        id: "a", title: "", description: "", bars: [.init("a", 0, ""), .init("b", .nan, "")],
        unit: "") == nil)
  }

  @Test func `names of bars that overlap on a phone are hidden there`() throws {
    let bars = (1...12).map { BarPicture.Bar("May \(2010 + $0)", 1, "") }
    let long = try #require(
      BarPicture(id: "a", title: "", description: "", bars: bars, unit: "km"))
    let names = long.svg.matches(of: /class="profile-label( label-wide)?"[^>]*>(May [0-9]+)</)
    #expect(names.count == 6)
    #expect(
      names.filter { $0.1 == nil }.map { String($0.2) } == ["May 2011", "May 2015", "May 2019"])
    let short = (1...6).map { BarPicture.Bar("W\($0)", 1, "") }
    let picture = BarPicture(id: "a", title: "", description: "", bars: short, unit: "km")
    #expect(picture?.svg.contains("label-wide") == false)
  }

  @Test func `a share bar stays within its cell`() {
    #expect(ShareBar(0.25).svg.contains("width=\"25.0%\""))
    #expect(ShareBar(7).svg.contains("width=\"100.0%\""))
    #expect(ShareBar(.nan).svg.contains("width=\"0.0%\""))
  }
}
