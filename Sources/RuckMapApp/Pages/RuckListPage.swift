// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Measures
package import PageKit
package import RuckMap

/// The rucks with order, filters, totals, a calendar and the form to upload more.
package enum RuckListPage {
  /// One ruck's row.
  package struct Row: Sendable {
    package var title: String
    package var link: String
    package var date: String
    /// The date for programs; nil if the file has no times.
    package var machineDate: String?
    package var distance: String
    package var time: String
    package var pace: String
    package var gain: String
    package var pack: String
    package var energy: String
    package var isTooFast: Bool
  }

  /// The values of the filter form.
  package struct Filters: Sendable {
    package let action = RuckPaths.list
    package var sort: String
    package var order: String
    package var text: String
    package var from: String
    package var to: String
    package var minimum: String
    package var minimumExample: String
    package var reset: String?
  }

  /// The page's values.
  package struct Model: Sendable {
    package var totals: [FigureTile]
    package var level: String
    package var columns: [ColumnHeading]
    package var rows: [Row]
    package var pager: Pager?
    package var filters: Filters
    /// Whether the library has no rucks.
    package var isEmpty: Bool
    /// Whether the filters match no ruck.
    package var isWithoutMatch: Bool
    /// The number of matching rucks, such as "12 rucks", which live updates announce.
    package var count: String
    package var fragment: String
    let bulkEdit: String
    let recordPath = RecordPaths.page
    /// The links to running and overdue rucks.
    var runningLinks: [PageLink] = []
    package var year: String?
    package var upload: Upload
    let tabs = RuckTab.links(current: .rucks)
    let stylesheetPath = RuckStylesheet.path
    var themeClasses = ThemeManager(persona: .general).classes

    /// Creates the values of a page.
    ///
    /// - Parameters:
    ///   - result: The rucks of the page.
    ///   - query: The order, filters and number of the page.
    ///   - totals: The totals of all rucks.
    ///   - year: The calendar of a year as HTML.
    ///   - upload: The values of the upload form.
    ///   - unitSystem: The user's units.
    ///   - calendar: The calendar of the dates.
    package init(
      _ result: RuckPageResult, query: RuckListQuery, totals: RuckTotals, year: String? = nil,
      upload: Upload, unitSystem: UnitSystem, calendar: PageCalendar
    ) {
      let format = MeasureFormat(unitSystem: unitSystem)
      rows = result.rucks.map { Row($0, format: format, calendar: calendar) }
      columns = Self.columns(query)
      isEmpty = totals.count == 0
      isWithoutMatch = !isEmpty && result.count == 0
      count = result.count == 1 ? "1 ruck" : "\(result.count) rucks"
      fragment = query.address(RuckPaths.listFragment)
      bulkEdit = query.address(RuckPaths.bulkEdit)
      level = totals.experienceLevel.rawValue.capitalized
      self.totals = Self.tiles(totals, format: format)
      self.year = year
      self.upload = upload
      filters = Filters(
        sort: query.sortKey.rawValue, order: query.direction.rawValue, text: query.text,
        from: query.from, to: query.to, minimum: query.minimum,
        minimumExample: unitSystem == .imperial ? "3 mi" : "5 km",
        reset: query.isFiltered ? RuckPaths.list : nil)
      pager = Pager(of: "rucks", page: query.page, pages: result.pages) {
        query.with(page: $0).address(RuckPaths.list)
      }
    }

    private static func columns(_ query: RuckListQuery) -> [ColumnHeading] {
      let all: [(String, RuckQuery.SortKey?)] = [
        ("Ruck", .date), ("Distance", .distance), ("Time", .duration), ("Pace", .pace),
        ("Climb", nil), ("Pack", .pack), ("Energy", .energy),
      ]
      return all.map { title, key in
        ColumnHeading(
          title: title, link: key.map { query.sorted(by: $0).address(RuckPaths.list) },
          order: key == query.sortKey ? query.direction.rawValue : nil)
      }
    }

    private static func tiles(_ totals: RuckTotals, format: MeasureFormat) -> [FigureTile] {
      [
        FigureTile("Rucks", "\(totals.count)"),
        FigureTile("Distance", format.distance(totals.distance)),
        FigureTile("Moving", Row.time(totals.movingTime, format)),
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
    package let action = RuckPaths.importFiles
    package let undo = RuckPaths.undoImport
    let entry = RuckEntryRoute.path
    let export = RuckPaths.export
    package let script = UploadScript.path
    package var token: String
    package var limit: String
    package var packExample: String
    package var bodyExample: String
    package var message: String?

    /// Creates the values of an empty form.
    package init(
      token: FormToken, limit: Int, unitSystem: UnitSystem, bodyWeight: Double? = nil
    ) {
      self.token = token.text
      self.limit = ByteSize.text(limit)
      let format = MeasureFormat(unitSystem: unitSystem)
      packExample = unitSystem == .imperial ? "35 lb" : "16 kg"
      bodyExample =
        bodyWeight.map { format.weight($0) } ?? (unitSystem == .imperial ? "180 lb" : "80 kg")
    }
  }
}

extension RuckListPage.Row {
  init(_ ruck: RuckSummary, format: MeasureFormat, calendar: PageCalendar) {
    self.init(
      title: RuckTitle.text(ruck), link: RuckPaths.ruck(ruck.id),
      date: ruck.date.map { calendar.dateAndTime($0) } ?? "No times",
      machineDate: ruck.date.map { calendar.machine($0) },
      distance: format.distance(ruck.distance),
      time: ruck.isTimed ? Self.time(ruck.duration, format) : MeasureFormat.unknown,
      pace: format.pace(distance: ruck.distance, time: ruck.duration),
      gain: format.elevation(ruck.elevationGain), pack: format.weight(ruck.packWeight),
      energy: format.calories(ruck.calories?.kilocalories), isTooFast: ruck.isTooFastToWalk)
  }

  /// A duration for the list: to the minute from one hour on, else to the second.
  fileprivate static func time(_ seconds: Double, _ format: MeasureFormat) -> String {
    format.duration(seconds, style: seconds < 3600 ? .seconds : .minutes)
  }
}

extension RuckListPage {
  package static let name = "ruck-list"
  package static let fragmentName = "ruck-list-fragment"
  package static let uploadName = "ruck-upload"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  /// The part of the page that is updated when the store changes.
  package static func renderFragment(_ model: Model, templates: Templates) -> String {
    templates.render(fragmentName, model)
  }

  package static let template = #"""
    {{>ruck-tabs}}
    <div class="{{themeClasses}}">
    <div class="title"><h1>Rucks</h1><p class="actions"><a class="button" href="{{recordPath}}">Record</a><a class="button primary to-form" href="#upload">Add rucks</a></p></div>
    <div class="columns">
    {{>ruck-list-fragment}}
    {{>ruck-upload}}
    </div>
    </div>
    """#

  package static let fragmentTemplate = #"""
    <div id="rucks" class="stack" data-live="{{fragment}}" data-count="{{count}}">
    {{#runningLinks}}
    <p class="note"><a href="{{path}}">{{title}}</a></p>
    {{/runningLinks}}
    {{#isEmpty}}
    <section class="card glass message empty">
    <h2>No rucks yet</h2>
    <p>Export an activity from your watch or phone as a GPX file, choose it in the form on this page, and enter the pack weight. Distance, pace, climb and energy are calculated from the track.</p>
    <p>Or use the command: <code>cairn ruck import hike.gpx --pack-weight "35 lb"</code></p>
    </section>
    {{/isEmpty}}
    {{^isEmpty}}
    <section class="card glass" aria-labelledby="totals">
    <div class="heading"><h2 id="totals">Totals</h2><span class="chip">{{level}} level</span></div>
    <dl class="figures">
    {{#totals}}
    {{>figure}}
    {{/totals}}
    </dl>
    {{#year}}{{{year}}}{{/year}}
    </section>
    <section class="card glass flush" aria-labelledby="all">
    <div class="heading"><h2 id="all">All rucks</h2>{{#pager}}<span class="where">{{text}}</span>{{/pager}}<a class="button quiet" href="{{bulkEdit}}">Edit several</a></div>
    {{#filters}}
    <form class="filters" action="{{action}}" aria-label="Filters">
    <input type="hidden" name="sort" value="{{sort}}"><input type="hidden" name="order" value="{{order}}">
    <label class="wide-input">Contains<input name="text" type="search" value="{{text}}" autocomplete="off"></label>
    <label>From<input name="from" type="date" value="{{from}}"></label>
    <label>To<input name="to" type="date" value="{{to}}"></label>
    <label>At least<input name="minimum" type="text" value="{{minimum}}" placeholder="{{minimumExample}}"></label>
    <button class="button">Filter</button>{{#reset}}<a class="button quiet" href="{{reset}}">Show all</a>{{/reset}}
    </form>
    {{/filters}}
    {{#isWithoutMatch}}<p class="nothing">No ruck matches the filters.</p>{{/isWithoutMatch}}
    {{^isWithoutMatch}}
    <table role="table" class="objects">
    {{>column-headings}}
    <tbody role="rowgroup">
    {{#rows}}
    <tr role="row"><th role="rowheader" scope="row"><a href="{{link}}">{{title}}</a>{{#machineDate}}<time datetime="{{machineDate}}">{{date}}</time>{{/machineDate}}{{^machineDate}}<span class="where">{{date}}</span>{{/machineDate}}{{#isTooFast}}<span class="chip warn">too fast to walk</span>{{/isTooFast}}</th><td role="cell" data-label="Distance">{{distance}}</td><td role="cell" data-label="Time">{{time}}</td><td role="cell" data-label="Pace">{{pace}}</td><td role="cell" data-label="Climb">{{gain}}</td><td role="cell" data-label="Pack">{{pack}}</td><td role="cell" data-label="Energy">{{energy}}</td></tr>
    {{/rows}}
    </tbody>
    </table>
    {{/isWithoutMatch}}
    {{#pager}}
    {{>pager}}
    {{/pager}}
    </section>
    {{/isEmpty}}
    </div>
    """#

  package static let uploadTemplate = #"""
    {{#upload}}
    <section class="card glass upload" aria-labelledby="upload">
    <h2 id="upload">Add rucks</h2>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{action}}" enctype="multipart/form-data" data-upload>
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="pack">Pack weight</label>
    <input id="pack" name="pack" type="text" inputmode="text" autocomplete="off" placeholder="{{packExample}}" aria-describedby="pack-hint">
    <small id="pack-hint">In lb or kg, for all files chosen here.</small></p>
    <p class="field"><label for="body">Body weight</label>
    <input id="body" name="body" type="text" inputmode="text" autocomplete="off" placeholder="{{bodyExample}}" aria-describedby="body-hint">
    <small id="body-hint">Optional; saved in your profile.</small></p>
    <p class="field drop"><label for="files">Files of GPX, TCX or FIT</label>
    <input id="files" name="files" type="file" accept=".gpx,.tcx,.fit,.gz,.zip,.xml,.csv,.json,application/gpx+xml" multiple required aria-describedby="files-hint">
    <small id="files-hint">Choose or drop one or more, up to {{limit}} together. Files that were imported before are skipped. Archives of Strava, Apple Health and Cairn can be chosen, too.</small></p>
    <p><button class="button primary wide">Import</button></p>
    </form>
    <p class="where"><a href="{{entry}}">Add a ruck without a recording</a> · <a href="{{export}}" download>Export all data</a></p>
    {{>upload-progress}}
    <script src="{{script}}" defer></script>
    </section>
    {{/upload}}
    """#
}
