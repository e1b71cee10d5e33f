// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The results of a search over the data of all apps.
enum SearchPage {
  static let name = "search"
  /// The maximum number of results of each app.
  static let limit = 50

  /// The page's values.
  struct Model: Sendable {
    var query: String
    var groups: [Group]
    /// The reasons why apps can't be searched.
    var problems: [String]
    /// Whether the query finds nothing.
    var isEmpty: Bool

    init(query: String, groups: [Group], problems: [String]) {
      self.query = query
      self.groups = groups
      self.problems = problems
      isEmpty = groups.isEmpty && problems.isEmpty && query.contains { !$0.isWhitespace }
    }
  }

  /// The results of one app.
  struct Group: Sendable {
    var title: String
    var results: [SearchResult]
  }

  static let template = #"""
    <div class="narrow stack">
    <h1>Search</h1>
    <form action="/search" role="search" class="card glass"><p class="field"><label for="query">Name, note or date</label>
    <input id="query" name="q" type="search" value="{{query}}"></p><p><button class="button primary">Search</button></p></form>
    {{#problems}}<p class="note bad">{{.}}</p>{{/problems}}
    {{#isEmpty}}<p class="card glass">Nothing contains “{{query}}”. Check the spelling, or search for a part of the word.</p>{{/isEmpty}}
    {{#groups}}
    <section class="card glass"><h2>{{title}}</h2><ul class="latest">
    {{#results}}
    <li><a href="{{path}}">{{title}}</a>{{#date}} <span class="where">{{date}}</span>{{/date}}{{#detail}}<span class="detail">{{detail}}</span>{{/detail}}</li>
    {{/results}}
    </ul></section>
    {{/groups}}
    </div>
    """#
}
