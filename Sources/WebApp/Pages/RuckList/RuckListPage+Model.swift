// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import RuckMap

/// All rucks, newest first, with totals and the form to upload more.
package enum RuckListPage {
  /// Rucks on one page.
  package static let pageSize = 100

  /// One ruck's line.
  struct Row: Sendable {
    var title: String
    var link: String
    var date: String
    var machineDate: String
    var isTimed: Bool
    var distance: String
    var moving: String
    var pace: String
    var gain: String
    var pack: String
    var energy: String
  }

  /// Where in the pages of the list one is.
  struct Pager: Sendable {
    var newer: String?
    var older: String?
    var text: String
  }

  /// The page's values.
  package struct Model: Sendable {
    var totals: [FigureTile]
    var level: String
    var rows: [Row]
    var pager: Pager?
    var isEmpty: Bool
    var count: Int
    var fragment: String
    var upload: Upload

    /// The values for a page, from 1; a page that isn't there is the nearest one.
    package init(
      rucks: [RuckSummary], totals: RuckTotals, page: Int, upload: Upload,
      unitSystem: UnitSystem, calendar: PageCalendar
    ) {
      let format = RuckFormat(unitSystem: unitSystem)
      let pages = max(1, (rucks.count + pageSize - 1) / pageSize)
      let page = min(max(page, 1), pages)
      let shown = rucks.dropFirst((page - 1) * pageSize).prefix(pageSize)
      rows = shown.map { Row($0, format: format, calendar: calendar) }
      isEmpty = rucks.isEmpty
      count = rucks.count
      fragment = Paths.listFragment(page: page)
      level = totals.experienceLevel.rawValue.capitalized
      self.totals = Self.tiles(totals, format: format)
      self.upload = upload
      guard pages > 1 else { return }
      pager = Pager(
        newer: page > 1 ? Paths.list(page: page - 1) : nil,
        older: page < pages ? Paths.list(page: page + 1) : nil,
        text: "Page \(page) of \(pages)")
    }

    private static func tiles(_ totals: RuckTotals, format: RuckFormat) -> [FigureTile] {
      [
        FigureTile("Rucks", "\(totals.count)"),
        FigureTile("Distance", format.distance(totals.distance)),
        FigureTile("Moving", format.duration(totals.movingTime)),
        FigureTile("Climb", format.elevation(totals.elevationGain)),
        FigureTile("Energy", format.calories(totals.calories)),
        FigureTile("Mean pack", format.weight(totals.averagePackWeight)),
        FigureTile("Longest", format.distance(totals.longestDistance)),
        FigureTile("Fastest", format.pace(secondsPerKilometre: totals.fastestPace)),
      ]
    }
  }

  /// The upload form's values.
  package struct Upload: Sendable {
    var action = Paths.importFiles
    var token: String
    var limit: String
    var packExample: String
    var bodyExample: String
    var message: String?

    /// The values of an empty form.
    package init(
      token: FormToken, limit: Int, unitSystem: UnitSystem, bodyWeight: Double? = nil
    ) {
      self.token = token.text
      self.limit = ByteSize.text(limit)
      let format = RuckFormat(unitSystem: unitSystem)
      packExample = unitSystem == .imperial ? "35 lb" : "16 kg"
      bodyExample =
        bodyWeight.map { format.weight($0) } ?? (unitSystem == .imperial ? "180 lb" : "80 kg")
    }
  }
}

extension RuckListPage.Row {
  init(_ ruck: RuckSummary, format: RuckFormat, calendar: PageCalendar) {
    self.init(
      title: RuckTitle.text(ruck), link: Paths.ruck(ruck.id),
      date: ruck.isTimed ? calendar.dateAndTime(ruck.startedAt) : "No times",
      machineDate: calendar.machine(ruck.startedAt), isTimed: ruck.isTimed,
      distance: format.distance(ruck.distance),
      moving: ruck.isTimed ? format.duration(Self.glanced(ruck.movingTime)) : RuckFormat.unknown,
      pace: format.pace(distance: ruck.distance, time: ruck.duration),
      gain: format.elevation(ruck.elevationGain), pack: format.weight(ruck.packWeight),
      energy: format.calories(ruck.calories?.kilocalories))
  }

  /// A time as a list shows it: from an hour on the seconds are left out.
  private static func glanced(_ seconds: Double) -> Double {
    seconds < 3600 ? seconds : (seconds / 60).rounded() * 60
  }
}
