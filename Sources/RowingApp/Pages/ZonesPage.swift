// Cairn
// SPDX-License-Identifier: Apache-2.0

package import PageKit

/// An athlete's zones, and the form that changes them.
package enum ZonesPage {
  /// The fields of a zone.
  package struct Input: Sendable {
    package var index: Int
    package var zone: String
    package var from: String
    /// The number of the row, from 1.
    package var number: Int

    package init(index: Int, zone: String, from: String) {
      (self.index, self.zone, self.from) = (index, zone, from)
      number = index + 1
    }
  }

  /// The page's values.
  package struct Model: Sendable {
    package let action = RowPaths.zones
    package let reset = RowPaths.resetZones
    package var filter: FigureFilter
    package var token: String
    /// The athlete's identifier; nil without athletes.
    package var athlete: String?
    package var subtitle: String?
    package var isSaved = false
    package var isDefault = true
    package var table: DataTable?
    package var note = ""
    package var base = ""
    package var baseExample = ""
    package var inputs: [Input] = []
    package var message: String?

    package init(filter: FigureFilter, token: FormToken) {
      self.filter = filter
      self.token = token.text
    }
  }

  package static let name = "row-zones"
  package static let template = #"""
    <div class="title"><div><h1>Zones</h1>{{#subtitle}}<p class="where">{{subtitle}}</p>{{/subtitle}}</div></div>
    <div class="stack below">
    {{#isSaved}}<p class="note good" role="status">Your changes are saved.</p>{{/isSaved}}
    {{#filter}}{{>row-filter}}{{/filter}}
    {{^athlete}}<section class="card glass message empty"><h2>Nothing to show yet</h2><p>Zones belong to an athlete. Import a session or add an athlete first.</p></section>{{/athlete}}
    {{#table}}
    <section class="card glass" aria-labelledby="table"><h2 id="table">Power and pace</h2>
    {{>row-table}}
    <p class="source below">{{note}}</p>
    </section>
    {{/table}}
    {{#athlete}}
    <section class="card glass" aria-labelledby="change"><h2 id="change">Change the zones</h2>
    {{#message}}<p class="note bad" role="alert">{{message}}</p>{{/message}}
    <form method="post" action="{{action}}">
    <input type="hidden" name="token" value="{{token}}"><input type="hidden" name="athlete" value="{{athlete}}">
    <p class="field slim"><label for="base">Base in watts</label>
    <input id="base" name="base" type="text" inputmode="decimal" value="{{base}}" placeholder="{{baseExample}}" autocomplete="off" aria-describedby="base-hint">
    <small id="base-hint">Empty for the critical power.</small></p>
    <div class="zone-inputs">
    {{#inputs}}
    <p class="zone-input"><label>Zone {{number}}<input name="name-{{index}}" type="text" maxlength="40" value="{{zone}}" autocomplete="off"></label><label>From %<input name="from-{{index}}" type="text" inputmode="decimal" value="{{from}}" autocomplete="off"></label></p>
    {{/inputs}}
    </div>
    <p class="source">Each zone ends where the next one begins. A zone without a name is removed.</p>
    <p class="actions"><button class="button primary">Save</button></p>
    </form>
    {{^isDefault}}<form method="post" action="{{reset}}" class="below"><input type="hidden" name="token" value="{{token}}"><input type="hidden" name="athlete" value="{{athlete}}"><button class="button quiet">Restore the default zones</button></form>{{/isDefault}}
    </section>
    {{/athlete}}
    </div>
    """#
}
