// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RuckPage {
  static let name = "ruck"
  static let fragmentName = "ruck-fragment"
  static let editName = "ruck-edit"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  /// The part that changes when the store does.
  package static func renderFragment(_ model: Model, templates: Templates) -> String {
    templates.render(fragmentName, model)
  }

  static let template = #"""
    <p class="crumb"><a href="{{home}}">All rucks</a></p>
    {{#isSaved}}<p class="note good" role="status">Your changes are saved.</p>{{/isSaved}}
    {{>ruck-fragment}}
    {{>ruck-edit}}
    """#

  static let fragmentTemplate = #"""
    <div id="ruck" class="stack" data-live="{{fragment}}">
    <div class="title"><div><h1>{{title}}</h1>
    <p class="where"><time datetime="{{machineDate}}">{{date}}</time>{{#file}} · {{file}}{{/file}} · {{points}} points</p></div>
    <p class="actions"><a class="button" href="{{download}}" download>Download GPX</a></p></div>
    <div class="pair">
    <section class="card glass flush map" aria-label="Track">
    {{#track}}{{{track}}}{{/track}}
    {{^track}}<p class="nothing">No positions were recorded, so there is no track to show.</p>{{/track}}
    </section>
    <div class="stack">
    <section class="card glass" aria-labelledby="figures">
    <h2 id="figures" class="hidden">Figures</h2>
    <dl class="figures tight">
    {{#figures}}
    {{>figure}}
    {{/figures}}
    </dl>
    </section>
    <section class="card glass energy" aria-labelledby="energy">
    <h2 id="energy">Energy</h2>
    {{#energy}}
    <p class="big">{{value}} <span class="where">{{band}}</span></p>
    <p>By {{equation}}, for a body of {{bodyWeight}}{{#isAssumed}} <span class="chip warn">assumed body weight</span>{{/isAssumed}}. The band is the equation's published error.</p>
    {{#isAssumed}}<p class="note">Give your body weight with the next import to have it counted.</p>{{/isAssumed}}
    {{#citation}}<p class="source">{{citation}}</p>{{/citation}}
    {{/energy}}
    {{^energy}}<p>Without times there is no pace, and without pace no energy.</p>{{/energy}}
    {{#alternative}}
    <p class="other"><strong>{{value}}</strong> <span class="where">{{band}}</span> by {{equation}}, within its range.</p>
    {{/alternative}}
    </section>
    </div>
    </div>
    {{^empty(profiles)}}
    <section class="card glass profiles" aria-label="Profiles">
    {{#profiles}}
    <div class="plot"><h2>{{title}}</h2>
    {{{svg}}}
    </div>
    {{/profiles}}
    </section>
    {{/empty(profiles)}}
    {{#notes}}<section class="card glass" aria-labelledby="notes-heading"><h2 id="notes-heading">Notes</h2><p class="prose">{{notes}}</p></section>{{/notes}}
    {{^empty(warnings)}}
    <section class="card glass" aria-labelledby="remarks"><h2 id="remarks">Remarks on the recording</h2>
    <ul class="remarks">
    {{#warnings}}
    <li>{{.}}</li>
    {{/warnings}}
    </ul></section>
    {{/empty(warnings)}}
    </div>
    """#

  static let editTemplate = #"""
    {{#edit}}
    <section class="card glass edit" aria-labelledby="edit">
    <h2 id="edit">Change</h2>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{action}}" class="grid">
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="name">Name</label>
    <input id="name" name="name" type="text" maxlength="200" value="{{name}}"></p>
    <p class="field"><label for="pack">Pack weight</label>
    <input id="pack" name="pack" type="text" value="{{pack}}" placeholder="{{packExample}}" aria-describedby="pack-hint" required>
    <small id="pack-hint">In lb or kg; the energy follows.</small></p>
    <p class="field whole"><label for="notes">Notes</label>
    <textarea id="notes" name="notes" rows="3" maxlength="10000">
    {{notes}}</textarea></p>
    <p class="actions whole"><button class="button primary">Save</button>
    <a class="button danger quiet" href="{{delete}}">Delete this ruck…</a></p>
    </form>
    </section>
    {{/edit}}
    """#
}
