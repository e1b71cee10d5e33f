// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// A page of cards, each with figures, a table, a list, a picture, a text or a form.
///
/// The pages of gear, routes, goals and the like have this form, so that their headings, landmarks,
/// live updates and keyboard order are the same.
struct SectionPage: Sendable {
  /// A link of the sub-navigation.
  struct Tab: Sendable {
    var tabTitle: String
    var tabPath: String
    var isCurrent: Bool
  }

  /// A link or a primary link beside the heading.
  struct Action: Sendable {
    var linkTitle: String
    var linkPath: String
    var linkClass = ""

    static func link(_ title: String, _ path: String) -> Action {
      Action(linkTitle: title, linkPath: path)
    }

    static func primary(_ title: String, _ path: String) -> Action {
      Action(linkTitle: title, linkPath: path, linkClass: " primary")
    }
  }

  /// The classes of the theme.
  var themeClasses: String
  var tabs: [Tab]
  var heading: String
  var subtitle: String?
  var actions: [Action] = []
  var pageNotice: String?
  var pageProblem: String?
  /// The path of the page, from which live updates are read; nil for a page that never changes.
  var livePath: String?
  /// The number of objects, which live updates announce.
  var liveCount: String
  /// The links above the cards, such as those to running rucks.
  var noteLinks: [PageLink] = []
  /// The cards that live updates replace.
  var cards: [SectionCard] = []
  /// The cards with forms, which stay as they are.
  var forms: [SectionCard] = []
  /// The panel above the cards.
  var statsPanel: RuckingStatsPanel?
  var startButton: AnimatedGlassButton?
  var floating: FloatingActionButton?
  var stylesheetPath = RuckStylesheet.path
  /// The scripts as HTML, such as those of maps.
  var scripts = ""

}

/// A card of a page.
struct SectionCard: Sendable {
  /// A line of a list.
  struct Line: Sendable {
    var lineTitle: String
    var linePath: String?
    var lineDetail: String?
    /// A short text at the end, such as an amount or a date.
    var lineEnd: String?
    var lineChip: String?
    var lineChipClass = ""
    /// Forms with one button each.
    var lineButtons: [Button] = []

    init(
      _ title: String, path: String? = nil, detail: String? = nil, end: String? = nil,
      chip: String? = nil, isWarning: Bool = false, buttons: [Button] = []
    ) {
      (lineTitle, linePath, lineDetail, lineEnd, lineChip) = (title, path, detail, end, chip)
      lineChipClass = isWarning ? " warn" : ""
      lineButtons = buttons
    }
  }

  /// A form with one button.
  struct Button: Sendable {
    var buttonTitle: String
    var buttonLabel: String
    var buttonAction: String
    var buttonToken: String
    var buttonName: String
    var buttonValue: String

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - title: The button's text.
    ///   - label: The accessible name, which begins with the text.
    ///   - action: The path that the form is sent to.
    ///   - token: The token of the server.
    ///   - field: A field with its value.
    init(
      _ title: String, label: String, action: String, token: FormToken,
      field: (name: String, value: String) = ("set", "1")
    ) {
      (buttonTitle, buttonLabel, buttonAction) = (title, label, action)
      (buttonToken, buttonName, buttonValue) = (token.text, field.name, field.value)
    }
  }

  /// A bar that shows how near a target a value is.
  struct Meter: Sendable {
    var meterTitle: String
    var meterText: String
    /// From 0 to 1000.
    var meterValue: Int

    init(_ title: String, _ text: String, fraction: Double) {
      (meterTitle, meterText) = (title, text)
      let part = fraction.isFinite ? min(max(fraction, 0), 1) : 0
      meterValue = Int((part * 1000).rounded())
    }
  }

  struct Figures: Sendable { var figures: [FigureTile] }
  struct Metrics: Sendable { var metrics: [MetricCard] }
  struct Lines: Sendable { var lines: [Line] }
  struct Meters: Sendable { var meters: [Meter] }
  struct Table: Sendable {
    var tableLabel: String
    var columns: [String]
    var rows: [Row]
  }
  struct Row: Sendable {
    var rowTitle: String
    var rowPath: String?
    var rowDetail: String?
    var cells: [String]

    init(_ title: String, path: String? = nil, detail: String? = nil, _ cells: [String]) {
      (rowTitle, rowPath, rowDetail, self.cells) = (title, path, detail, cells)
    }
  }
  /// A form that filters a list by a text and a choice.
  struct Search: Sendable {
    struct Choice: Sendable {
      var choiceValue: String
      var choiceTitle: String
      var isChosen: Bool
    }

    var searchAction: String
    var searchText: String
    var choiceName: String
    var choiceLabel: String
    var searchChoices: [Choice]
    /// The path of the unfiltered list; nil without a filter.
    var searchReset: String?

    init(
      searchAction: String, searchText: String, searchChoices: [(value: String, title: String)],
      selected: String, choiceName: String, choiceLabel: String, reset: String?
    ) {
      (self.searchAction, self.searchText) = (searchAction, searchText)
      (self.choiceName, self.choiceLabel, searchReset) = (choiceName, choiceLabel, reset)
      self.searchChoices = searchChoices.map {
        Choice(choiceValue: $0.value, choiceTitle: $0.title, isChosen: $0.value == selected)
      }
    }
  }
  /// A form of days whose values are a query.
  struct QueryForm: Sendable {
    struct Day: Sendable {
      var dayName: String
      var dayLabel: String
      var dayValue: String
    }

    var queryAction: String
    var querySubmit: String
    var days: [Day]
  }
  /// A form of choices that are a query.
  struct Picks: Sendable {
    struct Pick: Sendable {
      var pickName: String
      var pickLabel: String
      var pickChoices: [Search.Choice]

      init(
        _ name: String, _ label: String, _ choices: [(value: String, title: String)],
        selected: String
      ) {
        (pickName, pickLabel) = (name, label)
        pickChoices = choices.map {
          .init(choiceValue: $0.value, choiceTitle: $0.title, isChosen: $0.value == selected)
        }
      }
    }

    var picksAction: String
    var picksSubmit: String
    var picks: [Pick]
  }
  struct Picture: Sendable {
    /// HTML in which all text is escaped.
    var pictureHTML: String
  }
  struct Prose: Sendable { var paragraphs: [String] }

  var cardID: String
  var cardTitle: String
  var cardNote: String?
  var cardClasses: String
  var cardFigures: Figures?
  var cardMetrics: Metrics?
  var cardMeters: Meters?
  var cardPicture: Picture?
  var cardTable: Table?
  var cardLines: Lines?
  var cardProse: Prose?
  var cardSearch: Search?
  var cardQuery: QueryForm?
  var cardPicks: Picks?
  var cardForm: FieldForm?
  var cardLinks: [SectionPage.Action] = []

  /// Creates a card.
  ///
  /// - Parameters:
  ///   - id: The identifier of the heading, unique on the page.
  ///   - title: The heading.
  ///   - note: A text at the end of the heading's line.
  ///   - glass: The glass.
  ///   - isWide: Whether the card takes the whole width of the page.
  init(
    _ id: String, _ title: String, note: String? = nil,
    glass: LiquidGlassCard = LiquidGlassCard(tint: .gray, intensity: .regular),
    isWide: Bool = false
  ) {
    (cardID, cardTitle, cardNote) = (id, title, note)
    cardClasses = glass.glassClasses + (isWide ? " wide-card" : "")
  }

  func figures(_ tiles: [FigureTile]) -> SectionCard {
    changed { $0.cardFigures = tiles.isEmpty ? nil : Figures(figures: tiles) }
  }

  func metrics(_ cards: [MetricCard]) -> SectionCard {
    changed { $0.cardMetrics = cards.isEmpty ? nil : Metrics(metrics: cards) }
  }

  func meters(_ meters: [Meter]) -> SectionCard {
    changed { $0.cardMeters = meters.isEmpty ? nil : Meters(meters: meters) }
  }

  func lines(_ lines: [Line], empty: String? = nil) -> SectionCard {
    changed { card in
      card.cardLines = lines.isEmpty ? nil : Lines(lines: lines)
      if lines.isEmpty, let empty { card.cardProse = Prose(paragraphs: [empty]) }
    }
  }

  func table(_ columns: [String], _ rows: [Row], empty: String? = nil) -> SectionCard {
    changed { card in
      card.cardTable =
        rows.isEmpty ? nil : Table(tableLabel: card.cardTitle, columns: columns, rows: rows)
      if rows.isEmpty, let empty { card.cardProse = Prose(paragraphs: [empty]) }
    }
  }

  func picture(_ html: String?) -> SectionCard {
    changed { $0.cardPicture = html.map { Picture(pictureHTML: $0) } }
  }

  func prose(_ paragraphs: String...) -> SectionCard {
    changed { card in
      let all = (card.cardProse?.paragraphs ?? []) + paragraphs.filter { !$0.isEmpty }
      card.cardProse = all.isEmpty ? nil : Prose(paragraphs: all)
    }
  }

  func queryForm(
    _ action: String, submit: String, _ days: [(name: String, label: String, value: String)]
  ) -> SectionCard {
    changed { card in
      card.cardQuery = QueryForm(
        queryAction: action, querySubmit: submit,
        days: days.map { .init(dayName: $0.name, dayLabel: $0.label, dayValue: $0.value) })
    }
  }

  func picks(_ action: String, submit: String, _ picks: [Picks.Pick]) -> SectionCard {
    changed {
      $0.cardPicks = Picks(picksAction: action, picksSubmit: submit, picks: picks)
    }
  }

  func form(_ form: FieldForm?) -> SectionCard { changed { $0.cardForm = form } }

  func links(_ links: SectionPage.Action...) -> SectionCard { self.links(links) }

  func links(_ links: [SectionPage.Action]) -> SectionCard {
    changed { $0.cardLinks += links }
  }

  private func changed(_ change: (inout SectionCard) -> Void) -> SectionCard {
    var card = self
    change(&card)
    return card
  }
}

extension SectionPage {
  static let name = "ruck-sections"
  static let cardName = "ruck-card"
  static let tabsName = "ruck-tabs"

  static let tabsTemplate = #"""
    <link rel="stylesheet" href="{{stylesheetPath}}">
    <nav class="tabs ruck-tabs" aria-label="RuckMap">{{#tabs}}<a href="{{tabPath}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{tabTitle}}</a>{{/tabs}}</nav>
    """#

  static let template = #"""
    {{>ruck-tabs}}
    <div class="{{themeClasses}}">
    {{#pageProblem}}<p class="note bad" role="alert">{{pageProblem}}</p>{{/pageProblem}}
    {{#pageNotice}}<p class="note good" role="status">{{pageNotice}}</p>{{/pageNotice}}
    <div id="ruck-sections" class="stack"{{#livePath}} data-live="{{livePath}}" data-count="{{liveCount}}"{{/livePath}}>
    <div class="title"><div><h1>{{heading}}</h1>{{#subtitle}}<p class="where">{{subtitle}}</p>{{/subtitle}}</div>{{^empty(actions)}}<p class="actions">{{#actions}}<a class="button{{linkClass}}" href="{{linkPath}}">{{linkTitle}}</a>{{/actions}}</p>{{/empty(actions)}}</div>
    {{#noteLinks}}
    <p class="note"><a href="{{path}}">{{title}}</a></p>
    {{/noteLinks}}
    {{#startButton}}<p class="actions">{{>ruck-animated-button}}</p>{{/startButton}}
    {{#statsPanel}}{{>ruck-stats-panel}}{{/statsPanel}}
    {{^empty(cards)}}<div class="board">
    {{#cards}}
    {{>ruck-card}}
    {{/cards}}
    </div>{{/empty(cards)}}
    </div>
    {{^empty(forms)}}<div class="board edit">
    {{#forms}}
    {{>ruck-card}}
    {{/forms}}
    </div>{{/empty(forms)}}
    {{#floating}}{{>ruck-action}}{{/floating}}
    </div>
    {{{scripts}}}
    """#

  static let cardTemplate = #"""
    <section class="{{cardClasses}}" aria-labelledby="{{cardID}}"><div class="heading"><h2 id="{{cardID}}">{{cardTitle}}</h2>{{#cardNote}}<span class="where">{{cardNote}}</span>{{/cardNote}}</div>
    {{#cardPicture}}{{{pictureHTML}}}{{/cardPicture}}
    {{#cardFigures}}<dl class="figures">
    {{#figures}}
    {{>figure}}
    {{/figures}}
    </dl>{{/cardFigures}}
    {{#cardMetrics}}<dl class="metrics">
    {{#metrics}}
    {{>ruck-metric}}
    {{/metrics}}
    </dl>{{/cardMetrics}}
    {{#cardMeters}}<dl class="meters">{{#meters}}<div><dt>{{meterTitle}}</dt><dd>{{meterText}}</dd><dd class="meter-bar"><progress max="1000" value="{{meterValue}}" aria-label="{{meterTitle}}"></progress></dd></div>{{/meters}}</dl>{{/cardMeters}}
    {{#cardTable}}<div class="scroll" tabindex="0" role="region" aria-label="{{tableLabel}}, table"><table class="data"><thead><tr>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}</tr></thead><tbody>
    {{#rows}}
    <tr><th scope="row">{{#rowPath}}<a href="{{rowPath}}">{{rowTitle}}</a>{{/rowPath}}{{^rowPath}}{{rowTitle}}{{/rowPath}}{{#rowDetail}} <span class="where">{{rowDetail}}</span>{{/rowDetail}}</th>{{#cells}}<td>{{.}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody></table></div>{{/cardTable}}
    {{#cardLines}}<ul class="ruck-lines">
    {{#lines}}
    <li><span class="main">{{#linePath}}<a href="{{linePath}}">{{lineTitle}}</a>{{/linePath}}{{^linePath}}<strong>{{lineTitle}}</strong>{{/linePath}}{{#lineChip}} <span class="chip{{lineChipClass}}">{{lineChip}}</span>{{/lineChip}}{{#lineDetail}}<span class="detail">{{lineDetail}}</span>{{/lineDetail}}</span>{{#lineEnd}}<span class="end">{{lineEnd}}</span>{{/lineEnd}}{{#lineButtons}}<form method="post" action="{{buttonAction}}"><input type="hidden" name="token" value="{{buttonToken}}"><input type="hidden" name="{{buttonName}}" value="{{buttonValue}}"><button class="button" aria-label="{{buttonLabel}}">{{buttonTitle}}</button></form>{{/lineButtons}}</li>
    {{/lines}}
    </ul>{{/cardLines}}
    {{#cardProse}}{{#paragraphs}}<p class="prose">{{.}}</p>{{/paragraphs}}{{/cardProse}}
    {{#cardSearch}}<form class="search-form" action="{{searchAction}}" role="search" aria-labelledby="{{cardID}}"><label>Contains<input name="text" type="search" value="{{searchText}}" autocomplete="off"></label><label>{{choiceLabel}}<select name="{{choiceName}}">{{#searchChoices}}<option value="{{choiceValue}}"{{#isChosen}} selected{{/isChosen}}>{{choiceTitle}}</option>{{/searchChoices}}</select></label><p class="actions"><button class="button">Search</button>{{#searchReset}}<a class="button quiet" href="{{searchReset}}">Show all</a>{{/searchReset}}</p></form>{{/cardSearch}}
    {{#cardQuery}}<form class="search-form" action="{{queryAction}}">{{#days}}<label>{{dayLabel}}<input name="{{dayName}}" type="date" value="{{dayValue}}"></label>{{/days}}<p class="actions"><button class="button">{{querySubmit}}</button></p></form>{{/cardQuery}}
    {{#cardPicks}}<form class="search-form" action="{{picksAction}}">{{#picks}}<label>{{pickLabel}}<select name="{{pickName}}">{{#pickChoices}}<option value="{{choiceValue}}"{{#isChosen}} selected{{/isChosen}}>{{choiceTitle}}</option>{{/pickChoices}}</select></label>{{/picks}}<p class="actions"><button class="button">{{picksSubmit}}</button></p></form>{{/cardPicks}}
    {{#cardForm}}{{>field-form}}{{/cardForm}}
    {{^empty(cardLinks)}}<p class="actions below">{{#cardLinks}}<a class="button{{linkClass}}" href="{{linkPath}}">{{linkTitle}}</a>{{/cardLinks}}</p>{{/empty(cardLinks)}}
    </section>
    """#
}
