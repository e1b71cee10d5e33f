// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RuckListPage {
  static let name = "list"
  static let fragmentName = "list-fragment"
  static let uploadName = "upload"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  /// The part that changes when the store does.
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
    <p>Export an activity from your watch or phone as a GPX file, choose it in the form on this page, and say what the pack weighed. Distance, pace, climb and energy follow from the track.</p>
    <p>Or use the command: <code>cairn ruck import hike.gpx --pack-weight "35 lb"</code></p>
    </section>
    {{/isEmpty}}
    {{^isEmpty}}
    <section class="card glass" aria-labelledby="totals">
    <div class="heading"><h2 id="totals">All in all</h2><span class="chip">{{level}}</span></div>
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
    <small id="body-hint">Optional; kept for the next time.</small></p>
    <p class="field drop"><label for="files">GPX files</label>
    <input id="files" name="files" type="file" accept=".gpx,application/gpx+xml" multiple required aria-describedby="files-hint">
    <small id="files-hint">One or more, up to {{limit}} together. A file that was imported before changes nothing.</small></p>
    <p><button class="button primary wide">Import</button></p>
    </form>
    </section>
    {{/upload}}
    """#
}
