// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The frame around every page.
struct Layout: Sendable {
  static let name = "layout"

  var title: String
  /// The page's content as escaped HTML.
  var content: String
  var crumbs: [PageLink]
  var navigation: [NavigationLink]
  var theme: String
  var textSize: String
  let home = Paths.home
  let search = Paths.search
  let stylesheet = Paths.asset(.stylesheet)
  let script = Paths.asset(.script)
  let icon = Paths.asset(.icon)
  let changes = Paths.changes
  let offline = OfflineHead.html

  static let template = #"""
    <!DOCTYPE html>
    <html lang="en" data-theme="{{theme}}" data-text="{{textSize}}">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{title}} · Cairn</title>
    <link rel="icon" href="{{icon}}" type="image/svg+xml">
    <link rel="stylesheet" href="{{stylesheet}}">
    <script src="{{script}}" defer></script>
    {{{offline}}}
    </head>
    <body data-changes="{{changes}}">
    <a class="skip" href="#main">Skip to content</a>
    <header class="bar glass">
    <a class="brand" href="{{home}}"><img src="{{icon}}" alt="" width="28" height="28">Cairn</a>
    <nav class="apps" aria-label="Main">{{#navigation}}<a href="{{path}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{#symbol}}{{{symbol}}}{{/symbol}}{{title}}</a>{{/navigation}}</nav>
    <form class="find" action="{{search}}" role="search"><label class="hidden" for="find">Search</label><input id="find" name="q" type="search" placeholder="Search" autocomplete="off" aria-keyshortcuts="/"></form>
    </header>
    <main id="main" tabindex="-1">
    {{^empty(crumbs)}}<nav class="crumb" aria-label="Breadcrumbs"><a href="{{home}}">Start</a>{{#crumbs}}<span aria-hidden="true"> › </span><a href="{{path}}">{{title}}</a>{{/crumbs}}</nav>{{/empty(crumbs)}}
    {{{content}}}
    </main>
    <footer class="foot"><p>Your data stays on this machine and on the servers that you sign in to.</p></footer>
    <p class="live" id="live-status" role="status"></p>
    </body>
    </html>

    """#
}

/// A link of the navigation, marked on the pages that it leads to.
struct NavigationLink: Sendable {
  var title: String
  var path: String
  /// The icon as HTML; nil for none.
  ///
  /// The page's own icon would be found under the name `icon`.
  var symbol: String?
  var isCurrent: Bool

  init(_ link: PageLink, icon: PageIcon? = nil, isCurrent: Bool) {
    (title, path) = (link.title, link.path)
    symbol = icon?.html
    self.isCurrent = isCurrent
  }
}

/// A figure with its label, as shown on the pages.
package struct FigureTile: Sendable, Equatable {
  static let name = "figure"
  static let template = #"""
    <div class="figure"><dt>{{label}}</dt><dd>{{value}}{{#unit}} <span class="unit">{{unit}}</span>{{/unit}}{{#parts}} {{number}} <span class="unit">{{name}}</span>{{/parts}}{{#note}}<small>{{note}}</small>{{/note}}</dd></div>

    """#

  /// A number with its unit, after the first of a duration.
  struct Part: Sendable, Equatable {
    var number: String
    var name: String
  }

  package let label: String
  var value: String
  var unit: String?
  /// The minutes and seconds of a duration such as "1 h 1 min 1 s".
  var parts: [Part] = []
  var note: String?

  /// Creates a tile; the units of the text, as in "4.02 mi" and "1 h 1 min", are shown smaller.
  package init(_ label: String, _ text: String, note: String? = nil) {
    self.label = label
    self.note = note
    let words = text.split(separator: "\u{A0}").map(String.init)
    let units = stride(from: 1, to: words.count, by: 2).map { words[$0] }
    if words.count > 1, words.count.isMultiple(of: 2),
      units.allSatisfy({ $0.allSatisfy(\.isLetter) })
    {
      (value, unit) = (words[0], words[1])
      parts = stride(from: 2, to: words.count, by: 2).map {
        Part(number: words[$0], name: words[$0 + 1])
      }
    } else if let space = text.lastIndex(of: " "), text[..<space].allSatisfy({ !$0.isLetter }) {
      value = String(text[..<space])
      unit = String(text[text.index(after: space)...])
    } else {
      value = text
    }
  }
}
