// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PageKit

/// The sessions with order, filters, totals, a calendar and the form to upload more.
package enum SessionListPage {
  /// One session's row.
  package struct Row: Sendable {
    package var title: String
    package var link: String
    package var date: String
    package var machineDate: String
    /// The athlete's name, if there are several.
    package var athlete: String?
    package var chips: [Chip]
    package var distance: String
    package var time: String
    package var pace: String
    package var rate: String
    package var power: String
    package var heartRate: String
  }

  /// A mark of a session, such as "race".
  package struct Chip: Sendable, Equatable {
    package var text: String
    package var isWarning: Bool
  }

  /// The values of the filter form.
  package struct Filters: Sendable {
    package let action = RowPaths.list
    package var sort: String
    package var order: String
    package var text: String
    package var from: String
    package var to: String
    package var minimum: String
    package var choices: [ChoiceField]
    package var reset: String?
  }

  /// The page's values.
  package struct Model: Sendable {
    package var totals: [FigureTile]
    /// The distance of the latest weeks.
    package var weeks: Plot?
    package var year: String?
    package var columns: [ColumnHeading]
    package var rows: [Row]
    package var pager: Pager?
    package var filters: Filters
    /// Whether the library has no sessions.
    package var isEmpty: Bool
    /// Whether the filters match no session.
    package var isWithoutMatch: Bool
    /// The number of matching sessions, which live updates announce.
    package var count: String
    package var fragment: String
    package var upload: Upload
  }

  /// The upload form's values.
  package struct Upload: Sendable {
    package let action = RowPaths.importFiles
    package let undo = RowPaths.undoImport
    package let script = UploadScript.path
    package var token: String
    package var limit: String
    /// The athletes to choose from, if there are several.
    package var athletes: [FormChoice]
    package var message: String?
  }
}

extension SessionListPage {
  package static let name = "row-list"
  package static let fragmentName = "row-list-fragment"
  package static let uploadName = "row-upload"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  /// The part of the page that is updated when the store changes.
  package static func renderFragment(_ model: Model, templates: Templates) -> String {
    templates.render(fragmentName, model)
  }

  package static let template = #"""
    <div class="title"><h1>Rowing</h1><p class="actions"><a class="button primary to-form" href="#upload">Add sessions</a></p></div>
    <div class="columns">
    {{>row-list-fragment}}
    {{>row-upload}}
    </div>
    """#

  package static let fragmentTemplate = #"""
    <div id="rowing" class="stack" data-live="{{fragment}}" data-count="{{count}}">
    {{#isEmpty}}
    <section class="card glass message empty">
    <h2>No sessions yet</h2>
    <p>Download a season from the Concept2 logbook as a CSV file, or a workout of ErgData, BoatCoach, RP3, SmartRow, SpeedCoach or a watch, and choose it in the form on this page. A file with strokes adds them to the session of its season.</p>
    <p>Or use the command: <code>cairn row import season.csv</code></p>
    </section>
    {{/isEmpty}}
    {{^isEmpty}}
    <section class="card glass" aria-labelledby="totals">
    <h2 id="totals">Totals</h2>
    <dl class="figures">
    {{#totals}}
    {{>figure}}
    {{/totals}}
    </dl>
    {{#weeks}}<div class="weeks">{{>row-plot}}</div>{{/weeks}}
    {{#year}}{{{year}}}{{/year}}
    </section>
    <section class="card glass flush" aria-labelledby="all">
    <div class="heading"><h2 id="all">Sessions</h2>{{#pager}}<span class="where">{{text}}</span>{{/pager}}</div>
    {{#filters}}
    <form class="filters" action="{{action}}" aria-label="Filters">
    <input type="hidden" name="sort" value="{{sort}}"><input type="hidden" name="order" value="{{order}}">
    <label class="wide-input">Contains<input name="text" type="search" value="{{text}}" autocomplete="off"></label>
    <label>From<input name="from" type="date" value="{{from}}"></label>
    <label>To<input name="to" type="date" value="{{to}}"></label>
    <label>At least<input name="minimum" type="text" value="{{minimum}}" placeholder="2000 m"></label>
    {{#choices}}
    {{>row-choice}}
    {{/choices}}
    <button class="button">Filter</button>{{#reset}}<a class="button quiet" href="{{reset}}">Show all</a>{{/reset}}
    </form>
    {{/filters}}
    {{#isWithoutMatch}}<p class="nothing">No session matches the filters.</p>{{/isWithoutMatch}}
    {{^isWithoutMatch}}
    <table role="table" class="objects">
    {{>column-headings}}
    <tbody role="rowgroup">
    {{#rows}}
    <tr role="row"><th role="rowheader" scope="row"><a id="{{link}}" href="{{link}}">{{title}}</a><time datetime="{{machineDate}}">{{date}}</time>{{#athlete}}<span class="where">{{athlete}}</span>{{/athlete}}{{#chips}} <span class="chip{{#isWarning}} warn{{/isWarning}}">{{text}}</span>{{/chips}}</th><td role="cell" data-label="Distance">{{distance}}</td><td role="cell" data-label="Time">{{time}}</td><td role="cell" data-label="Pace">{{pace}}</td><td role="cell" data-label="Power">{{power}}</td><td role="cell" data-label="Rate">{{rate}}</td><td role="cell" data-label="Heart">{{heartRate}}</td></tr>
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
    <h2 id="upload">Add sessions</h2>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{action}}" enctype="multipart/form-data" data-upload>
    <input type="hidden" name="token" value="{{token}}">
    {{^empty(athletes)}}<p class="field"><label for="athlete">Athlete</label>
    <select id="athlete" name="athlete">{{#athletes}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/athletes}}</select></p>{{/empty(athletes)}}
    <p class="field"><label for="start">Start of the workout</label>
    <input id="start" name="start" type="text" autocomplete="off" placeholder="2026-11-21 09:05" aria-describedby="start-hint">
    <small id="start-hint">Optional, for a file without a date.</small></p>
    <p class="field drop"><label for="files">Files</label>
    <input id="files" name="files" type="file" accept=".csv,.fit,.tcx,.txt" multiple required aria-describedby="files-hint">
    <small id="files-hint">CSV, FIT or TCX; choose or drop one or more, up to {{limit}} together. Workouts that were imported before are skipped.</small></p>
    <p><button class="button primary wide">Import</button></p>
    </form>
    {{>upload-progress}}
    <script src="{{script}}" defer></script>
    </section>
    {{/upload}}
    """#
}
