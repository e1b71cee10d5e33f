// Cairn
// SPDX-License-Identifier: Apache-2.0

package import PageKit

/// The strokes of a session as a table, a hundred to a page.
package enum StrokesPage {
  /// The number of strokes on a page.
  package static let size = 100

  /// The page's values.
  package struct Model: Sendable {
    package var title: String
    /// The range, such as "Strokes 101–200 of 689".
    package var range: String
    package var table: DataTable
    /// The strokes of rests; nil if there are none.
    package var rests: DataTable?
    package var newer: String?
    package var older: String?

    package init(
      title: String, range: String, table: DataTable, rests: DataTable? = nil,
      newer: String? = nil, older: String? = nil
    ) {
      (self.title, self.range, self.table, self.rests) = (title, range, table, rests)
      (self.newer, self.older) = (newer, older)
    }
  }

  package static let name = "row-strokes"
  package static let template = #"""
    <div class="title"><div><h1>Strokes</h1><p class="where">{{title}} · {{range}}</p></div></div>
    <section class="card glass flush below" aria-label="Strokes">
    <div class="inside">
    {{#table}}{{>row-table}}{{/table}}
    </div>
    <nav class="pager" aria-label="Pages of strokes">{{#newer}}<a class="button" rel="prev" href="{{newer}}">Earlier</a>{{/newer}}{{#older}}<a class="button" rel="next" href="{{older}}">Later</a>{{/older}}</nav>
    </section>
    {{#rests}}
    <section class="card glass below" aria-labelledby="rests"><h2 id="rests">In rests</h2>
    {{>row-table}}
    <p class="source below">Records, power curve and load leave them out.</p>
    </section>
    {{/rests}}
    """#
}

/// The confirmation before a session or an athlete is deleted.
package enum RowDeletePage {
  /// The page's values.
  package struct Model: Sendable {
    package var title: String
    package var text: String
    package var action: String
    package var back: String
    package var token: String

    package init(title: String, text: String, action: String, back: String, token: FormToken) {
      (self.title, self.text, self.action, self.back) = (title, text, action, back)
      self.token = token.text
    }
  }

  package static let name = "row-delete"
  package static let template = #"""
    <section class="card glass narrow message">
    <h1>Delete {{title}}?</h1>
    <p>{{text}}</p>
    <form method="post" action="{{action}}">
    <input type="hidden" name="token" value="{{token}}">
    <p class="actions"><button class="button danger">Delete</button>
    <a class="button" href="{{back}}">Keep</a></p>
    </form>
    </section>
    """#
}
