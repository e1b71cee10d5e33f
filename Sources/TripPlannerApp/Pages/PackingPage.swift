// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The packing list of a trip by category, with weights and bags.
enum PackingPage {
  /// A line of the list.
  struct Line: Sendable {
    var lineID: String
    var lineName: String
    var lineDetail: String
    var isPacked: Bool
    /// `true` or `false`, for `aria-pressed`.
    var pressed: String
    /// The state that the button sets: `1` for packed, otherwise `0`.
    var nextState: String
    var checkAction: String
    var linePath: String
  }

  /// The lines of a category.
  struct Category: Sendable {
    var categoryID: String
    var categoryTitle: String
    var categoryCount: String
    var lines: [Line]
  }

  /// A bag or a person with the weight of the lines.
  struct Total: Sendable {
    var totalName: String
    var totalText: String
  }

  /// The page's values.
  struct Model: Sendable {
    var header: TripHeader
    var livePath: String
    var token: String
    var categories: [Category]
    var isEmpty: Bool
    var progress: String
    var packedCount: Int
    var lineCount: Int
    var totals: [Total]
    var addAction: String
    var pasteAction: String
    var templates: [FieldForm.Choice]
    var templateAction: String
    var saveTemplateAction: String
    var templatesPath: String
    var categoryNames: [String]
    var personNames: [String]
    let script = TripScript.path
  }

  static let name = "trip-packing"

  static let template = #"""
    {{>trip-notices}}
    <div id="trip-packing" data-live="{{livePath}}" data-count="{{progress}}">
    {{>trip-header}}
    <div class="split">
    <div class="stack">
    {{#isEmpty}}<section class="card glass message empty"><h2>Nothing on the list yet</h2><p>Add the first thing below, paste a list with one thing in a line, or start from a template.</p></section>{{/isEmpty}}
    {{#categories}}
    <section class="card glass pack-list" aria-labelledby="{{categoryID}}"><div class="heading"><h2 id="{{categoryID}}">{{categoryTitle}}</h2><span class="where">{{categoryCount}}</span></div>
    <ul class="lines">
    {{#lines}}
    <li class="{{#isPacked}}packed{{/isPacked}}"><form method="post" action="{{checkAction}}"><input type="hidden" name="token" value="{{token}}"><input type="hidden" name="packed" value="{{nextState}}"><button class="tick" id="{{lineID}}" aria-pressed="{{pressed}}" aria-label="Packed: {{lineName}}"><svg class="icon" aria-hidden="true"><use href="#i-check"/></svg></button></form><span class="main">{{lineName}}{{#lineDetail}} <span class="where">{{lineDetail}}</span>{{/lineDetail}}</span><span class="side no-print"><a class="icon-button" href="{{linePath}}" aria-label="Edit {{lineName}}"><svg class="icon" aria-hidden="true"><use href="#i-more"/></svg></a></span></li>
    {{/lines}}
    </ul></section>
    {{/categories}}
    </div>
    <div class="stack no-print">
    {{^isEmpty}}<section class="card glass" aria-labelledby="pack-progress"><h2 id="pack-progress">{{progress}}</h2><progress max="{{lineCount}}" value="{{packedCount}}" aria-label="Packed"></progress>
    {{^empty(totals)}}<dl class="bars">{{#totals}}<div><dt>{{totalName}}</dt><dd>{{totalText}}</dd></div>{{/totals}}</dl>{{/empty(totals)}}</section>{{/isEmpty}}
    <section class="card glass" aria-labelledby="pack-add"><h2 id="pack-add">Add a thing</h2>
    <form method="post" action="{{addAction}}"><input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="pack-name">Name</label><input id="pack-name" name="name" type="text" maxlength="200" required autocomplete="off"></p>
    <div class="field-grid"><p class="field"><label for="pack-category">Category</label><input id="pack-category" name="category" type="text" maxlength="100" list="pack-categories" autocomplete="off"><datalist id="pack-categories">{{#categoryNames}}<option value="{{.}}"></option>{{/categoryNames}}</datalist></p>
    <p class="field"><label for="pack-quantity">Number</label><input id="pack-quantity" name="quantity" type="text" inputmode="numeric" value="1"></p>
    <p class="field"><label for="pack-weight">Weight of one</label><input id="pack-weight" name="weight" type="text" placeholder="350 g" autocomplete="off"></p>
    <p class="field"><label for="pack-bag">Bag</label><input id="pack-bag" name="bag" type="text" maxlength="100" autocomplete="off"></p>
    <p class="field"><label for="pack-person">Carried by</label><input id="pack-person" name="person" type="text" maxlength="100" list="pack-people" autocomplete="off"><datalist id="pack-people">{{#personNames}}<option value="{{.}}"></option>{{/personNames}}</datalist></p></div>
    <p><button class="button primary wide">Add</button></p></form></section>
    <section class="card glass" aria-labelledby="pack-paste"><h2 id="pack-paste">Paste a list</h2>
    <form method="post" action="{{pasteAction}}"><input type="hidden" name="token" value="{{token}}"><p class="field"><label for="pack-text">One thing in a line</label><textarea id="pack-text" name="text" rows="4" maxlength="20000" required></textarea></p><p><button class="button wide">Add the list</button></p></form></section>
    <section class="card glass" aria-labelledby="pack-template"><h2 id="pack-template">Templates</h2>
    {{^empty(templates)}}<form method="post" action="{{templateAction}}" class="row-form"><input type="hidden" name="token" value="{{token}}"><label>Template<select name="template">{{#templates}}<option value="{{optionValue}}">{{optionTitle}}</option>{{/templates}}</select></label><button class="button">Use it</button></form>{{/empty(templates)}}
    {{^isEmpty}}<form method="post" action="{{saveTemplateAction}}" class="row-form edit"><input type="hidden" name="token" value="{{token}}"><label>Save this list as<input name="name" type="text" maxlength="100" required autocomplete="off"></label><button class="button">Save</button></form>{{/isEmpty}}
    <p class="edit"><a class="button quiet" href="{{templatesPath}}">All templates</a></p></section>
    </div>
    </div>
    </div>
    <script src="{{script}}" defer></script>
    """#
}

/// The packing templates.
enum TemplatesPage {
  /// A template with its lines.
  struct Item: Sendable {
    var templateID: String
    var templateName: String
    var templateCount: String
    var templateLines: String
    var editPath: String
    var deleteAction: String
  }

  /// The page's values.
  struct Model: Sendable {
    var token: String
    var items: [Item]
    var pageNotice: String?
  }

  static let name = "trip-templates"

  static let template = #"""
    {{>trip-head}}
    <div class="narrow trip-notices">
    {{#pageNotice}}<p class="note good" role="status">{{pageNotice}}</p>{{/pageNotice}}
    </div>
    <div class="narrow stack" id="trip-templates" data-live="/trips/templates">
    <h1>Packing templates</h1>
    {{#empty(items)}}<section class="card glass"><p>There are no templates yet. Open the packing list of a trip and save it as a template.</p></section>{{/empty(items)}}
    {{#items}}
    <section class="card glass" aria-labelledby="{{templateID}}"><div class="heading"><h2 id="{{templateID}}">{{templateName}}</h2><span class="where">{{templateCount}}</span></div>
    <p class="soft">{{templateLines}}</p>
    <form method="post" action="{{deleteAction}}"><input type="hidden" name="token" value="{{token}}"><p class="actions"><a class="button" href="{{editPath}}">Edit {{templateName}}</a><button class="button danger quiet">Delete {{templateName}}</button></p></form></section>
    {{/items}}
    </div>
    """#
}
