// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The start page: a card for each app with its latest objects, totals and open problems.
enum StartPage {
  static let name = "start"

  /// The page's values.
  struct Model: Sendable {
    var cards: [Card]

    init(_ cards: [(card: DashboardCard, icon: PageIcon?)]) {
      self.cards = cards.enumerated().map { Card($1.card, icon: $1.icon, number: $0) }
    }
  }

  /// A card with an identifier for its heading.
  struct Card: Sendable {
    var id: String
    /// The app's icon as HTML; nil for none.
    var symbol: String?
    var title: String
    var path: String
    var add: PageLink?
    var figures: [FigureTile]
    var picture: String?
    var latest: [SearchResult]
    var problems: [PageLink]
    var empty: String?

    init(_ card: DashboardCard, icon: PageIcon?, number: Int) {
      id = "card-\(number)"
      symbol = icon?.html
      (title, path, add) = (card.title, card.path, card.add)
      (figures, picture, latest) = (card.figures, card.picture, card.latest)
      (problems, empty) = (card.problems, card.empty)
    }
  }

  static let template = #"""
    <h1 class="hidden">Start page</h1>
    <div id="start" class="cards" data-live="/">
    {{#cards}}
    <section class="card glass" aria-labelledby="{{id}}">
    <div class="heading"><h2 id="{{id}}">{{#symbol}}{{{symbol}}}{{/symbol}}<a href="{{path}}">{{title}}</a></h2>{{^empty}}{{#add}}<a class="button" href="{{path}}">{{title}}</a>{{/add}}{{/empty}}</div>
    {{#problems}}<p class="note"><a href="{{path}}">{{title}}</a></p>{{/problems}}
    {{#empty}}<p>{{empty}}</p><p class="actions">{{#add}}<a class="button primary" href="{{path}}">{{title}}</a>{{/add}}{{^add}}<a class="button primary" href="{{path}}">Open {{title}}</a>{{/add}}</p>{{/empty}}
    {{^empty(figures)}}<dl class="figures tight">
    {{#figures}}
    {{>figure}}
    {{/figures}}
    </dl>{{/empty(figures)}}
    {{#picture}}{{{picture}}}{{/picture}}
    {{^empty(latest)}}<ul class="latest">
    {{#latest}}
    <li><a href="{{path}}">{{title}}</a>{{#date}} <span class="where">{{date}}</span>{{/date}}{{#detail}}<span class="detail">{{detail}}</span>{{/detail}}</li>
    {{/latest}}
    </ul>{{/empty(latest)}}
    </section>
    {{/cards}}
    </div>
    """#
}
