// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A table of figures with a heading for each row, which scrolls sideways in narrow windows.
package struct DataTable: Sendable, Equatable {
  static let name = "row-table"
  static let template = #"""
    <div class="scroll" tabindex="0" role="region" aria-label="{{label}}">
    <table class="data">
    <thead><tr>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}</tr></thead>
    <tbody>
    {{#rows}}
    <tr><th scope="row">{{#link}}<a href="{{link}}">{{title}}</a>{{/link}}{{^link}}{{title}}{{/link}}{{#detail}} <span class="where">{{detail}}</span>{{/detail}}</th>{{#cells}}<td>{{.}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    """#

  /// A row with its heading.
  package struct Row: Sendable, Equatable {
    package var title: String
    package var link: String?
    package var detail: String?
    package var cells: [String]

    package init(_ title: String, link: String? = nil, detail: String? = nil, _ cells: [String]) {
      (self.title, self.link, self.detail, self.cells) = (title, link, detail, cells)
    }
  }

  /// The name of the table, for screen readers.
  package var label: String
  /// The headings; the first is that of the rows' headings.
  package var columns: [String]
  package var rows: [Row]

  package init(_ label: String, columns: [String], rows: [Row]) {
    (self.label, self.columns, self.rows) = (label, columns, rows)
  }
}

/// A choice of a list in a form.
package struct FormChoice: Sendable, Equatable {
  package var value: String
  package var label: String
  package var isSelected: Bool

  package init(_ value: String, _ label: String, isSelected: Bool) {
    (self.value, self.label, self.isSelected) = (value, label, isSelected)
  }

  /// The choices of values with their labels.
  static func list(_ values: [(String, String)], selected: String?) -> [FormChoice] {
    values.map { FormChoice($0.0, $0.1, isSelected: $0.0 == selected) }
  }

  /// The choices with a submitted value selected; the same ones if none has the value.
  static func selecting(_ value: String?, in choices: [FormChoice]) -> [FormChoice] {
    guard choices.contains(where: { $0.value == value }) else { return choices }
    return choices.map { FormChoice($0.value, $0.label, isSelected: $0.value == value) }
  }
}

/// A form field with a list of choices.
package struct ChoiceField: Sendable, Equatable {
  static let name = "row-choice"
  static let template =
    #"<label>{{label}}<select name="{{name}}">{{#choices}}<option value="{{value}}"{{#isSelected}} selected{{/isSelected}}>{{label}}</option>{{/choices}}</select></label>"#

  package var label: String
  package var name: String
  package var choices: [FormChoice]

  package init(_ label: String, name: String, _ choices: [FormChoice]) {
    (self.label, self.name, self.choices) = (label, name, choices)
  }
}

/// A picture with a heading, its range and its legend.
package struct Plot: Sendable, Equatable {
  static let name = "row-plot"
  static let template = #"""
    <div class="plot"><h2>{{title}}{{#summary}} <span class="where">{{summary}}</span>{{/summary}}</h2>
    {{{svg}}}
    {{{legend}}}
    </div>
    """#

  package var title: String
  package var summary: String?
  /// The output of a picture, in which all text is escaped.
  package var svg: String
  package var legend: String

  package init(_ title: String, summary: String? = nil, svg: String, legend: String = "") {
    (self.title, self.summary, self.svg, self.legend) = (title, summary, svg, legend)
  }
}
