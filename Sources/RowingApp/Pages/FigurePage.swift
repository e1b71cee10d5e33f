// Cairn
// SPDX-License-Identifier: Apache-2.0

package import PageKit

/// The filter form of a page of figures: the athlete, and the page's own fields.
package struct FigureFilter: Sendable {
  static let name = "row-filter"
  static let template = #"""
    {{#isShown}}
    <div class="card glass choose"><form class="filters" action="{{action}}" aria-label="Filters">
    {{#choices}}
    {{>row-choice}}
    {{/choices}}
    {{#dates}}
    <label>{{label}}<input name="{{name}}" type="date" value="{{value}}"></label>
    {{/dates}}
    {{#texts}}
    <label class="wide-input">{{label}}<input name="{{name}}" type="text" value="{{value}}" placeholder="{{placeholder}}" autocomplete="off"></label>
    {{/texts}}
    <button class="button">Show</button>
    </form></div>
    {{/isShown}}
    """#

  /// A date field.
  package struct DateField: Sendable {
    package var label: String
    package var name: String
    package var value: String
  }

  /// A field for text.
  package struct TextField: Sendable {
    package var label: String
    package var name: String
    package var value: String
    package var placeholder: String
  }

  package var action: String
  package var choices: [ChoiceField]
  package var dates: [DateField]
  package var texts: [TextField]
  /// Whether there is anything to choose.
  package var isShown: Bool

  package init(
    action: String, choices: [ChoiceField], dates: [DateField] = [], texts: [TextField] = []
  ) {
    self.action = action
    self.choices = choices.filter { $0.choices.count > 1 }
    self.dates = dates
    self.texts = texts
    isShown = !self.choices.isEmpty || !dates.isEmpty || !texts.isEmpty
  }
}

/// A page of figures: a filter form, tiles, pictures and tables, in sections.
package enum FigurePage {
  /// A section with its heading.
  package struct Section: Sendable {
    package var id: String
    package var title: String
    package var text: String?
    package var figures: [FigureTile]
    package var plots: [Plot]
    package var tables: [DataTable]
    package var source: String?

    package init(
      id: String, title: String, text: String? = nil, figures: [FigureTile] = [],
      plots: [Plot] = [], tables: [DataTable] = [], source: String? = nil
    ) {
      (self.id, self.title, self.text, self.figures) = (id, title, text, figures)
      (self.plots, self.tables, self.source) = (plots, tables, source)
    }
  }

  /// The page's values.
  package struct Model: Sendable {
    package var title: String
    package var subtitle: String?
    package var filter: FigureFilter
    /// The next step if there are no figures.
    package var empty: String?
    package var sections: [Section]
    /// The link beside the title; nil for none.
    package var link: PageLink?
    /// The path that updates the page; nil for none.
    package var fragment: String
    let uploadForm = RowPaths.uploadForm

    package init(
      title: String, subtitle: String? = nil, filter: FigureFilter, empty: String? = nil,
      sections: [Section], fragment: String
    ) {
      (self.title, self.subtitle, self.filter) = (title, subtitle, filter)
      (self.empty, self.sections, self.fragment) = (empty, sections, fragment)
    }
  }

  package static let name = "row-figures"
  package static let template = #"""
    <div class="title"><div><h1>{{title}}</h1>{{#subtitle}}<p class="where">{{subtitle}}</p>{{/subtitle}}</div>{{#link}}<p class="actions"><a class="button" href="{{path}}">{{title}}</a></p>{{/link}}</div>
    <div class="stack below">
    {{#filter}}{{>row-filter}}{{/filter}}
    <div id="row-sections" class="stack" data-live="{{fragment}}">
    {{#empty}}<section class="card glass message empty"><h2>Nothing to show yet</h2><p>{{empty}}</p><p class="actions"><a class="button primary" href="{{uploadForm}}">Add sessions</a></p></section>{{/empty}}
    {{#sections}}
    <section class="card glass" aria-labelledby="{{id}}"><h2 id="{{id}}">{{title}}</h2>
    {{#text}}<p>{{text}}</p>{{/text}}
    {{^empty(figures)}}<dl class="figures">
    {{#figures}}
    {{>figure}}
    {{/figures}}
    </dl>{{/empty(figures)}}
    {{^empty(plots)}}<div class="profiles below">
    {{#plots}}
    {{>row-plot}}
    {{/plots}}
    </div>{{/empty(plots)}}
    {{#tables}}<div class="below">{{>row-table}}</div>{{/tables}}
    {{#source}}<p class="source below">{{source}}</p>{{/source}}
    </section>
    {{/sections}}
    </div>
    </div>
    """#
}
