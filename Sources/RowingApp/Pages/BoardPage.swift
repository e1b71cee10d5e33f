// Cairn
// SPDX-License-Identifier: Apache-2.0

package import PageKit

/// The coach's board: volume, load, best 2k, trend and running sessions of a team's members.
package enum BoardPage {
  /// A member's row.
  package struct Row: Sendable {
    package var name: String
    package var link: String
    package var sessions: String
    package var week: String
    /// The share of the largest week of the team, as the output of `ShareBar`.
    package var bar: String
    package var month: String
    package var load: String
    package var best: String
    package var trend: String
    package var latest: String
    /// The path of the running session; nil if there is none.
    package var live: String?
  }

  /// The page's values.
  package struct Model: Sendable {
    package let teamsAction = RowPaths.teams
    package var filter: FigureFilter
    package var title: String
    package var subtitle: String?
    /// The path of the form that changes the team; nil if there is none.
    package var edit: String?
    package var totals: [FigureTile]
    package var rows: [Row]
    package var fragment: String
    /// The token of the form that adds a team; nil for a role that adds none.
    package var token: String?
    /// Whether there is no team.
    package var hasNoTeam: Bool
    /// Whether the team has no members.
    package var hasNoMember: Bool
    package var message: String?
  }

  package static let name = "row-board"
  package static let fragmentName = "row-board-fragment"

  package static let template = #"""
    <div class="title"><div><h1>{{title}}</h1>{{#subtitle}}<p class="where">{{subtitle}}</p>{{/subtitle}}</div>{{#edit}}<p class="actions"><a class="button" href="{{edit}}">Edit this team</a></p>{{/edit}}</div>
    <div class="stack below">
    {{#filter}}{{>row-filter}}{{/filter}}
    {{>row-board-fragment}}
    {{#token}}
    <section class="card glass" aria-labelledby="add-team"><h2 id="add-team">Add a team</h2>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{teamsAction}}" class="slim">
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="team-name">Name</label><input id="team-name" name="name" type="text" maxlength="200" required autocomplete="off"></p>
    <p class="actions"><button class="button">Add</button></p>
    </form>
    </section>
    {{/token}}
    </div>
    """#

  package static let fragmentTemplate = #"""
    <div id="board" class="stack" data-live="{{fragment}}">
    {{#hasNoTeam}}<section class="card glass message empty"><h2>No team yet</h2><p>A team shows its members side by side: volume, load, best 2k, trend, and who rows now. An administrator adds one below, then chooses its members.</p></section>{{/hasNoTeam}}
    {{^hasNoTeam}}
    {{#hasNoMember}}<section class="card glass message"><h2>No members yet</h2><p>Choose the members with the button <q>Edit this team</q>.</p></section>{{/hasNoMember}}
    {{^hasNoMember}}
    <section class="card glass" aria-labelledby="squad"><h2 id="squad">The last 7 days</h2>
    <dl class="figures">
    {{#totals}}
    {{>figure}}
    {{/totals}}
    </dl>
    </section>
    <section class="card glass flush" aria-label="Members">
    <table role="table" class="objects">
    <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Athlete</th><th role="columnheader" scope="col">7 days</th><th role="columnheader" scope="col">28 days</th><th role="columnheader" scope="col">Load 7/42</th><th role="columnheader" scope="col">Best 2k</th><th role="columnheader" scope="col">Trend</th></tr></thead>
    <tbody role="rowgroup">
    {{#rows}}
    <tr role="row"><th role="rowheader" scope="row"><a href="{{link}}">{{name}}</a><span class="where">{{latest}}</span>{{#live}}<span class="chip">rowing now</span>{{/live}}</th><td role="cell" data-label="7 days">{{week}}{{{bar}}}</td><td role="cell" data-label="28 days">{{month}}</td><td role="cell" data-label="Load 7/42">{{load}}</td><td role="cell" data-label="Best 2k">{{best}}</td><td role="cell" data-label="Trend">{{trend}}</td></tr>
    {{/rows}}
    </tbody>
    </table>
    </section>
    {{/hasNoMember}}
    {{/hasNoTeam}}
    </div>
    """#
}
