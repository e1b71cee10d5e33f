// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ImportResultPage {
  static let name = "import"

  /// The page's content.
  package static func render(_ model: Model, templates: Templates) -> String {
    templates.render(name, model)
  }

  static let template = #"""
    <div class="narrow stack">
    <h1>{{heading}}</h1>
    {{#isEmpty}}
    <section class="card glass"><p>Choose one or more GPX files and try again.</p></section>
    {{/isEmpty}}
    {{^empty(failed)}}
    <section class="card glass problem" aria-labelledby="failed">
    <h2 id="failed">{{failedHeading}}</h2>
    <p>Nothing of these files was stored.</p>
    <ul class="results">
    {{#failed}}
    <li><strong>{{file}}</strong>{{#line}} <span class="where">line {{line}}</span>{{/line}}<p>{{error}}</p></li>
    {{/failed}}
    </ul>
    </section>
    {{/empty(failed)}}
    {{#imported}}
    <section class="card glass">
    <h2>{{heading}}</h2>
    <ul class="results">
    {{#rucks}}
    <li><a href="{{link}}">{{title}}</a> <span class="where">{{file}}</span><p>{{date}} · {{distance}}</p>{{#warnings}}<p class="note">{{.}}</p>{{/warnings}}</li>
    {{/rucks}}
    </ul>
    </section>
    {{/imported}}
    {{#unchanged}}
    <section class="card glass">
    <h2>{{heading}}</h2>
    <p>{{hint}}</p>
    <ul class="results">
    {{#rucks}}
    <li><a href="{{link}}">{{title}}</a> <span class="where">{{file}}</span><p>{{date}} · {{distance}}</p></li>
    {{/rucks}}
    </ul>
    </section>
    {{/unchanged}}
    <p><a class="button primary" href="{{home}}">All rucks</a></p>
    </div>
    """#
}
