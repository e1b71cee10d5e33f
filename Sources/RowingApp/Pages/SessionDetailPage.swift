// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PageKit

/// The page of one session: its figures, intervals, profiles, force curves, and the form to edit it.
package enum SessionDetailPage {
  /// The edit form's values, as stored or as typed.
  package struct Edit: Sendable {
    package var action: String
    package var delete: String
    package var token: String
    package var workout: String
    package var comments: String
    package var start: String
    package var types: [FormChoice]
    package var machines: [FormChoice]
    package var athletes: [FormChoice]
    package var message: String?
    /// Whether the session is a recording that can be closed as incomplete.
    package var canFinish: Bool
  }

  /// A link to download the session in a format.
  package struct Download: Sendable {
    package var title: String
    package var path: String
  }

  /// The time in a zone, with a bar.
  package struct ZoneRow: Sendable {
    package var name: String
    package var range: String
    package var pace: String
    package var time: String
    package var share: String
    /// The output of `ShareBar`.
    package var bar: String
  }

  /// The force curves of a session.
  package struct Force: Sendable {
    package var plot: Plot
    package var table: DataTable
  }

  /// The page's values.
  package struct Model: Sendable {
    package var title: String
    package var date: String
    package var machineDate: String
    package var athlete: PageLink?
    package var source: String
    package var chips: [SessionListPage.Chip]
    package var isSaved: Bool
    package var figures: [FigureTile]
    package var intervals: DataTable?
    package var profiles: [Plot]
    package var force: Force?
    package var consistency: DataTable?
    package var zones: [ZoneRow]
    package var zonesBase: String?
    /// The link to the table of strokes; nil without strokes.
    package var strokes: PageLink?
    package var compare: PageLink?
    package var comments: String?
    package var downloads: [Download]
    package var fragment: String
    package var edit: Edit
  }
}

extension SessionDetailPage {
  package static let name = "row-session"
  package static let fragmentName = "row-session-fragment"
  package static let editName = "row-session-edit"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  /// The part of the page that is updated when the store changes.
  package static func renderFragment(_ model: Model, templates: Templates) -> String {
    templates.render(fragmentName, model)
  }

  package static let template = #"""
    {{#isSaved}}<p class="note good" role="status">Your changes are saved.</p>{{/isSaved}}
    {{>row-session-fragment}}
    {{>row-session-edit}}
    """#

  package static let fragmentTemplate = #"""
    <div id="session" class="stack" data-live="{{fragment}}">
    <div class="title"><div><h1>{{title}}</h1>
    <p class="where"><time datetime="{{machineDate}}">{{date}}</time>{{#athlete}} · <a href="{{path}}">{{title}}</a>{{/athlete}} · {{source}}{{#chips}} <span class="chip{{#isWarning}} warn{{/isWarning}}">{{text}}</span>{{/chips}}</p></div>
    <div>{{#compare}}<p class="actions"><a class="button" href="{{path}}">{{title}}</a></p>{{/compare}}
    {{^empty(downloads)}}<p class="downloads">Download{{#downloads}} <a href="{{path}}" download>{{title}}</a>{{/downloads}}</p>{{/empty(downloads)}}</div></div>
    <section class="card glass" aria-labelledby="figures">
    <h2 id="figures" class="hidden">Figures</h2>
    <dl class="figures">
    {{#figures}}
    {{>figure}}
    {{/figures}}
    </dl>
    </section>
    {{^empty(profiles)}}
    <section class="card glass profiles" aria-label="Profiles">
    {{#profiles}}
    {{>row-plot}}
    {{/profiles}}
    {{#strokes}}<p class="actions"><a class="button" href="{{path}}">{{title}}</a></p>{{/strokes}}
    </section>
    {{/empty(profiles)}}
    {{#intervals}}
    <section class="card glass" aria-labelledby="intervals"><h2 id="intervals">{{label}}</h2>
    {{>row-table}}
    </section>
    {{/intervals}}
    {{#force}}
    <section class="card glass" aria-label="Force curves">
    {{#plot}}{{>row-plot}}{{/plot}}
    {{#table}}<div class="below">{{>row-table}}</div>{{/table}}
    </section>
    {{/force}}
    <div class="cards">
    {{^empty(zones)}}
    <section class="card glass" aria-labelledby="zones"><h2 id="zones">Time in zones</h2>
    <table class="data zones"><thead><tr><th scope="col">Zone</th><th scope="col">Pace</th><th scope="col"><span class="hidden">Share as a bar</span></th><th scope="col">Time</th><th scope="col">Share</th></tr></thead><tbody>
    {{#zones}}
    <tr><th scope="row">{{name}}</th><td>{{pace}}</td><td class="wide">{{{bar}}}</td><td>{{time}}</td><td class="quiet">{{share}}</td></tr>
    {{/zones}}
    </tbody></table>
    {{#zonesBase}}<p class="source">{{zonesBase}}</p>{{/zonesBase}}
    </section>
    {{/empty(zones)}}
    {{#consistency}}
    <section class="card glass" aria-labelledby="consistency"><h2 id="consistency">{{label}}</h2>
    {{>row-table}}
    </section>
    {{/consistency}}
    </div>
    {{#comments}}<section class="card glass" aria-labelledby="comments-heading"><h2 id="comments-heading">Comments</h2><p class="prose">{{comments}}</p></section>{{/comments}}
    </div>
    """#

  package static let editTemplate = #"""
    {{#edit}}
    <section class="card glass edit" aria-labelledby="edit">
    <h2 id="edit">Edit</h2>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{action}}">
    <input type="hidden" name="token" value="{{token}}">
    <div class="fields">
    <p class="field"><label for="workout">Workout</label>
    <input id="workout" name="workout" type="text" maxlength="200" value="{{workout}}"></p>
    <p class="field"><label for="start">Start</label>
    <input id="start" name="start" type="text" value="{{start}}" placeholder="2026-11-21 09:05" required></p>
    <p class="field"><label for="type">Kind</label>
    <select id="type" name="type">{{#types}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/types}}</select></p>
    <p class="field"><label for="machine">Machine</label>
    <select id="machine" name="machine">{{#machines}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/machines}}</select></p>
    {{^empty(athletes)}}<p class="field"><label for="athlete">Athlete</label>
    <select id="athlete" name="athlete">{{#athletes}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/athletes}}</select></p>{{/empty(athletes)}}
    </div>
    <p class="field below"><label for="comments">Comments</label>
    <textarea id="comments" name="comments" rows="3" maxlength="10000">
    {{comments}}</textarea></p>
    <p class="actions"><button class="button primary">Save</button>
    {{#canFinish}}<button class="button quiet" name="finish" value="1">Close as incomplete</button>{{/canFinish}}
    <a class="button danger quiet" href="{{delete}}">Delete this session…</a></p>
    </form>
    </section>
    {{/edit}}
    """#
}
