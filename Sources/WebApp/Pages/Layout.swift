// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The frame around every page.
package struct Layout: Sendable {
  static let name = "layout"

  var title: String
  /// The page's content as escaped HTML.
  var content: String
  let home = Paths.list
  let upload = Paths.uploadForm
  let stylesheet = Paths.asset(.stylesheet)
  let script = Paths.asset(.script)
  let icon = Paths.asset(.icon)
  let changes = Paths.changes

  /// Renders a whole document.
  package static func document(title: String, content: String, templates: Templates) -> String {
    templates.render(name, Layout(title: title, content: content))
  }

  static let template = #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{title}} · Cairn</title>
    <link rel="icon" href="{{icon}}" type="image/svg+xml">
    <link rel="stylesheet" href="{{stylesheet}}">
    <script src="{{script}}" defer></script>
    </head>
    <body data-changes="{{changes}}">
    <a class="skip" href="#main">Skip to content</a>
    <header class="bar glass">
    <a class="brand" href="{{home}}"><img src="{{icon}}" alt="" width="28" height="28">Cairn <span>Rucks</span></a>
    <nav aria-label="Main"><p class="live" id="live-status" role="status"></p><a href="{{upload}}">Add rucks</a></nav>
    </header>
    <main id="main" tabindex="-1">
    {{{content}}}
    </main>
    <footer class="foot"><p>Your rucks stay on this machine.</p></footer>
    </body>
    </html>

    """#
}

/// A figure with its label, as shown on the pages.
package struct FigureTile: Sendable, Equatable {
  static let name = "figure"
  static let template = #"""
    <div class="figure"><dt>{{label}}</dt><dd>{{value}}{{#unit}} <span class="unit">{{unit}}</span>{{/unit}}{{#note}}<small>{{note}}</small>{{/note}}</dd></div>

    """#

  var label: String
  var value: String
  var unit: String?
  var note: String?

  /// Creates a tile; a unit at the end of the text, as in "4.02 mi", is shown smaller.
  package init(_ label: String, _ text: String, note: String? = nil) {
    self.label = label
    self.note = note
    if let space = text.lastIndex(of: " "), text[..<space].allSatisfy({ !$0.isLetter }) {
      value = String(text[..<space])
      unit = String(text[text.index(after: space)...])
    } else {
      value = text
    }
  }
}
