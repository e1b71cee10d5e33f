// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import RuckMap

/// All rucks, newest first, with totals and the form to upload more.
package enum RuckListPage {
  /// The number of rucks on one page.
  package static let pageSize = 100

  /// One ruck's row.
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

  /// Links to the neighboring pages of the list.
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

    /// Creates the values for a page, from 1; an invalid number selects the nearest page.
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

    /// Creates the values of an empty form.
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

  /// Rounds a time to minutes from one hour, for the list.
  private static func glanced(_ seconds: Double) -> Double {
    seconds < 3600 ? seconds : (seconds / 60).rounded() * 60
  }
}

extension RuckListPage {
  static let name = "list"
  static let fragmentName = "list-fragment"
  static let uploadName = "upload"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  /// The part of the page that is updated when the store changes.
  package static func renderFragment(_ model: Model, templates: Templates) -> String {
    templates.render(fragmentName, model)
  }

  static let template = #"""
    <h1 class="hidden">Rucks</h1>
    <div class="columns">
    {{>list-fragment}}
    {{>upload}}
    </div>
    """#

  static let fragmentTemplate = #"""
    <div id="rucks" class="stack" data-live="{{fragment}}" data-count="{{count}}">
    {{#isEmpty}}
    <section class="card glass message empty">
    <h2>No rucks yet</h2>
    <p>Export an activity from your watch or phone as a GPX file, choose it in the form on this page, and enter the pack weight. Distance, pace, climb and energy are calculated from the track.</p>
    <p>Or use the command: <code>cairn ruck import hike.gpx --pack-weight "35 lb"</code></p>
    </section>
    {{/isEmpty}}
    {{^isEmpty}}
    <section class="card glass" aria-labelledby="totals">
    <div class="heading"><h2 id="totals">Totals</h2><span class="chip">{{level}}</span></div>
    <dl class="figures">
    {{#totals}}
    {{>figure}}
    {{/totals}}
    </dl>
    </section>
    <section class="card glass flush" aria-labelledby="all">
    <div class="heading"><h2 id="all">Rucks</h2>{{#pager}}<span class="where">{{text}}</span>{{/pager}}</div>
    <table role="table" class="rucks">
    <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Ruck</th><th role="columnheader" scope="col">Distance</th><th role="columnheader" scope="col">Moving</th><th role="columnheader" scope="col">Pace</th><th role="columnheader" scope="col">Climb</th><th role="columnheader" scope="col">Pack</th><th role="columnheader" scope="col">Energy</th></tr></thead>
    <tbody role="rowgroup">
    {{#rows}}
    <tr role="row"><th role="rowheader" scope="row"><a id="{{link}}" href="{{link}}">{{title}}</a><time datetime="{{machineDate}}">{{date}}</time></th><td role="cell" data-label="Distance">{{distance}}</td><td role="cell" data-label="Moving">{{moving}}</td><td role="cell" data-label="Pace">{{pace}}</td><td role="cell" data-label="Climb">{{gain}}</td><td role="cell" data-label="Pack">{{pack}}</td><td role="cell" data-label="Energy">{{energy}}</td></tr>
    {{/rows}}
    </tbody>
    </table>
    {{#pager}}
    <nav class="pager" aria-label="Pages of rucks">{{#newer}}<a class="button" rel="prev" href="{{newer}}">Newer</a>{{/newer}}{{#older}}<a class="button" rel="next" href="{{older}}">Older</a>{{/older}}</nav>
    {{/pager}}
    </section>
    {{/isEmpty}}
    </div>
    """#

  static let uploadTemplate = #"""
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
    <p class="field drop"><label for="files">GPX files</label>
    <input id="files" name="files" type="file" accept=".gpx,application/gpx+xml" multiple required aria-describedby="files-hint">
    <small id="files-hint">One or more, up to {{limit}} together. Files that were imported before are skipped.</small></p>
    <p><button class="button primary wide">Import</button></p>
    </form>
    </section>
    {{/upload}}
    """#
}
