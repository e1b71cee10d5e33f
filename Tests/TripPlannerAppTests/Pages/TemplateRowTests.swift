// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import Testing

@testable import TripPlannerApp

/// The values that long lists give to templates.
struct TemplateRowTests {
  /// The properties of a row whose values in templates differ from those that reflection finds.
  private func differences(_ row: some TemplateRow) -> [String] {
    Mirror(reflecting: row).children.compactMap { child in
      guard let label = child.label else { return nil }
      let mirror = Mirror(reflecting: child.value)
      let value: Any? =
        mirror.displayStyle == .optional ? mirror.children.first?.value : .some(child.value)
      let isEqual =
        switch (row.value(named: label), value) {
        case (.text(let text)?, let value as String): text == value
        case (.flag(let flag)?, let value as Bool): flag == value
        case (.list(let list)?, let value as [Any]): list.count == value.count
        case (.row?, is any TemplateRow): true
        case (nil, .none): true
        default: false
        }
      return isEqual ? nil : label
    }
  }

  @Test func `a stop gives all its properties to templates`() {
    var stop = TripStop(
      stopID: "id", kind: "flight", icon: "plane", kindTitle: "Flight", stopTitle: "Title",
      stopPath: "/path")
    #expect(differences(stop).isEmpty)
    (stop.clock, stop.machineTime, stop.zone) = ("09:05", "2027-03-10T09:05:00", "CET")
    (stop.meta, stop.ends, stop.stopNotes) = ("Meta", "Ends", "Notes")
    stop.chips = [.init(chipText: "Seat 1A", chipStyle: "plain")]
    stop.isCancelled = true
    let mover = TripStop.Mover(
      moveAction: "/move", moveToken: "token", moveTitle: "Title", canMoveUp: true,
      canMoveDown: false)
    stop.mover = mover
    #expect(differences(stop).isEmpty)
    #expect(differences(stop.chips[0]).isEmpty && differences(mover).isEmpty)
    #expect(stop.value(named: "unknown") == nil)
  }

  @Test func `a day gives all its properties to templates`() {
    var day = TimelinePage.Day(
      dayID: "day", dayPath: "/day", weekday: "Wed", dayNumber: "10", month: "Mar",
      dayTitle: "Day 1", daySubtitle: "Wed 10 Mar", isToday: true, stops: [], addPath: "/add")
    #expect(differences(day).isEmpty)
    (day.weather, day.gap, day.gapPath) = ("Rain", "2 days", "/days")
    #expect(differences(day).isEmpty)
  }

  @Test func `a finding gives all its properties to templates`() {
    var item = FindingsPage.Item(
      findingID: "finding-0", findingTitle: "Title", findingMessage: "Message", findingPath: nil,
      severity: "check", severityStyle: "warn", dismissAction: "/dismiss", dismissTitle: "Dismiss",
      key: "key")
    #expect(differences(item).isEmpty)
    item.findingPath = "/path"
    #expect(differences(item).isEmpty)
  }
}
